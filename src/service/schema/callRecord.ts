import {
  boundedName,
  type Call,
  type CallDocumentName,
  type CallDocuments,
  type CallFailure,
  type CallOutcome,
  type CallPlace,
  type ExportedCall,
} from "../../core/query/call.ts";
import type { CallCount } from "../../core/query/callQuery.ts";
import { type ConversationKey, threadKey } from "../../core/query/conversationKey.ts";
import { isObject, type Json } from "../../core/text/json.ts";
import * as z from "../../zod.ts";
import { callSummary, statusOf, usageOf } from "./callSummary.ts";
import { readRecord } from "./issues.ts";
import { preciseTimestamp, timestamp } from "./timestamp.ts";

/** One of the service's tables stores an empty string instead of null. */
const text = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value || null),
);

/** Anyone who can write to the project may give a name any length. */
const name = z.pipe(z.string(), z.transform(boundedName));

/** The head of a record of `POST /calls/stream_query`: CallSchema of wandb/weave `trace_server_interface.py`. */
const head = z.object({
  id: z.string(),
  op_name: name,
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
    conversation: threadOf(record.thread_id),
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
    display_name: z.pipe(text, z.nullable(name)),
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
export function readExportedCall(record: Json, requested: readonly CallDocumentName[]): ExportedCall | string {
  const read = readCallDocuments(record, requested);
  if (typeof read === "string") return read;
  const call = readRecord("call", exportedRecord, record);
  return typeof call === "string" ? call : { ...call, ...read };
}

const placeRecord = z.pipe(
  z.object({ id: z.string(), thread_id: text, turn_id: text }),
  z.transform(({ id, thread_id, turn_id }): CallPlace => ({ id, conversation: threadOf(thread_id), turnId: turn_id })),
);

/** The place of a call, or the error of the record as text. */
export function readCallPlace(record: unknown): CallPlace | string {
  return readRecord("call", placeRecord, record);
}

const failureRecord = z.pipe(
  z.object({
    id: z.string(),
    op_name: name,
    thread_id: text,
    turn_id: text,
    started_at: timestamp,
    exception: text,
  }),
  z.transform(({ id, op_name: op, thread_id, turn_id, started_at, exception }): CallFailure => {
    return { id, op, conversation: threadOf(thread_id), turnId: turn_id, startedAt: started_at, exception };
  }),
);

/** The failure of a call, or the error of the record as text. */
export function readCallFailure(record: unknown): CallFailure | string {
  return readRecord("call", failureRecord, record);
}

const outcomeRecord = z.pipe(
  z.object({
    id: z.string(),
    op_name: name,
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
export function readCallDocuments(record: Json, requested: readonly CallDocumentName[]): CallDocuments | string {
  if (!isObject(record) || typeof record.id !== "string") return "not a call: id is no text";
  return { id: record.id, documents: Object.fromEntries(requested.map((name) => [name, record[name] ?? null])) };
}

/** The response of `POST /calls/query_stats`. Older services omit `has_more`, the oldest also the size. */
export const callCountResponse = z.pipe(
  z.object({
    count: z.int().check(z.minimum(0)),
    has_more: z.nullish(z.boolean()),
    total_storage_size_bytes: z.nullish(z.number().check(z.minimum(0))),
  }),
  z.transform((response) => ({
    count: response.count,
    hasMore: response.has_more ?? null,
    storageSize: response.total_storage_size_bytes ?? null,
  })),
) satisfies z.ZodType<Omit<CallCount, "rewritten">>;

function threadOf(id: string | null): ConversationKey | null {
  return id === null ? null : threadKey(id);
}
