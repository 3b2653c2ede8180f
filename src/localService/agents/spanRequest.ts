import * as z from "../../zod.ts";
import { readBy } from "../http/bodySchema.ts";
import { querySchema } from "../http/expressionSchema.ts";
import { parseDatetime } from "../query/datetime.ts";

/** An integer within the limits of a route, as its model words their violation. */
function limited(low: number, high: number) {
  return z._default(
    z
      .int()
      .check(
        z.minimum(low, { error: `Input should be greater than or equal to ${low}` }),
        z.maximum(high, { error: `Input should be less than or equal to ${high}` }),
      ),
    Math.min(high, 100),
  );
}

const offset = z._default(limited(0, Number.MAX_SAFE_INTEGER), 0);
const query = z.nullish(querySchema);

/** A time with or without a zone, or milliseconds since the epoch. */
const moment = readBy(
  (value) => (typeof value === "number" ? value : parseDatetime(value)?.utc),
  "Input should be a valid datetime or date",
  () => "datetime_from_date_parsing",
);
const range = { started_after: z.nullish(moment), started_before: z.nullish(moment) };

/** Unlike on other routes, unknown keys are ignored. */
const valueRef = z.object({ source: z._default(z.string(), "field"), key: z.string() });
const measure = z.object({
  alias: z.string(),
  aggregation: z.enum(["sum", "avg", "min", "max", "count", "count_distinct", "count_true", "count_false"]),
  value: z.nullish(valueRef),
  filter: query,
});
const bound = z.nullish(z.union([z.number(), z.string()]));
const groupBy = z.object({ source: z._default(z.string(), "field"), key: z.string(), alias: z.nullish(z.string()) });
const sortBy = z.object({ field: z.string(), direction: z._default(z.enum(["asc", "desc"]), "desc") });

/** The body of `POST /agents/spans/query`. */
export const spansRequest = z
  .object({
    ...{ project_id: z.string(), query, ...range, limit: limited(0, 10_000), offset },
    group_by: z.nullish(z.array(groupBy)),
    measures: z._default(z.array(measure), []),
    group_filters: z._default(z.array(z.object({ measure, min: bound, max: bound })), []),
    include_details: z._default(z.boolean(), false),
    include_costs: z._default(z.boolean(), false),
    sort_by: z.nullish(z.array(sortBy)),
  })
  .check(
    z.refine(({ include_details, group_by }) => !include_details || !group_by?.length, {
      message: "Value error, include_details is only supported for ungrouped spans",
    }),
  );

/** The bodies of `POST /agents/conversations/chat` and `POST /agents/traces/chat`. */
export const chatRequest = z.object({
  project_id: z.string(),
  conversation_id: z.string(),
  limit: limited(0, 50),
  offset,
});
export const traceRequest = z.object({ project_id: z.string(), trace_id: z.string() });

/** The body of `POST /agents/search`. */
export const searchRequest = z.object({
  ...{ project_id: z.string(), query: z._default(z.string(), ""), ...range },
  ...{ conversation_id: z.nullish(z.string()), trace_id: z.nullish(z.string()) },
  truncate_content: z._default(z.boolean(), true),
  limit: z._default(limited(0, 1000), 20),
  offset,
});

/** The body of `POST /agents/spans/custom-attrs/schema`. */
export const attributesRequest = z.object({
  project_id: z.string(),
  query,
  ...range,
  limit: z._default(limited(1, 2000), 200),
  offset,
});

export type SpansRequest = z.infer<typeof spansRequest>;
export type SpanMeasure = z.infer<typeof measure>;
export type ChatRequest = z.infer<typeof chatRequest>;
export type SearchRequest = z.infer<typeof searchRequest>;
export type AttributesRequest = z.infer<typeof attributesRequest>;
