import type { Json } from "../../core/json.ts";
import { neverExpires } from "./callTable.ts";
import type { Row } from "./database.ts";
import { formatDatetime } from "./datetime.ts";
import { externalRun, externalUser, type InternalIds } from "./internalIds.ts";

type Value = Row[string] | undefined;

/** The value of a document that was not requested. */
const emptyDocuments: Readonly<Record<string, Json>> = { attributes: {}, inputs: {}, output: null, summary: {} };

const readers: Readonly<Record<string, (value: Value, ids: InternalIds) => Json>> = {
  id: text,
  op_name: (value, ids) => (typeof value === "string" ? ids.toExternal(value) : null),
  display_name: text,
  trace_id: text,
  parent_id: text,
  thread_id: text,
  turn_id: text,
  exception: text,
  wb_user_id: (value) => (typeof value === "string" && value !== "" ? externalUser(value) : null),
  wb_run_id: (value) => (typeof value === "string" && value !== "" ? externalRun(value) : null),
  wb_run_step: number,
  wb_run_step_end: number,
  storage_size_bytes: number,
  total_storage_size_bytes: number,
  started_at: moment,
  ended_at: moment,
  // Deleted calls are not returned.
  deleted_at: () => null,
  expire_at: (value) => (value === neverExpires ? null : moment(value)),
};

/** Columns of a call by their names in requests, except those that no record contains. */
export const callColumns: readonly string[] = [...Object.keys(readers), ...Object.keys(emptyDocuments)];

/**
 * Converts a row to a line of the response of `POST /calls/stream_query`, without derived values: all fields, those not
 * requested are empty. Sentinels of the complete table become null, except for run
 * steps, where 0 stays 0.
 */
export function callRecord(projectId: string, row: Row, ids: InternalIds): Readonly<Record<string, Json>> {
  const record: Record<string, Json> = { project_id: projectId, ...emptyDocuments };
  for (const [name, read] of Object.entries(readers)) record[name] = read(row[name], ids);
  for (const name of Object.keys(emptyDocuments)) {
    const json = row[name];
    if (typeof json === "string") record[name] = JSON.parse(ids.toExternal(json));
  }
  return record;
}

function text(value: Value): Json {
  return typeof value === "string" && value !== "" ? value : null;
}

function number(value: Value): Json {
  return typeof value === "number" ? value : null;
}

function moment(value: Value): Json {
  return typeof value === "number" && value !== 0 ? formatDatetime(value) : null;
}
