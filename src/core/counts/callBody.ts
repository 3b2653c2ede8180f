import type { CallFilter, CallQuery } from "./callQuery.ts";

/** Names of the call filter fields in requests. */
export const filterNames = {
  opNames: "op_names",
  inputRefs: "input_refs",
  outputRefs: "output_refs",
  parentIds: "parent_ids",
  traceIds: "trace_ids",
  callIds: "call_ids",
  threadIds: "thread_ids",
  turnIds: "turn_ids",
  traceRootsOnly: "trace_roots_only",
  userIds: "wb_user_ids",
  runIds: "wb_run_ids",
} as const satisfies Record<keyof CallFilter, string>;

const otherNames = {
  query: "query",
  limit: "limit",
  includeStorageSize: "include_total_storage_size",
  expandColumns: "expand_columns",
} as const satisfies Record<Exclude<keyof CallQuery, "project" | "filter">, string>;

/** The body of `POST /calls/query_stats` for a query, without the project. Unset fields are omitted. */
export function callBody({ filter = {}, ...others }: Omit<CallQuery, "project">): object {
  const wireFilter = renamed(filter, filterNames);
  return { ...(Object.keys(wireFilter).length > 0 && { filter: wireFilter }), ...renamed(others, otherNames) };
}

/**
 * Omits unset fields and empty lists: older services reject unknown fields even if null, and interpret empty lists
 * inconsistently.
 */
function renamed(fields: object, names: Readonly<Record<string, string>>): object {
  const named = Object.entries(fields).flatMap(([key, value]) => {
    const name = Object.hasOwn(names, key) ? names[key] : undefined;
    const unset = value === undefined || (Array.isArray(value) && value.length === 0);
    return name === undefined || unset ? [] : [[name, value] as const];
  });
  return Object.fromEntries(named);
}
