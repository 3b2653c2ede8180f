import type { CallDocumentsQuery, CallListQuery } from "../../core/calls/callService.ts";
import { callBody } from "../../core/counts/callBody.ts";
import type { Operation, Query } from "../../core/counts/expression.ts";
import { type CallsRequest, callsRequest } from "./requestSchema.ts";
import { checked } from "./wireRequest.ts";

/** The columns that a `Call` is made of, and no others: the documents may be of any size. */
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

/** The body for a list of calls. Throws a `ServiceError` with an `invalidRequest` for one that the service would refuse. */
export function callListRequestOf({ project, filter, ...page }: CallListQuery): CallsRequest {
  const query = page.turnsOnly ? turnsOf(page.query) : page.query;
  return checked(callsRequest, {
    project_id: project,
    ...callBody({ ...(filter && { filter }), ...(query && { query }) }),
    limit: page.limit,
    offset: page.offset,
    sort_by: page.sort?.length ? page.sort : undefined,
    columns: headColumns,
    include_costs: page.costs || undefined,
    include_storage_size: true,
  });
}

const isTurn: Operation = { $eq: [{ $getField: "id" }, { $getField: "turn_id" }] };

function turnsOf(query: Query | undefined): Query {
  return { $expr: query ? { $and: [isTurn, query.$expr] } : isTurn };
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
