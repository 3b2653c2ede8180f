import type { CallRow } from "./call.ts";
import { type InternalIds, internalRun, internalUser } from "./internalIds.ts";
import { type Sql, sql } from "./sql.ts";

/**
 * The two call tables of the service: `merged` from separate start and end parts, or `complete` rows from newer SDKs.
 */
export const callTables = ["merged", "complete"] as const;

export type CallTable = (typeof callTables)[number];

/** The value for "never" in `expire_at`, which is always set. Microseconds since the epoch. */
export const neverExpires = Date.UTC(2100, 0, 1) * 1000;

/**
 * Sentinels for missing values in the complete table, whose columns are not nullable (wandb/weave,
 * `ch_sentinel_values.py`, release 0.53.12).
 */
const sentinels: Readonly<Record<string, string | number>> = {
  parent_id: "",
  thread_id: "",
  turn_id: "",
  display_name: "",
  exception: "",
  wb_user_id: "",
  wb_run_id: "",
  wb_run_step: 0,
  wb_run_step_end: 0,
  ended_at: 0,
  deleted_at: 0,
};

/** The stored value for a missing value in a column. */
export function absentValue(column: string, table: CallTable): string | number | null {
  if (column === "expire_at") return neverExpires;
  return table === "complete" && Object.hasOwn(sentinels, column) ? (sentinels[column] ?? null) : null;
}

/** Whether a call has no value in a column. The SQL is constant, so that a partial index can use the same condition. */
export function isAbsent(column: string, table: CallTable): Sql {
  const absent = absentValue(column, table);
  const constant = typeof absent === "string" ? `'${absent}'` : String(absent ?? "NULL");
  return { text: `(calls.${column} IS ${constant})`, values: [] };
}

export function isPresent(column: string, table: CallTable): Sql {
  return sql`(NOT ${isAbsent(column, table)})`;
}

type Stored = string | number | null;

interface Column {
  readonly type: "TEXT" | "INTEGER";
  readonly value: (call: CallRow, ids: InternalIds) => Stored;
}

/**
 * The columns of a call in either table, with internal IDs of refs, runs and users, and times in microseconds since the
 * epoch. The documents are last: a row is read from the start, and most queries do not need them.
 */
export const storedColumns: Readonly<Record<string, Column>> = {
  id: text((call) => call.id),
  trace_id: text((call) => call.trace_id),
  parent_id: text((call) => call.parent_id),
  thread_id: text((call) => call.thread_id),
  turn_id: text((call) => call.turn_id),
  op_name: text((call, ids) => ids.toInternal(call.op_name)),
  display_name: text((call) => call.display_name),
  started_at: moment((call) => call.started_at),
  ended_at: moment((call) => call.ended_at),
  deleted_at: moment((call) => call.deleted_at),
  expire_at: moment((call) => call.expire_at),
  exception: text((call) => call.exception),
  wb_user_id: text((call) => call.wb_user_id && internalUser(call.wb_user_id)),
  wb_run_id: text((call) => call.wb_run_id && internalRun(call.wb_run_id)),
  wb_run_step: integer((call) => call.wb_run_step),
  wb_run_step_end: integer((call) => call.wb_run_step_end),
  input_refs: text((call, ids) => ids.toInternal(JSON.stringify(call.input_refs))),
  output_refs: text((call, ids) => ids.toInternal(JSON.stringify(call.output_refs))),
  storage_size_bytes: integer((call) => call.storage_size_bytes),
  attributes: text((call, ids) => ids.toInternal(JSON.stringify(call.attributes))),
  inputs: text((call, ids) => ids.toInternal(JSON.stringify(call.inputs))),
  output: text((call, ids) => ids.toInternal(JSON.stringify(call.output))),
  summary: text((call, ids) => ids.toInternal(JSON.stringify(call.summary))),
};

const entries = Object.entries(storedColumns);

/** The values of `storedColumns`, in order. */
export function storedCall(call: CallRow, table: CallTable, ids: InternalIds): Stored[] {
  return entries.map(([name, column]) => column.value(call, ids) ?? absentValue(name, table));
}

function text(value: Column["value"]): Column {
  return { type: "TEXT", value };
}

function integer(value: Column["value"]): Column {
  return { type: "INTEGER", value };
}

function moment(milliseconds: (call: CallRow) => number | null): Column {
  return integer((call) => {
    const value = milliseconds(call);
    return value === null ? null : Math.round(value * 1000);
  });
}
