import type { Json } from "../../core/json.ts";
import { callColumns, neverExpires } from "./callTable.ts";
import type { Row } from "./database.ts";
import { formatDatetime } from "./datetime.ts";
import { externalRun, externalUser, type InternalIds } from "./internalIds.ts";

/** The value of a document that was not requested. */
const emptyDocuments: Readonly<Record<string, Json>> = { attributes: {}, inputs: {}, output: null, summary: {} };

/** Columns of a call by their names in requests, except those that no record contains. */
export const recordColumns: readonly string[] = [
  ...[...callColumns].flatMap(([name, kind]) => (kind === "list" ? [] : [name])),
  "total_storage_size_bytes",
];

/**
 * Converts a row to a line of the response of `POST /calls/stream_query`, without derived values: all fields, those not
 * requested are empty. Sentinels of the complete table become null, except for run steps, where 0 stays 0.
 */
export function callRecord(projectId: string, row: Row, ids: InternalIds): Readonly<Record<string, Json>> {
  const read = (name: string): Json => {
    const value = row[name];
    const kind = callColumns.get(name);
    if (kind === "json")
      return typeof value === "string" ? JSON.parse(ids.toExternal(value)) : (emptyDocuments[name] ?? null);
    if (typeof value === "string") return value === "" ? null : externalText(name, value, ids);
    if (typeof value !== "number") return null;
    if (kind !== "datetime") return value;
    return value === 0 || value === neverExpires ? null : formatDatetime(value);
  };
  return { project_id: projectId, ...Object.fromEntries(recordColumns.map((name) => [name, read(name)])) };
}

function externalText(name: string, value: string, ids: InternalIds): string {
  if (name === "op_name") return ids.toExternal(value);
  if (name === "wb_user_id") return externalUser(value);
  return name === "wb_run_id" ? externalRun(value) : value;
}
