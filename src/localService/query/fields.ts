import { backendError, badRequest, invalidField } from "../http/requestFailure.ts";
import { type CallTable, callColumns, isAbsent, isPresent } from "./callTable.ts";
import type { CallDatabase } from "./database.ts";
import type { InternalIds } from "./internalIds.ts";
import { type Sql, sql } from "./sql.ts";
import type { Value } from "./value.ts";

const computed: Readonly<Record<string, (table: CallTable) => Value>> = {
  "summary.weave.status": (table) => ({
    kind: "text",
    sql: sql`CASE
      WHEN ${isPresent("exception", table)} THEN 'error'
      WHEN coalesce(to_int(calls.summary -> '$.status_counts.error'), 0) > 0 THEN 'descendant_error'
      WHEN ${isAbsent("ended_at", table)} THEN 'running'
      ELSE 'success' END`,
  }),
  "summary.weave.latency_ms": (table) => ({
    kind: "integer",
    sql: sql`(CASE WHEN ${isPresent("ended_at", table)} THEN calls.ended_at / 1000 - calls.started_at / 1000 END)`,
  }),
  "summary.weave.trace_name": () => ({
    kind: "text",
    sql: sql`coalesce(nullif(calls.display_name, ''), op_base_name(calls.op_name))`,
  }),
};

/** The sample has no feedback, so every path inside it is missing. */
const feedbackPath = /^feedback\.\[.+\]\.(?:payload|runnable_ref|trigger_ref)(?:\.|$)/;
const nothing: Value = { kind: "json", sql: sql`''`, exists: sql`0` };

const maximumExpansions = 3;

/** The context for resolving a field. */
export interface FieldScope {
  readonly table: CallTable;
  readonly ids: InternalIds;
  readonly projectId: string;
  readonly projectKey: number;
  /** Dotted paths of refs; nested paths are resolved in the referenced object. */
  readonly expandColumns: readonly string[];
  /** Resolves the fields of another table than that of calls. */
  readonly field?: (name: string) => Value;
}

export function fieldScope(
  database: CallDatabase,
  projectKey: number,
  request: { readonly project_id: string; readonly expand_columns?: readonly string[] | null | undefined },
): FieldScope {
  const { table, ids } = database;
  return { table, ids, projectId: request.project_id, projectKey, expandColumns: request.expand_columns ?? [] };
}

/** Resolves `$getField`. Responds with 422 for a field that cannot be used for filtering. */
export function fieldValue(name: string, scope: FieldScope): Value {
  if (scope.field !== undefined) return scope.field(name);
  if (name === "project_id") return { kind: "text", sql: sql`${scope.ids.project(scope.projectId)}` };
  const kind = callColumns.get(name) ?? "json";
  if (kind !== "json" && kind !== "size") return { kind, sql: { text: `calls.${name}`, values: [] } };
  if (Object.hasOwn(computed, name)) return computed[name]?.(scope.table) ?? nothing;
  if (feedbackPath.test(name)) return nothing;
  const [root = "", ...path] = name.split(/(?<!\\)\./).map((part) => part.replaceAll("\\.", "."));
  if (callColumns.get(root) !== "json" || name.startsWith("summary.weave."))
    throw invalidField(`Field ${name} is not allowed.`);
  const document = { text: `calls.${root}`, values: [] };
  if (isExpanded(name, scope)) return expandedValue(document, root, path, scope);
  const exists = sql`coalesce(json_type(${document}, ${jsonPath(path)}) <> 'null', 0)`;
  return { kind: "json", sql: textAt(document, path), exists };
}

/** Whether a column can be requested; the rest of a dotted name is ignored. */
export function isColumn(name: string): boolean {
  return callColumns.has(name) || ["project_id", "total_storage_size_bytes"].includes(name);
}

/** Whether a field is inside an expanded ref. */
export function isExpanded(name: string, { expandColumns }: FieldScope): boolean {
  return expandColumns.some((path) => path.includes(".") && name.startsWith(`${path}.`));
}

/** A value in a referenced object: a string, or null without a ref, so that no condition is true. */
function expandedValue(document: Sql, root: string, path: readonly string[], scope: FieldScope): Value {
  const holds = (end: number) => scope.expandColumns.includes([root, ...path.slice(0, end)].join("."));
  const ends = [...path.keys()].filter((end) => end > 0 && holds(end));
  if (ends.length > maximumExpansions) throw badRequest(`At most ${maximumExpansions} nested refs can be expanded`);
  const [first = 0, ...others] = [...ends, path.length];
  let found = textAt(document, path.slice(0, first));
  let start = first;
  for (const end of others) {
    found = sql`(SELECT ${textAt(sql`objects.value`, path.slice(start, end))} FROM objects
      WHERE objects.project = ${scope.projectKey} AND objects.ref = ${found})`;
    start = end;
  }
  return { kind: "text", sql: found };
}

/** A scalar as a string, an array or object as JSON, null and missing values as an empty string. */
function textAt(document: Sql, path: readonly string[]): Sql {
  const at = jsonPath(path);
  return sql`coalesce(nullif(CASE json_type(${document}, ${at})
    WHEN 'text' THEN ${document} ->> ${at}
    ELSE ${document} -> ${at} END, 'null'), '')`;
}

/** Whole numbers are array indexes. */
function jsonPath(parts: readonly string[]): string {
  return parts.reduce((path, part) => {
    if (/^-\d+$/.test(part)) throw invalidField(`Negative array index '${part}' is not supported in JSON field paths`);
    if (part === "" || part.includes('"')) throw backendError();
    return /^\d+$/.test(part) ? `${path}[${part}]` : `${path}."${part}"`;
  }, "$");
}
