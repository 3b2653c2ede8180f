import type { LinkTarget } from "./linkTarget.ts";

/**
 * The URL of a page in the web app at `base` (wandb/weave `trace/urls.py` and weave-js `Browse3/context.tsx`). Null if
 * no URL can represent the target: browsers resolve the segments `.` and `..`, encoded or not, and a segment cannot be
 * empty. Threads and calls with such IDs have a URL in which the ID is a parameter. The URL never ends in a character
 * that link detection treats as punctuation.
 */
export function webAddress(base: string, target: LinkTarget): string | null {
  const project = target.project.split("/");
  const [list, ...rest] = pagePath(target);
  if (!project.every(isPart) || isAnyVersion(target)) return null;
  const root = [base, ...project.map(encoded), "weave"];
  if (rest.every(isPart)) {
    const address = [...root, ...(list === undefined ? [] : [list]), ...rest.map(encoded)].join("/");
    return address.replace(/[._~]$/, escaped);
  }
  if (rest.includes("") || rest.length !== 1 || list === undefined) return null;
  const peek = ["", ...project, list, ...rest].map((part) => encoded(part).replaceAll(".", "%2E")).join("/");
  return `${[...root, list].join("/")}?peekPath=${encodeURIComponent(peek)}`;
}

/** Any version has no page. */
function isAnyVersion(target: LinkTarget): boolean {
  return target.kind === "op" && target.version === "*";
}

/** Path after the `weave` segment of the project. */
function pagePath(target: LinkTarget): readonly string[] {
  switch (target.kind) {
    case "project":
      return [];
    case "threads":
      return ["threads"];
    case "thread":
      return ["threads", target.threadId];
    case "call":
      return ["calls", target.callId];
    case "op":
    case "object":
      return [`${target.kind}s`, target.name, "versions", target.version];
  }
}

function isPart(part: string): boolean {
  return !/^\.{0,2}$/.test(part);
}

/**
 * Also encodes characters that surround URLs in texts: quotes, brackets and marks. Lone surrogates cannot be encoded
 * and are replaced.
 */
function encoded(part: string): string {
  return encodeURIComponent(part.toWellFormed()).replace(/[!'()*]/g, escaped);
}

function escaped(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
