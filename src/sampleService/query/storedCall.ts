import type { CallRow } from "./call.ts";
import { absentValue, type CallTable } from "./callTable.ts";
import { type InternalIds, internalRun, internalUser } from "./internalIds.ts";

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
