import { threadKey } from "../query/conversationKey.ts";
import type { LinkTarget } from "../query/linkTarget.ts";
import { parseProjectId } from "../query/projectId.ts";
import { sameWebApp } from "../settings/serviceUrl.ts";

/**
 * The URL of a page in the web app at `base` (wandb/weave `trace/urls.py` and weave-js `Browse3/context.tsx`). Null if
 * no URL can represent the target: browsers resolve the segments `.` and `..`, encoded or not, and a segment cannot be
 * empty. Threads and calls with such IDs have a URL in which the ID is a parameter. The URL never ends in a character
 * that link detection treats as punctuation.
 */
export function webAddress(base: string, target: LinkTarget): string | null {
  const project = target.project.split("/");
  const [list, ...rest] = pagePath(target);
  const hasNoPage = target.kind === "op" && target.version === "*";
  if (!project.every(isPart) || hasNoPage) return null;
  const root = [base, ...project.map(encoded), "weave"];
  if (rest.every(isPart)) {
    const address = [...root, ...(list === undefined ? [] : [list]), ...rest.map(encoded)].join("/");
    return address.replace(/[._~]$/, escaped);
  }
  if (rest.includes("") || rest.length !== 1 || list === undefined) return null;
  const peek = ["", ...project, list, ...rest].map((part) => encoded(part).replaceAll(".", "%2E")).join("/");
  return `${[...root, list].join("/")}?peekPath=${encodeURIComponent(peek)}`;
}

/** Path after the `weave` segment of the project. */
function pagePath(target: LinkTarget): readonly string[] {
  switch (target.kind) {
    case "project":
      return [];
    case "threads":
      return ["threads"];
    case "thread":
      return target.conversation.kind === "thread"
        ? ["threads", target.conversation.id]
        : ["agents", "conversations", target.conversation.id];
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

/** Also encodes what surrounds URLs in texts: quotes, brackets, marks. Lone surrogates are replaced. */
function encoded(part: string): string {
  return encodeURIComponent(part.toWellFormed()).replace(/[!'()*]/g, escaped);
}

function escaped(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The target of a URL in the web app at `base`; null for any other URL or page. */
export function readWebLink(base: string, text: string): LinkTarget | null {
  if (!URL.canParse(text)) return null;
  const [target = null] = sameWebApp(base).flatMap((root) => readBelow(new URL(root), new URL(text)) ?? []);
  return target;
}

/** `root` is a base URL of the web app. */
function readBelow(root: URL, url: URL): LinkTarget | null {
  const folder = root.pathname.replace(/\/$/, "");
  const isBelow = url.origin === root.origin && url.pathname.startsWith(`${folder}/`);
  if (!isBelow || url.username !== "" || url.password !== "") return null;
  // A peek view takes precedence over the page that it was opened on.
  const peekPath = url.searchParams.get("peekPath") ?? "";
  return readPage(peekPath, true) ?? readPage(url.pathname.slice(folder.length), false);
}

function readPage(path: string, peeked: boolean): LinkTarget | null {
  const [start, entity, name, ...page] = decodedParts(path.replace(/[?#].*$/s, "").replace(/\/$/, ""));
  const project = start === "" ? parseProjectId(`${entity}/${name}`) : undefined;
  if (project === undefined || page.includes("")) return null;
  const isRedirect = page.length === 3 && page[0] === "r" && page[1] === "call";
  if (isRedirect && page[2] !== undefined) return { kind: "call", project, callId: page[2] };
  const isOfWeave = page[0] === "weave";
  // Peek paths omit it.
  if (!isOfWeave && !peeked) return null;
  const [list, id, versions, version, ...more] = isOfWeave ? page.slice(1) : page;
  if (list === undefined) return isOfWeave ? { kind: "project", project } : null;
  if (id === undefined) return list === "threads" ? { kind: "threads", project } : null;
  // An ID is free text, whose slashes the service's own links leave as they are.
  if (list === "agents" && id === "conversations" && versions !== undefined) {
    const parts = [versions, version, ...more].filter((part) => part !== undefined);
    return { kind: "thread", project, conversation: { kind: "agent", id: parts.join("/") } };
  }
  if (versions === undefined) {
    if (list === "threads") return { kind: "thread", project, conversation: threadKey(id) };
    return list === "calls" ? { kind: "call", project, callId: id } : null;
  }
  if (versions !== "versions" || version === undefined || more.length > 0) return null;
  if (list === "ops") return { kind: "op", project, name: id, version };
  return list === "objects" ? { kind: "object", project, name: id, version } : null;
}

/** Empty if a part cannot be decoded. */
export function decodedParts(path: string): readonly string[] {
  try {
    return path.split("/").map(decodeURIComponent);
  } catch {
    return [];
  }
}
