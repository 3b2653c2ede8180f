import * as z from "../../zod.ts";
import { callStatuses } from "../query/call.ts";
import { allSortFields } from "../query/threadQuery.ts";

// The inputs of the language model tools. The manifest has them as JSON schemas; a test compares the two.

/** Rows of one result, if the input does not say otherwise, and at most. */
export const usualRows = 20;
export const mostRows = 50;
/** Turns of one result. */
export const mostToolTurns = 20;

const longestText = 1000;
const text = z.string().check(z.minLength(1), z.maxLength(longestText));
const described = <T extends z.ZodType>(schema: T, description: string) =>
  z.optional(schema.check(z.describe(description)));
const texts = (description: string) =>
  described(z.array(text).check(z.minLength(1), z.maxLength(mostRows)), `${description} At most ${mostRows}.`);

const project = described(text, "Project as entity/project. Default: the project of the window.");
const times =
  "1h, 24h, 7d, 30d, all, or a range in words or ISO 8601 such as: yesterday; since monday; -36h; 2026-11-01 to 2026-11-03.";
const kind = described(
  z.enum(["thread", "agent"]),
  "thread: calls with a thread ID; agent: a conversation of an agent, which is made of spans. Default: thread.",
);
const limit = described(
  z.int().check(z.minimum(1), z.maximum(mostRows)),
  `Maximum number of rows, 1 to ${mostRows}. Default: ${usualRows}.`,
);
const offset = described(
  z.int().check(z.minimum(0), z.maximum(1_000_000)),
  "Rows to skip, to continue an earlier result. Default: 0.",
);

const conditions = {
  project,
  op_names: texts("Names of ops, such as answer_customer; any of them, in any version."),
  status: described(
    z.array(z.enum(callStatuses)).check(z.minLength(1), z.maxLength(callStatuses.length)),
    "Statuses, any of them. error: the call failed; descendant_error: it succeeded, but a call inside it failed.",
  ),
  time_range: described(text, `When the call started: ${times} Default: all.`),
  min_latency_ms: described(z.number().check(z.minimum(0)), "Minimum duration in milliseconds."),
  max_latency_ms: described(z.number().check(z.minimum(0)), "Maximum duration in milliseconds."),
  thread_ids: texts("IDs of threads, any of them."),
  turn_ids: texts("IDs of turns, any of them. A turn's ID is the ID of its outermost call."),
  trace_ids: texts("IDs of traces, any of them."),
  call_ids: texts("IDs of calls, any of them."),
  roots_only: described(z.boolean(), "Only calls that no other call made. Default: false."),
};

export const toolInputs = {
  weave_list_threads: z.strictObject({
    project,
    kind,
    time_range: described(
      text,
      `Only turns that started in it count; of an agent, whole conversations: ${times} Default: 7d.`,
    ),
    sort_by: described(
      z.enum(allSortFields),
      "Durations: only threads; tokens, cost and errors: only agent conversations. Default: last_updated.",
    ),
    sort_direction: described(z.enum(["asc", "desc"]), "Default: desc."),
    thread_ids: texts("Only threads, or agent conversations, with these IDs."),
    ...{ limit, offset },
  }),
  weave_read_conversation: z.strictObject({
    project,
    kind,
    thread_id: text.check(z.describe("ID of the thread, or of the agent conversation.")),
    from_turn: described(z.int().check(z.minimum(1), z.maximum(10_000)), "First turn to read, from 1. Default: 1."),
    from_character: described(
      z.int().check(z.minimum(0), z.maximum(100_000_000)),
      "Characters of the first turn to skip, to continue a result that was truncated inside a turn. Default: 0.",
    ),
  }),
  weave_count_calls: z.strictObject(conditions),
  weave_find_calls: z.strictObject({ ...conditions, limit, offset }),
  weave_list_errors: z.strictObject({
    project,
    kind,
    time_range: described(text, `When the failed calls or spans started: ${times} Default: 7d.`),
    thread_ids: texts("Only of threads, or agent conversations, with these IDs."),
    limit,
  }),
};

export type ToolName = keyof typeof toolInputs;

export type ToolInput<Name extends ToolName> = z.infer<(typeof toolInputs)[Name]>;

/** What is wrong with the input of a tool, for the model. */
export function inputProblem({ issues }: z.core.$ZodError): string {
  const lines = issues.slice(0, 5).map(({ path, message }) => `${path.join(".") || "input"}: ${message}`);
  return `Invalid input. ${lines.join(" ").slice(0, longestText)}`;
}
