import type { CallFilter } from "../counts/callQuery.ts";
import type { Query } from "../counts/expression.ts";
import type { ProjectId } from "../session/projectId.ts";
import type { Call, CallDocumentName, CallDocuments, CallPlace } from "./call.ts";

export interface CallSortKey {
  /** A column of a call, or a dotted path below one of its documents. */
  readonly field: string;
  readonly direction: "asc" | "desc";
}

/** Which calls to list. An absent member is not sent. */
export interface CallListQuery {
  readonly project: ProjectId;
  readonly filter?: CallFilter;
  readonly query?: Query;
  /** Only calls that are turns; where the service cannot be asked for them, the others are left out on the way. */
  readonly turnsOnly?: boolean;
  readonly sort?: readonly CallSortKey[];
  readonly limit?: number;
  readonly offset?: number;
  /** Whether to ask what the models' tokens cost, which is more work for the service. */
  readonly costs?: boolean;
}

/** Which calls to find. */
export type CallPlacesQuery = Omit<CallListQuery, "costs">;

/** Which documents of which calls to bring. */
export interface CallDocumentsQuery {
  readonly project: ProjectId;
  /** At most 1000. */
  readonly callIds: readonly string[];
  readonly documents: readonly CallDocumentName[];
  /** Bytes of one call's documents; a larger one breaks the answer off with a fault that `isTooLong`. 4 MiB without it. */
  readonly mostBytes?: number;
}

/**
 * What calls say: one operation of the service, which older ones lack (a `routeMissing` then). All reject with a
 * `ServiceError` when the service or the way to it fails, and with the signal's reason when the signal aborts.
 */
export interface CallService {
  /** Calls in the order asked for, each batch as soon as it has arrived, with the columns of a `Call` alone. */
  queryCalls(query: CallListQuery, signal: AbortSignal): AsyncIterable<readonly Call[]>;
  /** As above, with a `CallPlace` of each: its exception and its usage may be large. */
  queryCallPlaces(query: CallPlacesQuery, signal: AbortSignal): AsyncIterable<readonly CallPlace[]>;
  /** Documents of calls, in no order; a call that is not there, or has been deleted, is left out. */
  queryCallDocuments(query: CallDocumentsQuery, signal: AbortSignal): AsyncIterable<readonly CallDocuments[]>;
}
