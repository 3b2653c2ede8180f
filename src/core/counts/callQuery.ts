import type { ProjectId } from "../session/projectId.ts";
import type { Query } from "./expression.ts";

/**
 * Which calls to count. Fields combine with AND, the values inside one with OR; an empty list is the same as none.
 * The service takes at most 1000 values in a list.
 */
export interface CallFilter {
  /** Op refs `weave:///<entity>/<project>/op/<name>:<digest or *>`, or bare names for ops stored under bare names. */
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
  /** `<entity>/<project>/<run>`, or a bare run id of the queried project. */
  readonly runIds?: readonly string[];
}

/** What `POST /calls/query_stats` is asked. An absent member is not sent. */
export interface CallQuery {
  readonly project: ProjectId;
  readonly filter?: CallFilter;
  readonly query?: Query;
  /** Caps the calls counted. With `query`, never 1: the service then answers another question. */
  readonly limit?: number;
  readonly includeStorageSize?: boolean;
  /** Dotted paths, `inputs.<name>`, that hold refs to look through while filtering. */
  readonly expandColumns?: readonly string[];
}

export interface CallCount {
  readonly count: number;
  /** Whether the count stopped at a limit; null from services that do not say. Newer ones ignore limits and count all. */
  readonly hasMore: boolean | null;
  /** Bytes of the matching trace roots with all below them; null when not asked for or not known. */
  readonly storageSize: number | null;
  /**
   * Operators that the service is too old for and that were asked in their older form, such as `$not` of the opposite;
   * empty where the query was asked as it stands. A call without a value there may count in one form and not in the other.
   */
  readonly rewritten: readonly string[];
  /**
   * Set where the service counts none because it cannot count through refs: `count` is of the calls that it lists, of
   * which `hasMore` says whether there may be others.
   */
  readonly listed?: true;
}
