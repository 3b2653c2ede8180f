import type { RequestIssue } from "../failures/fault.ts";
import type { Query } from "./expression.ts";
import type { ProjectId, ProjectQuery } from "./projectId.ts";

/** Smallest limit of a count that can be entered. */
export const leastLimit = 2;

/** Names of the call filter fields in requests. */
export const filterNames = {
  /** Op refs `weave:///<entity>/<project>/op/<name>:<digest or *>`, or bare names for ops recorded without a ref. */
  opNames: "op_names",
  inputRefs: "input_refs",
  outputRefs: "output_refs",
  parentIds: "parent_ids",
  traceIds: "trace_ids",
  callIds: "call_ids",
  threadIds: "thread_ids",
  turnIds: "turn_ids",
  /** Only calls without a parent. */
  traceRootsOnly: "trace_roots_only",
  userIds: "wb_user_ids",
  /** `<entity>/<project>/<run>`, or a bare run ID of the queried project. */
  runIds: "wb_run_ids",
} as const;

/**
 * Selects calls. Fields combine with AND, the values of a field with OR; an empty list is the same as none. The service
 * accepts at most 1000 values in a list.
 */
export type CallFilter = {
  readonly [Name in keyof typeof filterNames]?: Name extends "traceRootsOnly" ? boolean : readonly string[];
};

/** A query for `POST /calls/query_stats`. Absent fields are not sent. */
export interface CallQuery extends ProjectQuery {
  readonly filter?: CallFilter;
  readonly query?: Query;
  /** Maximum number of calls to count. Never 1 with `query`: the service then only checks whether any call exists. */
  readonly limit?: number;
  readonly includeStorageSize?: boolean;
  /** Dotted paths, `inputs.<name>`, of refs that are expanded for filtering. */
  readonly expandColumns?: readonly string[];
}

export interface CallCount {
  readonly count: number;
  /**
   * Whether the count stopped at a limit; null if the service does not report it. Newer services ignore limits and
   * count all calls.
   */
  readonly hasMore: boolean | null;
  /** Bytes of the traces whose root matches; null if not requested or unknown. */
  readonly storageSize: number | null;
  /**
   * Operators that the service does not support and that were rewritten, such as `$not` of the opposite. A call without
   * a value may match one form and not the other.
   */
  readonly rewritten: readonly string[];
  /** Of the project's count: the spans of its agents; absent if the service has none. */
  readonly spans?: number;
  /**
   * Set if the service cannot count through refs: `count` is the number of calls that it lists, and `hasMore` is true
   * if there may be more.
   */
  readonly listed?: true;
}

const otherNames = {
  query: "query",
  limit: "limit",
  includeStorageSize: "include_total_storage_size",
  expandColumns: "expand_columns",
} as const satisfies Record<Exclude<keyof CallQuery, keyof ProjectQuery | "filter">, string>;

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

/** The query in a count file; `project` is null for the project of the window. */
export type CountFileQuery = Omit<CallQuery, "project"> & { readonly project: ProjectId | null };

/** A parsed count file: a query, or all of its issues. */
export type CountFileReading =
  | { readonly kind: "read"; readonly query: CountFileQuery }
  | { readonly kind: "refused"; readonly issues: readonly RequestIssue[] };

/** Extension of count files, which contain the body of `POST /calls/query_stats`. */
export const countFileEnding = ".weave-count.json";
