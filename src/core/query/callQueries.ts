import type { CallDocumentName } from "./call.ts";
import type { CallQuery } from "./callQuery.ts";
import type { ProjectQuery } from "./projectId.ts";

export interface CallSortKey {
  /** A column of a call, or a dotted path inside one of its documents. */
  readonly field: string;
  readonly direction: "asc" | "desc";
}

/** Which calls to list. An absent field is not sent. */
export interface CallListQuery extends Omit<CallQuery, "limit" | "includeStorageSize"> {
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

/** Which calls to export, with which documents. */
export interface ExportedCallsQuery extends Omit<CallListQuery, "costs" | "turnsOnly"> {
  readonly documents: readonly CallDocumentName[];
}

/** Which documents of which calls to load. */
export interface CallDocumentsQuery extends ProjectQuery {
  /** At most 1000. */
  readonly callIds: readonly string[];
  readonly documents: readonly CallDocumentName[];
  /** Maximum bytes of one call's documents; a larger one ends the response with a fault that `isTooLong`. Default 4 MiB. */
  readonly mostBytes?: number;
}
