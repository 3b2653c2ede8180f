import * as z from "../../zod.ts";
import { parseDatetime } from "../query/datetime.ts";
import { querySchema } from "./expressionSchema.ts";

/** Reads any value; undefined from `read` is an issue with this message and the type that `typeOf` returns. */
export function readBy<T>(
  read: (value: unknown) => T | undefined,
  message: string,
  typeOf: (value: unknown) => string,
) {
  return z.transform((value: unknown, context) => {
    const result = read(value);
    if (result !== undefined) return result;
    context.issues.push({ code: "custom", message, params: { type: typeOf(value) }, input: value });
    return z.NEVER;
  });
}

/** An integer, or a string of digits: the service accepts both. */
const integer = readBy(
  (value) => {
    const isDigits = typeof value === "string" && /^\s*[+-]?\d+(?:\.0+)?\s*$/.test(value);
    return isDigits || Number.isSafeInteger(value) ? Number(value) : undefined;
  },
  "Input should be a valid integer",
  (value) => (typeof value === "number" ? "int_from_float" : typeof value === "string" ? "int_parsing" : "int_type"),
);

/**
 * A time bound, in milliseconds since the epoch. Like in the service, an offset is ignored: `00:00:00+02:00` means
 * 00:00 UTC, so that a client that does not convert to UTC is noticed.
 */
const timeBound = readBy(
  (value) => parseDatetime(value)?.asWritten,
  "Input should be a valid datetime or date",
  (value) => (["string", "number"].includes(typeof value) ? "datetime_from_date_parsing" : "datetime_type"),
);

const texts = z.nullish(z.array(z.string()));

const callsFilter = z.strictObject({
  op_names: texts,
  input_refs: texts,
  output_refs: texts,
  parent_ids: texts,
  trace_ids: texts,
  call_ids: texts,
  thread_ids: texts,
  turn_ids: texts,
  trace_roots_only: z.nullish(z.boolean()),
  wb_user_ids: texts,
  wb_run_ids: texts,
});

/** The body of `POST /calls/query_stats`. Absent and null are equivalent everywhere. */
export const callStatsBody = z.strictObject({
  project_id: z.string(),
  filter: z.nullish(callsFilter),
  query: z.nullish(querySchema),
  limit: z.nullish(integer),
  include_total_storage_size: z.nullish(z.boolean()),
  expand_columns: texts,
});

const sortBy = z.strictObject({ field: z.string(), direction: z.enum(["asc", "desc"]) });

/** The body of `POST /calls/stream_query`. */
export const callsBody = z.strictObject({
  project_id: z.string(),
  filter: z.nullish(callsFilter),
  query: z.nullish(querySchema),
  limit: z.nullish(integer),
  offset: z.nullish(integer),
  sort_by: z.nullish(z.array(sortBy)),
  columns: texts,
  expand_columns: texts,
  include_costs: z.nullish(z.boolean()),
  include_feedback: z.nullish(z.boolean()),
  include_storage_size: z.nullish(z.boolean()),
  include_total_storage_size: z.nullish(z.boolean()),
  include_usernames: z.nullish(z.boolean()),
  return_expanded_column_values: z.nullish(z.boolean()),
  /** Selects the last of several versions of a call. The sample has one version of each. */
  latest_only: z.optional(z.boolean()),
});

/**
 * The body of `POST /threads/stream_query`. Sort fields are not part of the schema: unknown ones are a 400, not a 422.
 */
export const threadsBody = z.strictObject({
  project_id: z.string(),
  filter: z.nullish(
    z.strictObject({ after_datetime: z.nullish(timeBound), before_datetime: z.nullish(timeBound), thread_ids: texts }),
  ),
  limit: z.nullish(integer),
  offset: z.nullish(integer),
  sort_by: z.nullish(z.array(sortBy)),
});

export type CallsFilter = z.infer<typeof callsFilter>;
export type CallStatsBody = z.infer<typeof callStatsBody>;
export type CallsBody = z.infer<typeof callsBody>;
export type ThreadsBody = z.infer<typeof threadsBody>;
