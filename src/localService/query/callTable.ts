import { type InternalIds, internalRun, internalUser } from "./internalIds.ts";
import { type Sql, sql } from "./sql.ts";
import { type ColumnKind, columnKinds, type StoredCall } from "./storedCall.ts";

/** The two call tables of the service: `merged` from separate start and end parts, or `complete` rows from newer SDKs. */
export const callTables = ["merged", "complete"] as const;

export type CallTable = (typeof callTables)[number];

/**
 * The columns of a call in either table by name, in order, with internal IDs of refs, runs and users, and times in
 * microseconds since the epoch.
 */
export const callColumns: ReadonlyMap<string, ColumnKind> = new Map(Object.entries(columnKinds));

/** The value for "never" in `expire_at`, which is always set. Microseconds since the epoch. */
export const neverExpires = Date.UTC(2100, 0, 1) * 1000;

/**
 * Sentinels for missing values in the complete table, whose columns are not nullable (wandb/weave,
 * `ch_sentinel_values.py`, release 0.53.12).
 */
const sentinels: { readonly [kind in ColumnKind]?: string | number } = { text: "", integer: 0, datetime: 0 };

/** The stored value for a missing value in a column. */
export function absentValue(column: string, table: CallTable): string | number | null {
  if (column === "expire_at") return neverExpires;
  const kind = callColumns.get(column);
  return table === "complete" && kind ? (sentinels[kind] ?? null) : null;
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

/** For the root of a trace, the stored bytes of all its calls; null for other calls. */
export function traceSize(table: CallTable): Sql {
  return sql`CASE WHEN ${isAbsent("parent_id", table)} THEN (
    SELECT sum(below.storage_size_bytes) FROM calls AS below
    WHERE below.project = calls.project AND below.trace_id = calls.trace_id) END`;
}

/** The values of a call in the order of its columns. */
export function storedCall(call: StoredCall, table: CallTable, ids: InternalIds): (string | number | null)[] {
  const values: Readonly<Record<string, StoredCall[keyof StoredCall]>> = {
    ...call,
    op_name: ids.toInternal(call.op_name),
    wb_user_id: call.wb_user_id && internalUser(call.wb_user_id),
    wb_run_id: call.wb_run_id && internalRun(call.wb_run_id),
  };
  return [...callColumns].map(([name, kind]) => {
    const value = values[name] ?? null;
    if (kind === "json" || kind === "list") return ids.toInternal(JSON.stringify(value));
    if (typeof value === "number") return kind === "datetime" ? Math.round(value * 1000) : value;
    return typeof value === "string" ? value : absentValue(name, table);
  });
}
