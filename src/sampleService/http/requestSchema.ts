import * as z from "../../zod.ts";
import { parseDatetime } from "../query/datetime.ts";
import { querySchema } from "./expressionSchema.ts";

const wholeNumberText = /^\s*[+-]?\d+(?:\.0+)?\s*$/;

/** A whole number, or digits that spell one: the service takes both. */
const integer = z.unknown().transform((value, context) => {
  if (typeof value === "string" && wholeNumberText.test(value)) return Number(value);
  if (Number.isSafeInteger(value)) return Number(value);
  const type = typeof value === "number" ? "int_from_float" : typeof value === "string" ? "int_parsing" : "int_type";
  context.addIssue({ code: "custom", message: "Input should be a valid integer", params: { type } });
  return z.NEVER;
});

/**
 * A time bound, in milliseconds since the epoch. An offset is read over, as the service does: `00:00:00+02:00` means
 * 00:00 UTC there, and a client that forgets to convert shall notice it here.
 */
const timeBound = z.unknown().transform((value, context) => {
  const datetime = parseDatetime(value);
  if (datetime !== undefined) return datetime.asWritten;
  const type = typeof value === "string" || typeof value === "number" ? "datetime_from_date_parsing" : "datetime_type";
  context.addIssue({ code: "custom", message: "Input should be a valid datetime or date", params: { type } });
  return z.NEVER;
});

const texts = z.array(z.string()).nullish();

const callsFilter = z.strictObject({
  op_names: texts,
  input_refs: texts,
  output_refs: texts,
  parent_ids: texts,
  trace_ids: texts,
  call_ids: texts,
  thread_ids: texts,
  turn_ids: texts,
  trace_roots_only: z.boolean().nullish(),
  wb_user_ids: texts,
  wb_run_ids: texts,
});

/** The body of `POST /calls/query_stats`. Absent and null mean the same everywhere. */
export const callStatsRequest = z.strictObject({
  project_id: z.string(),
  filter: callsFilter.nullish(),
  query: querySchema.nullish(),
  limit: integer.nullish(),
  include_total_storage_size: z.boolean().nullish(),
  expand_columns: texts,
});

const sortBy = z.strictObject({ field: z.string(), direction: z.enum(["asc", "desc"]) });

/** The body of `POST /calls/stream_query`. */
export const callsRequest = z.strictObject({
  project_id: z.string(),
  filter: callsFilter.nullish(),
  query: querySchema.nullish(),
  limit: integer.nullish(),
  offset: integer.nullish(),
  sort_by: z.array(sortBy).nullish(),
  columns: texts,
  expand_columns: texts,
  include_costs: z.boolean().nullish(),
  include_feedback: z.boolean().nullish(),
  include_storage_size: z.boolean().nullish(),
  include_total_storage_size: z.boolean().nullish(),
});

/** The body of `POST /threads/stream_query`. Which fields sort is not part of its shape: others get a 400, not a 422. */
export const threadsRequest = z.strictObject({
  project_id: z.string(),
  filter: z
    .strictObject({ after_datetime: timeBound.nullish(), before_datetime: timeBound.nullish(), thread_ids: texts })
    .nullish(),
  limit: integer.nullish(),
  offset: integer.nullish(),
  sort_by: z.array(sortBy).nullish(),
});

export type CallsFilter = z.infer<typeof callsFilter>;
export type CallStatsRequest = z.infer<typeof callStatsRequest>;
export type CallsRequest = z.infer<typeof callsRequest>;
export type ThreadsRequest = z.infer<typeof threadsRequest>;
