import * as z from "zod";
import { sortFields } from "../../core/threadQuery.ts";
import { query } from "./expressionSchema.ts";

// wandb/weave `trace_server_interface.py`. Strict, because newer services ignore a key that they do not know, and a
// misspelt filter would silently match more. Without transforms, so that a JSON schema can be made from them.

const projectId = z
  .string()
  .regex(/^[^/]+\/[^/]+$/)
  .describe("Project, <entity>/<project>");

/** Empty lists are refused: to the service they mean everything in one field and nothing in another. */
const list = z.array(z.string()).min(1);

/** The service answers 400 to longer ones. */
const callFilterList = list.max(1000).nullish();

const callsFilter = z.strictObject({
  op_names: callFilterList.describe("Op refs weave:///<entity>/<project>/op/<name>:<digest or *>, or bare names"),
  input_refs: callFilterList,
  output_refs: callFilterList,
  parent_ids: callFilterList,
  trace_ids: callFilterList,
  call_ids: callFilterList,
  thread_ids: callFilterList,
  turn_ids: callFilterList,
  trace_roots_only: z.boolean().nullish().describe("Only calls without a parent"),
  wb_user_ids: callFilterList,
  wb_run_ids: callFilterList.describe("<entity>/<project>/<run>, or a bare run id of this project"),
});

/** The body of `POST /calls/query_stats`. */
export const callStatsRequest = z
  .strictObject({
    project_id: projectId,
    filter: callsFilter.nullish(),
    query: query.nullish(),
    limit: z.int().min(1).nullish().describe("Caps the calls counted"),
    include_total_storage_size: z.boolean().nullish(),
    expand_columns: z.array(z.string().min(1)).min(1).nullish().describe("Paths inputs.<name> that hold refs"),
  })
  .refine((request) => request.limit !== 1 || !request.query, {
    path: ["limit"],
    message: "With a query the service takes a limit of 1 for another question and ignores the query; use 2 or more",
  });

const threadsFilter = z.strictObject({
  after_datetime: z.iso.datetime().nullish().describe("Only turns started after this, exclusive; UTC"),
  before_datetime: z.iso.datetime().nullish().describe("Only turns started before this, exclusive; UTC"),
  thread_ids: list.nullish(),
});

/** The body of `POST /threads/stream_query`. */
export const threadsRequest = z.strictObject({
  project_id: projectId,
  filter: threadsFilter.nullish(),
  limit: z.int().min(1).nullish().describe("Maximum number of threads"),
  offset: z.int().min(0).nullish().describe("Number of threads to skip"),
  sort_by: z
    .array(z.strictObject({ field: z.enum(sortFields), direction: z.enum(["asc", "desc"]) }))
    .min(1)
    .nullish(),
});

export type CallStatsRequest = z.infer<typeof callStatsRequest>;
export type ThreadsRequest = z.infer<typeof threadsRequest>;
