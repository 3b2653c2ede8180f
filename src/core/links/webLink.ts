import { parseProjectId } from "../session/projectId.ts";
import type { LinkTarget } from "./linkTarget.ts";

/** The target of a URL in the web app at `base`; null for any other URL or page. */
export function readWebLink(base: string, text: string): LinkTarget | null {
  if (!URL.canParse(text)) return null;
  const [url, root] = [new URL(text), new URL(base)];
  const folder = root.pathname.replace(/\/$/, "");
  const isBelow = url.origin === root.origin && url.pathname.startsWith(`${folder}/`);
  if (!isBelow || url.username !== "" || url.password !== "") return null;
  // A peek view takes precedence over the page that it was opened on.
  return (
    readPage(url.searchParams.get("peekPath") ?? "") ?? readPage(url.pathname.slice(folder.length), { peeked: false })
  );
}

function readPage(path: string, { peeked } = { peeked: true }): LinkTarget | null {
  const parts = path
    .replace(/[?#].*$/s, "")
    .replace(/\/$/, "")
    .split("/")
    .map(decoded);
  if (!parts.every((part) => part !== null)) return null;
  const [start, entity, name, ...page] = parts;
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
  if (versions === undefined) {
    if (list === "threads") return { kind: "thread", project, threadId: id };
    return list === "calls" ? { kind: "call", project, callId: id } : null;
  }
  if (versions !== "versions" || version === undefined || more.length > 0) return null;
  if (list === "ops") return { kind: "op", project, name: id, version };
  return list === "objects" ? { kind: "object", project, name: id, version } : null;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
