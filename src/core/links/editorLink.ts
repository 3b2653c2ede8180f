import type { CallConditions } from "../counts/callCondition.ts";
import { readConditions } from "../counts/countSchemas.ts";
import type { ConversationKey } from "../query/conversationKey.ts";
import { type ProjectId, parseProjectId } from "../query/projectId.ts";
import { decoded } from "../settings/serviceUrl.ts";
import { jsonIn } from "../text/json.ts";

/** The target of a VS Code link. It contains no service and no account: users who open it have their own. */
export type EditorLink =
  /** `turnId` is the turn to reveal; null for none. */
  | {
      readonly kind: "thread";
      readonly project: ProjectId;
      readonly conversation: ConversationKey;
      readonly turnId: string | null;
    }
  | { readonly kind: "count"; readonly project: ProjectId; readonly conditions: CallConditions };

/** Why a link is rejected. `parameter` is always a known one: other parts of a link, even names, may be secrets. */
export type LinkRefusal =
  | { readonly kind: "page" | "tooLong" | "unknown" }
  | { readonly kind: "twice" | "missing" | "unreadable"; readonly parameter: string };

/** Maximum length of the query. Some programs truncate or drop longer URLs. */
export const longestQuery = 8000;

const parameters = {
  thread: ["project", "id", "turn"],
  agent: ["project", "id", "turn"],
  count: ["project", "conditions"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The link, where `start` is scheme and extension, `vscode://publisher.name`; null if it would be too long. */
export function formatEditorLink(start: string, link: EditorLink): string | null {
  const query = valuesOf(link).map(([name, value]) => `${name}=${encoded(value)}`);
  const text = query.join("&");
  const path: keyof typeof parameters = link.kind === "count" ? link.kind : link.conversation.kind;
  return text.length > longestQuery ? null : `${start}/${path}?${text}`;
}

/** Parses path and query as passed by the editor. */
export function readEditorLink(path: string, query: string): EditorLink | LinkRefusal {
  const kind = (["thread", "agent", "count"] as const).find((known) => path === `/${known}`);
  if (kind === undefined) return { kind: "page" };
  if (query.length > longestQuery) return { kind: "tooLong" };
  const names: readonly string[] = parameters[kind];
  const values = new Map<string, string>();
  for (const part of query === "" ? [] : query.split("&")) {
    const [parameter = "", ...rest] = part.split("=");
    if (!names.includes(parameter)) return { kind: "unknown" };
    if (values.has(parameter)) return { kind: "twice", parameter };
    // A value encoded once is already decoded; a percent sign in it is literal.
    values.set(parameter, decoded(rest.join("=")));
  }
  const missing = names.find((name) => name !== "turn" && !values.get(name));
  if (missing !== undefined) return { kind: "missing", parameter: missing };
  const project = parseProjectId(values.get("project") ?? "");
  if (project === undefined) return { kind: "unreadable", parameter: "project" };
  if (kind !== "count") {
    const conversation = { kind, id: values.get("id") ?? "" };
    return { kind: "thread", project, conversation, turnId: values.get("turn") || null };
  }
  const conditions = readConditions(jsonIn(values.get("conditions") ?? ""));
  return conditions === undefined ? { kind: "unreadable", parameter: "conditions" } : { kind, project, conditions };
}

function valuesOf(link: EditorLink): readonly (readonly [name: string, value: string])[] {
  const { project } = link;
  if (link.kind === "count") return Object.entries({ project, conditions: JSON.stringify(link.conditions) });
  return Object.entries({ project, id: link.conversation.id, ...(link.turnId !== null && { turn: link.turnId }) });
}

/** Twice, as the editor decodes the query once before passing it on (`URI.parse`): `&` would separate parameters. */
function encoded(value: string): string {
  return encodeURIComponent(encodeURIComponent(value.toWellFormed())).replaceAll("%252F", "/");
}
