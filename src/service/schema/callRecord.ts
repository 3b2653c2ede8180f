import type {
  Call,
  CallDocumentName,
  CallDocuments,
  CallFailure,
  CallOutcome,
  CallPlace,
  ExportedCall,
  ModelUsage,
} from "../../core/calls/call.ts";
import { type CallStatus, callStatuses } from "../../core/counts/callCondition.ts";
import type { CallCount } from "../../core/counts/callQuery.ts";
import { isObject, type Json } from "../../core/json.ts";
import * as z from "../../zod.ts";
import { readRecord } from "./issues.ts";
import { preciseTimestamp, timestamp } from "./timestamp.ts";

/** One of the service's tables stores an empty string instead of null. */
const text = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value || null),
);

/** Invalid parts are left out: programs can write anything to a summary. */
function ifReadable<T>(schema: z.ZodType<T>): z.ZodType<T | null | undefined> {
  return z.catch(z.nullish(schema), null);
}

const amount = ifReadable(z.number());

/** Token usage of a model: either prompt and completion, or input and output tokens; sums have both. */
const usage = z.object({
  prompt_tokens: amount,
  input_tokens: amount,
  completion_tokens: amount,
  output_tokens: amount,
  total_tokens: amount,
});

/** US dollars. */
const cost = z.object({
  prompt_tokens_total_cost: amount,
  completion_tokens_total_cost: amount,
  pricing_level: ifReadable(z.string()),
});

const byModel = <T>(schema: z.ZodType<T>) => ifReadable(z.record(z.string(), ifReadable(schema)));

/** SummaryMap of wandb/weave `trace_server_interface.py`. */
const callSummary = z.object({
  usage: byModel(usage),
  status_counts: ifReadable(z.object({ error: amount })),
  weave: ifReadable(z.object({ status: ifReadable(z.string()), costs: byModel(cost) })),
});

type CallSummary = z.infer<typeof callSummary>;

/** The head of a record of `POST /calls/stream_query`: CallSchema of wandb/weave `trace_server_interface.py`. */
const head = z.object({
  id: z.string(),
  op_name: z.string(),
  trace_id: z.string(),
  parent_id: text,
  thread_id: text,
  turn_id: text,
  exception: text,
  summary: z.catch(z.nullish(callSummary), null),
});

function headOf(record: z.infer<typeof head>, endedAt: number | null) {
  const summary = record.summary ?? null;
  return {
    id: record.id,
    op: record.op_name,
    traceId: record.trace_id,
    parentId: record.parent_id,
    threadId: record.thread_id,
    turnId: record.turn_id,
    endedAt,
    exception: record.exception,
    status: statusOf(summary, record.exception, endedAt),
    usage: usageOf(summary),
  };
}

const callRecord = z.pipe(
  z.object({
    ...head.shape,
    display_name: text,
    started_at: timestamp,
    ended_at: z.nullish(timestamp),
    storage_size_bytes: z.nullish(z.number()),
  }),
  z.transform(
    (record): Call => ({
      ...headOf(record, record.ended_at ?? null),
      displayName: record.display_name,
      startedAt: record.started_at,
      storedBytes: record.storage_size_bytes ?? null,
    }),
  ),
);

/** A call, or the error of the record as text. */
export function readCall(record: unknown): Call | string {
  return readRecord("call", callRecord, record);
}

const exportedRecord = z.pipe(
  z.object({
    ...head.shape,
    started_at: preciseTimestamp,
    ended_at: z.nullish(preciseTimestamp),
  }),
  z.transform(
    ({ started_at: start, ended_at: end, ...record }): Omit<ExportedCall, "documents"> => ({
      ...headOf(record, end?.time ?? null),
      startedAt: start.time,
      startMicroseconds: start.microseconds,
      endMicroseconds: end?.microseconds ?? 0,
    }),
  ),
);

/** A call with the requested documents, null if missing; or the error of the record as text. */
export function readExportedCall(record: Json, asked: readonly CallDocumentName[]): ExportedCall | string {
  const read = readCallDocuments(record, asked);
  if (typeof read === "string") return read;
  const call = readRecord("call", exportedRecord, record);
  return typeof call === "string" ? call : { ...call, ...read };
}

