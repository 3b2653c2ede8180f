import type { Call, CallDocumentName, CallDocuments, CallStatus, ModelUsage } from "../../core/calls/call.ts";
import type { Json } from "../../core/json.ts";
import * as z from "../../zod.ts";
import { text, timestamp } from "./answerSchema.ts";
import { describeIssues } from "./issues.ts";

const tokens = z.nullish(z.number());

/** What a model was used for: the OpenAI family says prompt and completion, the Anthropic one input and output. */
const usage = z.object({
  requests: tokens,
  prompt_tokens: tokens,
  input_tokens: tokens,
  completion_tokens: tokens,
  output_tokens: tokens,
  total_tokens: tokens,
});

const cost = z.object({
  prompt_tokens_total_cost: z.nullish(z.number()),
  completion_tokens_total_cost: z.nullish(z.number()),
});

const summary = z.object({
  usage: z.catch(z.nullish(z.record(z.string(), usage)), null),
  weave: z.catch(
    z.nullish(
      z.object({
        status: z.catch(z.nullish(z.string()), null),
        costs: z.catch(z.nullish(z.record(z.string(), cost)), null),
      }),
    ),
    null,
  ),
});

/** A record of `POST /calls/stream_query` with the columns of a call's head. The summary is the program's as well as the service's. */
const callRecord = z.pipe(
  z.object({
    id: z.string(),
    op_name: z.string(),
    display_name: text,
    trace_id: z.string(),
    parent_id: text,
    thread_id: text,
    turn_id: text,
    started_at: timestamp,
    ended_at: z.nullish(timestamp),
    exception: text,
    summary: z.catch(z.nullish(summary), null),
    storage_size_bytes: z.nullish(z.number()),
  }),
  z.transform(
    (record): Call => ({
      id: record.id,
      op: record.op_name,
      displayName: record.display_name,
      traceId: record.trace_id,
      parentId: record.parent_id,
      threadId: record.thread_id,
      turnId: record.turn_id,
      startedAt: record.started_at,
      endedAt: record.ended_at ?? null,
      exception: record.exception,
      status: statusOf(record.summary?.weave?.status, record.exception, record.ended_at ?? null),
      usage: usageOf(record.summary ?? {}),
      storedBytes: record.storage_size_bytes ?? null,
    }),
  ),
);

/** A call, or what is wrong with the record as text. */
export function readCall(record: unknown): Call | string {
  const result = callRecord.safeParse(record);
  return result.success ? result.data : `not a call: ${describeIssues(result.error.issues)}`;
}

/** The documents asked for of a record, null where it has none; or what is wrong with it as text. */
export function readCallDocuments(record: Json, asked: readonly CallDocumentName[]): CallDocuments | string {
  const id = member(record, "id");
  if (typeof id !== "string") return "not a call: id is no text";
  const documents = Object.fromEntries(asked.map((name) => [name, member(record, name) ?? null]));
  return { id, documents };
}

function member(record: Json, name: string): Json | undefined {
  return isObject(record) && Object.hasOwn(record, name) ? record[name] : undefined;
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const statuses: Readonly<Record<string, CallStatus>> = {
  success: "success",
  error: "error",
  running: "running",
  descendant_error: "descendantError",
};

/** As the service derives it, for one that does not say or says something else. */
function statusOf(told: string | null | undefined, exception: string | null, endedAt: number | null): CallStatus {
  const known = told != null && Object.hasOwn(statuses, told) ? statuses[told] : undefined;
  if (known !== undefined) return known;
  if (exception !== null) return "error";
  return endedAt === null ? "running" : "success";
}

function usageOf({ usage: byModel, weave }: z.infer<typeof summary>): readonly ModelUsage[] {
  const costs = weave?.costs ?? {};
  return Object.entries(byModel ?? {}).map(([model, used]) => {
    const prompt = used.prompt_tokens ?? used.input_tokens ?? null;
    const completion = used.completion_tokens ?? used.output_tokens ?? null;
    const sum = prompt === null && completion === null ? null : (prompt ?? 0) + (completion ?? 0);
    return {
      model,
      requests: used.requests ?? null,
      promptTokens: prompt,
      completionTokens: completion,
      totalTokens: used.total_tokens ?? sum,
      cost: costOf(Object.hasOwn(costs, model) ? costs[model] : undefined),
    };
  });
}

function costOf(told: z.infer<typeof cost> | undefined): number | null {
  const prompt = told?.prompt_tokens_total_cost ?? null;
  const completion = told?.completion_tokens_total_cost ?? null;
  return prompt === null && completion === null ? null : (prompt ?? 0) + (completion ?? 0);
}
