import { badRequest, invalidField } from "../http/requestFailure.ts";
import { type Sql, sql } from "./sql.ts";

/** What an operand of the query language comes to, and what may be done with it. */
export type Value =
  | { readonly kind: "text" | "number" | "boolean" | "datetime" | "list" | "null"; readonly sql: Sql }
  /** A place inside a document, read as text: empty where nothing is. `exists` is whether something other than null is. */
  | { readonly kind: "json"; readonly sql: Sql; readonly exists: Sql };

const columns: Readonly<Record<string, Value>> = {
  id: { kind: "text", sql: sql`calls.id` },
  trace_id: { kind: "text", sql: sql`calls.trace_id` },
  parent_id: { kind: "text", sql: sql`calls.parent_id` },
  thread_id: { kind: "text", sql: sql`calls.thread_id` },
  turn_id: { kind: "text", sql: sql`calls.turn_id` },
  op_name: { kind: "text", sql: sql`calls.op_name` },
  display_name: { kind: "text", sql: sql`calls.display_name` },
  exception: { kind: "text", sql: sql`calls.exception` },
  wb_user_id: { kind: "text", sql: sql`calls.wb_user_id` },
  wb_run_id: { kind: "text", sql: sql`calls.wb_run_id` },
  wb_run_step: { kind: "number", sql: sql`calls.wb_run_step` },
  wb_run_step_end: { kind: "number", sql: sql`calls.wb_run_step_end` },
  started_at: { kind: "datetime", sql: sql`calls.started_at` },
  ended_at: { kind: "datetime", sql: sql`calls.ended_at` },
  deleted_at: { kind: "datetime", sql: sql`calls.deleted_at` },
  expire_at: { kind: "datetime", sql: sql`calls.expire_at` },
  input_refs: { kind: "list", sql: sql`calls.input_refs` },
  output_refs: { kind: "list", sql: sql`calls.output_refs` },
  "summary.weave.status": {
    kind: "text",
    sql: sql`CASE
      WHEN calls.exception IS NOT NULL THEN 'error'
      WHEN coalesce(to_int(calls.summary ->> '$.status_counts.error'), 0) > 0 THEN 'descendant_error'
      WHEN calls.ended_at IS NULL THEN 'running'
      ELSE 'success' END`,
  },
  "summary.weave.latency_ms": { kind: "number", sql: sql`(calls.ended_at - calls.started_at)` },
  "summary.weave.trace_name": {
    kind: "text",
    sql: sql`coalesce(nullif(calls.display_name, ''), op_base_name(calls.op_name))`,
  },
};

const documents: Readonly<Record<string, Sql>> = {
  inputs: sql`calls.inputs`,
  output: sql`calls.output`,
  attributes: sql`calls.attributes`,
  summary: sql`calls.summary`,
  // The sample has no feedback, so that every path below it names nothing.
  feedback: sql`'{}'`,
};

const unfilterable = new Set(["storage_size_bytes", "total_storage_size_bytes"]);
const maximumExpansions = 3;

/** What a field is looked up in. */
export interface FieldScope {
  readonly projectId: string;
  readonly projectKey: number;
  /** Dotted paths that hold refs; what lies below one is looked up in the object it points to. */
  readonly expandColumns: readonly string[];
}

/** Resolves `$getField`. A name that the service does not filter by is answered 422. */
export function fieldValue(name: string, scope: FieldScope): Value {
  if (name === "project_id") return { kind: "text", sql: sql`${scope.projectId}` };
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (column !== undefined) return column;
  const [root = "", ...path] = name.split(/(?<!\\)\./).map((part) => part.replaceAll("\\.", "."));
  const document = Object.hasOwn(documents, root) ? documents[root] : undefined;
  if (document === undefined || unfilterable.has(name) || name.startsWith("summary.weave.")) {
    throw invalidField(`Field ${name} is not allowed`);
  }
  return expandedValue(document, root, path, scope);
}

function expandedValue(document: Sql, root: string, path: readonly string[], scope: FieldScope): Value {
  let source = document;
  let rest = path;
  let expansions = 0;
  for (let length = 1; length < path.length; length++) {
    if (!scope.expandColumns.includes([root, ...path.slice(0, length)].join("."))) continue;
    if (++expansions > maximumExpansions)
      throw badRequest(`At most ${maximumExpansions} refs can be followed in a row`);
    const holder = rest.slice(0, rest.length - (path.length - length));
    source = sql`coalesce(
      (SELECT objects.value FROM objects
        WHERE objects.project = ${scope.projectKey} AND objects.ref = ${textAt(source, holder)}),
      ${source} -> ${jsonPath(holder)})`;
    rest = path.slice(length);
  }
  const exists = sql`coalesce(json_type(${source}, ${jsonPath(rest)}) <> 'null', 0)`;
  return { kind: "json", sql: textAt(source, rest), exists };
}

/** A scalar as its text, a structure as its JSON, null and nothing as the empty text. */
function textAt(document: Sql, path: readonly string[]): Sql {
  const at = jsonPath(path);
  return sql`coalesce(CASE json_type(${document}, ${at})
    WHEN 'text' THEN ${document} ->> ${at}
    WHEN 'null' THEN ''
    ELSE ${document} -> ${at} END, '')`;
}

/** Whole numbers are places in a list. SQLite has no way to write a key with a quote in it. */
function jsonPath(parts: readonly string[]): string {
  return parts.reduce((path, part) => {
    if (/^\d+$/.test(part)) return `${path}[${part}]`;
    if (part === "" || /["\\]/.test(part)) throw badRequest(`The path part ${JSON.stringify(part)} cannot be read`);
    return `${path}."${part}"`;
  }, "$");
}
