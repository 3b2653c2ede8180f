import type { Json } from "../../core/json.ts";
import type { Row } from "./database.ts";
import { formatDatetime } from "./datetime.ts";

/** One line of the answer of `POST /calls/stream_query`: every member there is, those not asked for empty. */
export type CallRecord = Record<string, Json>;

const texts = ["id", "op_name", "display_name", "trace_id", "parent_id", "thread_id", "turn_id", "exception"];
const users = ["wb_user_id", "wb_run_id"];
const numbers = ["wb_run_step", "wb_run_step_end", "storage_size_bytes", "total_storage_size_bytes"];
const times = ["started_at", "ended_at", "deleted_at"];

/** What stands for a document that was not asked for. */
const emptyDocuments: Readonly<Record<string, Json>> = { attributes: {}, inputs: {}, output: null, summary: {} };

/** Columns of a call by the names that requests use. */
export const callColumns: readonly string[] = [
  ...texts,
  ...users,
  ...numbers,
  ...times,
  ...Object.keys(emptyDocuments),
];

/** A row of columns of the same names as a record, without what is worked out. */
export function callRecord(projectId: string, row: Row): CallRecord {
  return {
    project_id: projectId,
    ...read([...texts, ...users], row, (value) => (typeof value === "string" ? value : null)),
    ...read(numbers, row, (value) => (typeof value === "number" ? value : null)),
    ...read(times, row, (value) => (typeof value === "number" ? formatDatetime(value) : null)),
    ...emptyDocuments,
    ...read(
      Object.keys(emptyDocuments).filter((name) => name in row),
      row,
      document,
    ),
  };
}

type Value = Row[string] | undefined;

function read(names: readonly string[], row: Row, value: (found: Value) => Json): CallRecord {
  return Object.fromEntries(names.map((name) => [name, value(row[name])]));
}

function document(value: Value): Json {
  if (typeof value !== "string") return null;
  const json: Json = JSON.parse(value);
  return json;
}
