/**
 * The README of the packed extension. VS Code's extension page shows https images only, relative links do not work there,
 * and its readers do not develop the extension.
 */
export function packedReadme(readme: string): string {
  const sections = readme.split(/^(?=## )/m).filter((section) => !section.startsWith("## Develop\n"));
  const withoutPictures = sections.join("").replace(/^!\[.*\]\(media\/.*\)\n\n?/gm, "");
  return `${withoutPictures.replace(/\[([^\]]+)\]\((?!https:)[^)]*\)/g, "$1").trimEnd()}\n`;
}
