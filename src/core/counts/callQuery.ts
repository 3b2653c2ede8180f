import type { ProjectId } from "../session/projectId.ts";
import type { Query } from "./expression.ts";

/**
 * Selects calls. Fields combine with AND, the values of a field with OR; an empty list is the same as none. The service
 * accepts at most 1000 values in a list.
 */
export interface CallFilter {
  /** Op refs `weave:///<entity>/<project>/op/<name>:<digest or *>`, or bare names for ops recorded without a ref. */
  readonly opNames?: readonly string[];
  readonly inputRefs?: readonly string[];
  readonly outputRefs?: readonly string[];
  readonly parentIds?: readonly string[];
  readonly traceIds?: readonly string[];
  readonly callIds?: readonly string[];
  readonly threadIds?: readonly string[];
  readonly turnIds?: readonly string[];
  /** Only calls without a parent. */
  readonly traceRootsOnly?: boolean;
  readonly userIds?: readonly string[];
  /** `<entity>/<project>/<run>`, or a bare run ID of the queried project. */
  readonly runIds?: readonly string[];
}

/** A query for `POST /calls/query_stats`. Absent fields are not sent. */
export interface CallQuery {
  readonly project: ProjectId;
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
  /**
   * Set if the service cannot count through refs: `count` is the number of calls that it lists, and `hasMore` is true
   * if there may be more.
   */
  readonly listed?: true;
}
