import { sortFields } from "../../core/threads/threadQuery.ts";
import * as z from "../../zod.ts";
import { query } from "./expressionSchema.ts";
import { snippet } from "./snippet.ts";

// wandb/weave `trace_server_interface.py`. Strict, because newer services ignore a key that they do not know, and a
// misspelt filter would silently match more. Without transforms, so that a JSON schema can be made from them.

export const projectId = z
  .string()
  .regex(/^[^/]+\/[^/]+$/)
  .meta({ patternErrorMessage: "A project is <entity>/<project>." });

/** Empty lists are refused: to the service they mean everything in one field and nothing in another. */
const list = z.array(z.string()).min(1);

/** The service answers 400 to longer ones. */
function callFilterList(description: string): z.ZodOptional<z.ZodNullable<typeof list>> {
  return list
    .max(1000)
    .nullish()
    .meta({ description: `${description}. 1 to 1000 values, any of which matches.`, ...snippet('["$1"]') });
}

const callsFilter = z.strictObject({
  op_names: callFilterList(
    "Op refs weave:///<entity>/<project>/op/<name>:<digest>, with * for any digest; bare names only for ops stored under bare names",
  ),
  input_refs: callFilterList("Refs weave:///… of which the inputs hold one"),
  output_refs: callFilterList("Refs weave:///… of which the output holds one"),
  parent_ids: callFilterList("Ids of the calls directly around"),
  trace_ids: callFilterList("Ids of traces"),
  call_ids: callFilterList("Ids of the calls themselves"),
  thread_ids: callFilterList("Ids of threads; the calls inside of turns count as well"),
  turn_ids: callFilterList("Ids of turns; the calls inside of them count as well"),
  trace_roots_only: z.boolean().nullish().describe("True: only calls without a parent. False: no difference."),
  wb_user_ids: callFilterList("Ids of users: opaque ones, not their names"),
  wb_run_ids: callFilterList("Runs, <entity>/<project>/<run>, or a bare run id of this project"),
});

/** What the body of `POST /calls/query_stats` holds besides its project. */
export const callStatsFields = {
  filter: callsFilter
    .nullish()
    .meta({ description: "Which calls to count. Fields combine with and, the values inside one with or." }),
  query: query.nullish().meta({
    description: "A condition on the values of a call, on top of the filter.",
    ...snippet(String.raw`{"\$expr": {$1}}`),
  }),
  limit: z.int().min(1).nullish().describe("Where counting stops; without it all are counted. Not 1 beside a query."),
  include_total_storage_size: z
    .boolean()
    .nullish()
    .describe("True asks for the bytes that the matching trace roots store, with all below them."),
  expand_columns: z
    .array(
      z.string().min(1).meta({
        pattern: "^(inputs|output|attributes|summary|feedback)\\..+$",
        patternErrorMessage: "A path below inputs, output, attributes, summary or feedback, such as inputs.model.",
      }),
    )
    .min(1)
    .nullish()
    .meta({
      description: "Paths that hold refs, such as inputs.model: conditions on paths below look into the object there.",
      ...snippet('["inputs.$1"]'),
    }),
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

/** The body of `POST /calls/stream_query`, as far as this side asks. */
export const callsRequest = z.strictObject({
  project_id: projectId,
  filter: callsFilter.nullish(),
  query: query.nullish(),
  limit: z.int().min(1).nullish(),
  offset: z.int().min(0).nullish(),
  sort_by: z
    .array(z.strictObject({ field: z.string().min(1), direction: z.enum(["asc", "desc"]) }))
    .min(1)
    .nullish(),
  columns: z.array(z.string()).min(1).nullish(),
  include_costs: z.boolean().nullish(),
  include_storage_size: z.boolean().nullish(),
});

export type CallsRequest = z.infer<typeof callsRequest>;
export type CallStatsRequest = z.infer<typeof callStatsRequest>;
export type ThreadsRequest = z.infer<typeof threadsRequest>;