const placeRecord = z.pipe(
  z.object({ id: z.string(), thread_id: text, turn_id: text }),
  z.transform(({ id, thread_id, turn_id }): CallPlace => ({ id, threadId: thread_id, turnId: turn_id })),
);

/** The place of a call, or the error of the record as text. */
export function readCallPlace(record: unknown): CallPlace | string {
  return readRecord("call", placeRecord, record);
}

const failureRecord = z.pipe(
  z.object({
    id: z.string(),
    op_name: z.string(),
    thread_id: text,
    turn_id: text,
    started_at: timestamp,
    exception: text,
  }),
  z.transform(({ id, op_name: op, thread_id, turn_id, started_at, exception }): CallFailure => {
    return { id, op, threadId: thread_id, turnId: turn_id, startedAt: started_at, exception };
  }),
);

/** The failure of a call, or the error of the record as text. */
export function readCallFailure(record: unknown): CallFailure | string {
  return readRecord("call", failureRecord, record);
}

const outcomeRecord = z.pipe(
  z.object({
    id: z.string(),
    op_name: z.string(),
    started_at: timestamp,
    ended_at: z.nullish(timestamp),
    exception: text,
  }),
  z.transform(({ id, op_name: op, started_at, ended_at, exception }): CallOutcome => {
    return { id, op, startedAt: started_at, endedAt: ended_at ?? null, failed: exception !== null };
  }),
);

/** The outcome of a call, or the error of the record as text. */
export function readCallOutcome(record: unknown): CallOutcome | string {
  return readRecord("call", outcomeRecord, record);
}

/** The requested documents of a record, null if missing; or the error of the record as text. */
export function readCallDocuments(record: Json, asked: readonly CallDocumentName[]): CallDocuments | string {
  if (!isObject(record) || typeof record.id !== "string") return "not a call: id is no text";
  return { id: record.id, documents: Object.fromEntries(asked.map((name) => [name, record[name] ?? null])) };
}

/** The response of `POST /calls/query_stats`. Older services omit `has_more`, the oldest also the size. */
export const callCountAnswer = z.pipe(
  z.object({
    count: z.int().check(z.minimum(0)),
    has_more: z.nullish(z.boolean()),
    total_storage_size_bytes: z.nullish(z.number().check(z.minimum(0))),
  }),
  z.transform((answer) => ({
    count: answer.count,
    hasMore: answer.has_more ?? null,
    storageSize: answer.total_storage_size_bytes ?? null,
  })),
) satisfies z.ZodType<Omit<CallCount, "rewritten">>;

/**
 * The status sent by the service, else derived in the same way. Older services do not report errors of nested calls,
 * which the counts still have (wandb/weave `trace_server_common.py`, `make_derived_summary_fields`).
 */
function statusOf(summary: CallSummary | null, exception: string | null, endedAt: number | null): CallStatus {
  const known = callStatuses.find((each) => each === summary?.weave?.status);
  const status = known ?? (exception !== null ? "error" : endedAt === null ? "running" : "success");
  return status === "success" && (summary?.status_counts?.error ?? 0) > 0 ? "descendant_error" : status;
}

function usageOf(summary: CallSummary | null): readonly ModelUsage[] {
  const costs = summary?.weave?.costs ?? {};
  return Object.entries(summary?.usage ?? {}).flatMap(([model, used]) => {
    if (!used) return [];
    const prompt = sum(used.prompt_tokens, used.input_tokens);
    const completion = sum(used.completion_tokens, used.output_tokens);
    return {
      model,
      promptTokens: prompt,
      completionTokens: completion,
      totalTokens: used.total_tokens ?? sum(prompt, completion),
      cost: costOf(Object.hasOwn(costs, model) ? costs[model] : null),
    };
  });
}

/** The service reports a cost of 0 for models without a price. */
function costOf(told: z.infer<typeof cost> | null | undefined): number | null {
  if (!told || told.pricing_level === "") return null;
  return sum(told.prompt_tokens_total_cost, told.completion_tokens_total_cost);
}

/** Null if neither is known. */
function sum(one: number | null | undefined, other: number | null | undefined): number | null {
  if (typeof one !== "number" && typeof other !== "number") return null;
  return (one ?? 0) + (other ?? 0);
}
