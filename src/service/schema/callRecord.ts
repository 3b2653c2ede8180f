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
import { converted, orElse } from "./converted.ts";
import { recordReader } from "./issues.ts";
import { preciseTimestamp, timestamp } from "./timestamp.ts";

/** One of the service's tables stores an empty string instead of null. */
const text = converted(z.nullish(z.string()), (value) => value || null);

/** Anyone who can write to the project may give a name any length. */
const name = converted(z.string(), boundedName);

/** The head of a record of `POST /calls/stream_query`: CallSchema of wandb/weave `trace_server_interface.py`. */
const head = z.object({
  id: z.string(),
  op_name: name,
  trace_id: z.string(),
  parent_id: text,
  thread_id: text,
  turn_id: text,
  exception: text,
  summary: z.catch(orElse(callSummary, null), null),
});

function headOf({ summary, ...record }: z.infer<typeof head>, endedAt: number | null) {
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

const times = { started_at: timestamp, ended_at: orElse(timestamp, null) };

/** Reads a call, or the error of the record as text, as all that follow. */
export const readCall = recordReader(
  "call",
  converted(
    z.extend(head, {
      display_name: converted(text, (value) => value && boundedName(value)),
      ...times,
      storage_size_bytes: orElse(z.number(), null),
    }),
    (record): Call => ({
      ...headOf(record, record.ended_at),
      displayName: record.display_name,
      startedAt: record.started_at,
      storedBytes: record.storage_size_bytes,
    }),
  ),
);

const readExported = recordReader(
  "call",
  converted(
    z.extend(head, { started_at: preciseTimestamp, ended_at: z.nullish(preciseTimestamp) }),
    ({ started_at: start, ended_at: end, ...record }): Omit<ExportedCall, "documents"> => ({
      ...headOf(record, end?.time ?? null),
      startedAt: start.time,
      startMicroseconds: start.microseconds,
      endMicroseconds: end?.microseconds ?? 0,
    }),
  ),
);

/** A call with the requested documents, null if missing. */
export function readExportedCall(record: Json, requested: readonly CallDocumentName[]): ExportedCall | string {
  const read = readCallDocuments(record, requested);
  if (typeof read === "string") return read;
  const call = readExported(record);
  return typeof call === "string" ? call : { ...call, ...read };
}

export const readCallPlace = recordReader(
  "call",
  converted(z.object({ id: z.string(), thread_id: text, turn_id: text }), ({ id, thread_id, turn_id }): CallPlace => {
    return { id, conversation: threadOf(thread_id), turnId: turn_id };
  }),
);

export const readCallFailure = recordReader(
  "call",
  converted(
    z.object({ id: z.string(), op_name: name, thread_id: text, turn_id: text, started_at: timestamp, exception: text }),
    ({ id, op_name: op, thread_id, turn_id, started_at, exception }): CallFailure => {
      return { id, op, conversation: threadOf(thread_id), turnId: turn_id, startedAt: started_at, exception };
    },
  ),
);

export const readCallOutcome = recordReader(
  "call",
  converted(
    z.object({ id: z.string(), op_name: name, ...times, exception: text }),
    ({ id, op_name: op, started_at, ended_at, exception }): CallOutcome => {
      return { id, op, startedAt: started_at, endedAt: ended_at, failed: exception !== null };
    },
  ),
);

/** The requested documents of a record, null if missing; or the error of the record as text. */
export function readCallDocuments(record: Json, requested: readonly CallDocumentName[]): CallDocuments | string {
  if (!isObject(record) || typeof record.id !== "string") return "not a call: id is no text";
  return { id: record.id, documents: Object.fromEntries(requested.map((name) => [name, record[name] ?? null])) };
}

/** The response of `POST /calls/query_stats`. Older services omit `has_more`, the oldest also the size. */
export const callCountResponse = converted(
  z.object({
    count: z.int().check(z.minimum(0)),
    has_more: orElse(z.boolean(), null),
    total_storage_size_bytes: orElse(z.number().check(z.minimum(0)), null),
  }),
  (response) => ({
    count: response.count,
    hasMore: response.has_more,
    storageSize: response.total_storage_size_bytes,
  }),
) satisfies z.ZodType<Omit<CallCount, "rewritten">>;

function threadOf(id: string | null): ConversationKey | null {
  return id === null ? null : threadKey(id);
}
