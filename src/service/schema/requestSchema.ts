import { query } from "../../core/query/expression.ts";
import { sortFields } from "../../core/query/threadQuery.ts";
import * as z from "../../zod.ts";
import { possible } from "./impossibleParts.ts";

// wandb/weave `trace_server_interface.py`. Strict, because newer services ignore unknown keys, and a misspelled filter
// would silently match more. Without transforms, so that a JSON schema can be generated.

export const projectId = z.string().check(z.regex(/^[^/]+\/[^/]+$/));

/** Empty lists are rejected: depending on the field, the service treats them as everything or as nothing. */
const list = z.array(z.string()).check(z.minLength(1));

/** The service responds with 400 to longer lists. */
const callFilterList = z.nullish(list.check(z.maxLength(1000)));

const callsFilter = z.strictObject({
  op_names: callFilterList,
  input_refs: callFilterList,
  output_refs: callFilterList,
  parent_ids: callFilterList,
  trace_ids: callFilterList,
  call_ids: callFilterList,
  thread_ids: callFilterList,
  turn_ids: callFilterList,
  trace_roots_only: z.nullish(z.boolean()),
  wb_user_ids: callFilterList,
  wb_run_ids: callFilterList,
});

const atLeastOne = z.int().check(z.minimum(1));
const notNegative = z.int().check(z.minimum(0));
const direction = z.enum(["asc", "desc"]);

/** The fields of the body of `POST /calls/query_stats` except its project. */
export const callStatsFields = {
  filter: z.nullish(callsFilter),
  query: z.nullish(query.check(possible)),
  limit: z.nullish(atLeastOne),
  include_total_storage_size: z.nullish(z.boolean()),
  expand_columns: z.nullish(z.array(z.string().check(z.minLength(1))).check(z.minLength(1))),
};

/** Rejects a limit of 1 with a query: the service treats it as a check whether any call exists. */
export const notOneWithQuery = z.refine<{ limit?: number | null | undefined; query?: unknown }>(
  (request) => request.limit !== 1 || !request.query,
  {
    path: ["limit"],
    // Reported together with other issues.
    when: ({ value }) => typeof value === "object" && value !== null,
    message: "With a query, a limit of 1 only checks whether any call exists and ignores the query. Enter 2 or more",
  },
);

/** The body of `POST /calls/query_stats`. */
export const callStatsRequest = z.strictObject({ project_id: projectId, ...callStatsFields }).check(notOneWithQuery);

/** Threads by the start time of their turns, both bounds exclusive and in UTC. */
const threadsFilter = z.strictObject({
  after_datetime: z.nullish(z.iso.datetime()),
  before_datetime: z.nullish(z.iso.datetime()),
  thread_ids: z.nullish(list),
});

/** The body of `POST /threads/stream_query`. */
export const threadsRequest = z.strictObject({
  project_id: projectId,
  filter: z.nullish(threadsFilter),
  limit: z.nullish(atLeastOne),
  offset: z.nullish(notNegative),
  sort_by: z.nullish(z.array(z.strictObject({ field: z.enum(sortFields), direction })).check(z.minLength(1))),
});

/** The body of `POST /calls/stream_query`, with the fields that this client uses. */
export const callsRequest = z.strictObject({
  project_id: projectId,
  filter: z.nullish(callsFilter),
  query: z.nullish(query),
  limit: z.nullish(atLeastOne),
  offset: z.nullish(notNegative),
  sort_by: z.nullish(
    z.array(z.strictObject({ field: z.string().check(z.minLength(1)), direction })).check(z.minLength(1)),
  ),
  columns: z.nullish(list),
  expand_columns: z.nullish(list),
  include_costs: z.nullish(z.boolean()),
  include_storage_size: z.nullish(z.boolean()),
});

export type CallsRequest = z.infer<typeof callsRequest>;
export type CallStatsRequest = z.infer<typeof callStatsRequest>;
export type ThreadsRequest = z.infer<typeof threadsRequest>;
