import type { CallConditions } from "../counts/callCondition.ts";
import { readConditions } from "../counts/callConditions.ts";
import { type ProjectId, parseProjectId } from "../session/projectId.ts";

/** What a link into the editor opens there. It names no service and no account: whoever follows it has their own. */
export type EditorLink =
  /** `turnId` is the turn to bring into view; null for none. */
  | { readonly kind: "thread"; readonly project: ProjectId; readonly threadId: string; readonly turnId: string | null }
  | { readonly kind: "count"; readonly project: ProjectId; readonly conditions: CallConditions };

/**
 * Why a link opens nothing. `parameter` is one of those that links have: what else a link holds, be it a name, may be a
 * secret.
 */
export type LinkRefusal =
  | { readonly kind: "page" | "tooLong" | "unknown" }
  | { readonly kind: "twice" | "missing" | "unreadable"; readonly parameter: string };

/** Characters of a link's query. Programs hand on longer addresses cut, or not at all. */
export const longestQuery = 8000;

const parameters: Readonly<Record<EditorLink["kind"], readonly string[]>> = {
  thread: ["project", "id", "turn"],
  count: ["project", "conditions"],
};

/** The address, `start` being scheme and extension, `vscode://publisher.name`; null for what is too long for one. */
export function formatEditorLink(start: string, link: EditorLink): string | null {
  const query = valuesOf(link).map(([name, value]) => `${name}=${encoded(value)}`);
  const text = query.join("&");
  return text.length > longestQuery ? null : `${start}/${link.kind}?${text}`;
}

/** Reads path and query as the editor hands them over. */
export function readEditorLink(path: string, query: string): EditorLink | LinkRefusal {
  const kind = (["thread", "count"] as const).find((known) => path === `/${known}`);
  if (kind === undefined) return { kind: "page" };
  if (query.length > longestQuery) return { kind: "tooLong" };
  const values = new Map<string, string>();
  for (const part of query === "" ? [] : query.split("&")) {
    const [parameter = "", ...rest] = part.split("=");
    if (!parameters[kind].includes(parameter)) return { kind: "unknown" };
    if (values.has(parameter)) return { kind: "twice", parameter };
    values.set(parameter, decoded(rest.join("=")));
  }
  const missing = parameters[kind].find((name) => name !== "turn" && !values.get(name));
  if (missing !== undefined) return { kind: "missing", parameter: missing };
  const project = parseProjectId(values.get("project") ?? "");
  if (project === undefined) return { kind: "unreadable", parameter: "project" };
  if (kind === "thread") return { kind, project, threadId: values.get("id") ?? "", turnId: values.get("turn") || null };
  const conditions = readConditions(parsed(values.get("conditions") ?? ""));
  return conditions === undefined ? { kind: "unreadable", parameter: "conditions" } : { kind, project, conditions };
}

function valuesOf(link: EditorLink): readonly (readonly [name: string, value: string])[] {
  const { project } = link;
  if (link.kind === "count") return Object.entries({ project, conditions: JSON.stringify(link.conditions) });
  return Object.entries({ project, id: link.threadId, ...(link.turnId !== null && { turn: link.turnId }) });
}

/**
 * Twice, because the editor takes one encoding off the whole query before it hands it over (`URI.parse`), so that an `&`
 * that is encoded once would part two parameters.
 */
function encoded(value: string): string {
  return encodeURIComponent(encodeURIComponent(value.toWellFormed())).replaceAll("%252F", "/");
}

/** What was encoded once is as it was meant by then, and a percent sign in it is one. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
