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
