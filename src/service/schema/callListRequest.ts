import type {
  CallDocumentsQuery,
  CallListQuery,
  CallPlacesQuery,
  ExportedCallsQuery,
} from "../../core/query/callQueries.ts";
import { type CallQuery, callBody } from "../../core/query/callQuery.ts";
import type { Operation, Query } from "../../core/query/expression.ts";
import { type SpareCallPart, spareCallParts } from "../fault/refusedParts.ts";
import { type CallsRequest, callsRequest } from "./requestSchema.ts";
import { checked } from "./wireRequest.ts";

/** Only the columns of a `Call`, because documents may be of any size. */
const headColumns = [
  "id",
  "op_name",
  "display_name",
  "trace_id",
  "parent_id",
  "thread_id",
  "turn_id",
  "started_at",
  "ended_at",
  "exception",
  "summary",
];

/** The parts of a request for calls that older services reject. */
export function sparePartsOf({ costs, turnsOnly }: CallListQuery): readonly SpareCallPart[] {
  const requested = { include_storage_size: true, include_costs: costs ?? false, query: turnsOnly ?? false };
  return spareCallParts.filter((part) => requested[part]);
}

/**
 * The body for a list of calls, without the parts that the service does not support: `query` stands for the condition of
 * `turnsOnly`. Throws a `ServiceError` with an `invalidRequest` for one that the service would reject.
 */
export function callListRequestOf(query: CallListQuery, without: ReadonlySet<SpareCallPart> = new Set()): CallsRequest {
  const { project, filter, expandColumns, ...page } = query;
  const requested = new Set(sparePartsOf(query).filter((part) => !without.has(part)));
  const turns: Query = { $expr: page.query ? { $and: [isTurn, page.query.$expr] } : isTurn };
  const condition = requested.has("query") ? turns : page.query;
  return checked(callsRequest, {
    project_id: project,
    ...callBody({
      ...(filter && { filter }),
      ...(condition && { query: condition }),
      ...(expandColumns && { expandColumns }),
    }),
    limit: page.limit,
    offset: page.offset,
    sort_by: page.sort?.length ? page.sort : undefined,
    columns: headColumns,
    include_costs: requested.has("include_costs") || undefined,
    include_storage_size: requested.has("include_storage_size") || undefined,
  });
}

const isTurn: Operation = { $eq: [{ $getField: "id" }, { $getField: "turn_id" }] };

/** The body for the places of calls, as above, also without sizes. */
export function callPlacesRequestOf(
  query: CallPlacesQuery,
  without: ReadonlySet<SpareCallPart> = new Set(),
): CallsRequest {
  return withColumns(["id", "thread_id", "turn_id"], query, without);
}

/** The body for the failures of calls, as above. */
export function callFailuresRequestOf(
  query: CallPlacesQuery,
  without: ReadonlySet<SpareCallPart> = new Set(),
): CallsRequest {
  return withColumns(["id", "op_name", "exception", "started_at", "thread_id", "turn_id"], query, without);
}

/** The body for the outcomes of calls, as above. The status follows from these columns, and a summary may be large. */
export function callOutcomesRequestOf(query: CallPlacesQuery): CallsRequest {
  return withColumns(["id", "op_name", "started_at", "ended_at", "exception"], query, new Set());
}

/** The columns of an `ExportedCall` without its documents. */
const exportedColumns = headColumns.filter((column) => column !== "display_name");

/** The body for calls to export, as above. */
export function exportedCallsRequestOf({ documents, ...query }: ExportedCallsQuery): CallsRequest {
  return withColumns([...exportedColumns, ...documents], query, new Set());
}

function withColumns(columns: string[], query: CallPlacesQuery, without: ReadonlySet<SpareCallPart>): CallsRequest {
  return { ...callListRequestOf(query, new Set([...without, "include_storage_size"])), columns };
}

/** The body for the IDs of a number of the counted calls, as above. */
export function callIdsRequestOf(query: CallQuery, limit: number): CallsRequest {
  const { project, includeStorageSize: _, ...requested } = query;
  return checked(callsRequest, { project_id: project, ...callBody({ ...requested, limit }), columns: ["id"] });
}

/** The body for documents of calls. Throws a `ServiceError` with an `invalidRequest` as above. */
export function callDocumentsRequestOf({ project, callIds, documents }: CallDocumentsQuery): CallsRequest {
  return checked(callsRequest, {
    project_id: project,
    filter: { call_ids: callIds },
    limit: callIds.length,
    columns: ["id", ...documents],
  });
}
