import type { CallFilter } from "../counts/callQuery.ts";
import type { Query } from "../counts/expression.ts";
import type { ProjectId } from "../session/projectId.ts";
import type { Call, CallDocumentName, CallDocuments, CallPlace } from "./call.ts";

export interface CallSortKey {
  /** A column of a call, or a dotted path inside one of its documents. */
  readonly field: string;
  readonly direction: "asc" | "desc";
}

/** Which calls to list. An absent field is not sent. */
export interface CallListQuery {
  readonly project: ProjectId;
  readonly filter?: CallFilter;
  readonly query?: Query;
  /** Only calls that are turns; if the service does not support this filter, other calls are dropped on arrival. */
  readonly turnsOnly?: boolean;
  readonly sort?: readonly CallSortKey[];
  readonly limit?: number;
  readonly offset?: number;
  /** Whether to request token costs, which is more work for the service. */
  readonly costs?: boolean;
}

/** Which calls to find. */
export type CallPlacesQuery = Omit<CallListQuery, "costs">;

/** Which documents of which calls to load. */
export interface CallDocumentsQuery {
  readonly project: ProjectId;
  /** At most 1000. */
  readonly callIds: readonly string[];
  readonly documents: readonly CallDocumentName[];
  /** Maximum bytes of one call's documents; a larger one ends the response with a fault that `isTooLong`. Default 4 MiB. */
  readonly mostBytes?: number;
}

/**
 * Call contents: one operation of the service, which older versions lack (`routeMissing`). All reject with a
 * `ServiceError` if the service or the connection fails, and with the signal's reason if the signal aborts.
 */
export interface CallService {
  /** Calls in the requested order, each batch as soon as it arrives, with only the columns of a `Call`. */
  queryCalls(query: CallListQuery, signal: AbortSignal): AsyncIterable<readonly Call[]>;
  /** Like `calls`, with only a `CallPlace` each: exception and usage may be large. */
  queryCallPlaces(query: CallPlacesQuery, signal: AbortSignal): AsyncIterable<readonly CallPlace[]>;
  /** Documents of calls, in no particular order; missing or deleted calls are omitted. */
  queryCallDocuments(query: CallDocumentsQuery, signal: AbortSignal): AsyncIterable<readonly CallDocuments[]>;
}
