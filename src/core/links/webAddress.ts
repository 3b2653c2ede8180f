import type { LinkTarget } from "./linkTarget.ts";

/**
 * The address of a page in the web app below `base` (wandb/weave `trace/urls.py` and weave-js `Browse3/context.tsx`).
 * Null where none can hold what it is of: browsers take a part `.` or `..` for a step, encoded or not, and an empty one
 * is none. A thread or call of such an id has one all the same, in which it is named by a parameter. It never ends in a
 * sign that whoever finds it in a text takes for the end of the sentence around it, or for a mark.
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

/** That has no page. */
function isAnyVersion(target: LinkTarget): boolean {
  return target.kind === "op" && target.version === "*";
}

/** Below the project's `weave`. */
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

/** Also what stands around addresses in texts: quotes, brackets and marks. Halves of characters are no text and cannot be sent. */
function encoded(part: string): string {
  return encodeURIComponent(part.toWellFormed()).replace(/[!'()*]/g, escaped);
}

function escaped(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
