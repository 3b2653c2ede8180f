import { sortFields } from "../../core/threads/threadQuery.ts";
import * as z from "../../zod.ts";
import { query } from "./expressionSchema.ts";
import { possible } from "./impossibleParts.ts";

// wandb/weave `trace_server_interface.py`. Strict, because newer services ignore a key that they do not know, and a
// misspelt filter would silently match more. Without transforms, so that a JSON schema can be made from them.

export const projectId = z.string().check(z.regex(/^[^/]+\/[^/]+$/));

/** Empty lists are refused: to the service they mean everything in one field and nothing in another. */
const list = z.array(z.string()).check(z.minLength(1));

/** The service answers 400 to longer ones. */
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

/** What the body of `POST /calls/query_stats` holds besides its project. */
export const callStatsFields = {
  filter: z.nullish(callsFilter),
  query: z.nullish(query.check(possible)),
  limit: z.nullish(atLeastOne),
  include_total_storage_size: z.nullish(z.boolean()),
  expand_columns: z.nullish(z.array(z.string().check(z.minLength(1))).check(z.minLength(1))),
};

/** Refuses a limit of 1 beside a query: the service takes it for another question. */
export const notOneWithQuery = z.refine<{ limit?: number | null | undefined; query?: unknown }>(
  (request) => request.limit !== 1 || !request.query,
  {
    path: ["limit"],
    // Told together with whatever else is wrong.
    when: ({ value }) => typeof value === "object" && value !== null,
    message: "With a query the service takes a limit of 1 for another question and ignores the query; use 2 or more",
  },
);

/** The body of `POST /calls/query_stats`. */
export const callStatsRequest = z.strictObject({ project_id: projectId, ...callStatsFields }).check(notOneWithQuery);

/** Of threads by when their turns started, both bounds exclusive and in UTC. */
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

/** The body of `POST /calls/stream_query`, as far as this side asks. */
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
