/** Set while packing for a store whose page can show what the repository has: pictures, and files behind links. */
export const repositoryVariable = "WEAVE_THREADS_REPOSITORY";

/**
 * The README of the packed extension. Its readers do not develop the extension. VS Code's extension page shows https
 * images only, and relative links do not work there: without a repository, in which vsce finds them, both are left out.
 */
export function packedReadme(readme: string, hasRepository: boolean): string {
  const leftOut = hasRepository ? ["Develop"] : ["Develop", "Links"];
  const sections = readme.split(/^(?=## )/m);
  const packed = sections.filter((section) => leftOut.every((title) => !section.startsWith(`## ${title}\n`))).join("");
  return `${(hasRepository ? packed : withoutTargets(packed)).trimEnd()}\n`;
}

/** The guide of the packed extension: nothing that it links to is packed, except its own sections. */
export function packedGuide(guide: string): string {
  return withoutTargets(guide);
}

/** The text without pictures, and with the words of its relative links only. */
function withoutTargets(markdown: string): string {
  const withoutPictures = markdown.replace(/^!\[.*\]\((?!https:).*\)\n\n?/gm, "");
  return withoutPictures.replace(/\[([^\]]+)\]\((?!https:|#)[^)]*\)/g, "$1");
}

/** The files that a page names: those of its pictures and of its relative links, without the part after `#`. */
export function filesOf(page: string): readonly string[] {
  const targets = [...page.matchAll(/\]\((?!https:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(([, target = ""]) => target);
  return [...new Set(targets)].sort();
}
