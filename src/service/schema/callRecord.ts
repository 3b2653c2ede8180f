import type { Call, CallDocumentName, CallDocuments, CallPlace } from "../../core/calls/call.ts";
import type { Json } from "../../core/json.ts";
import * as z from "../../zod.ts";
import { timestamp } from "./answerSchema.ts";
import { callSummary, statusOf, usageOf } from "./callSummary.ts";
import { describeIssues } from "./issues.ts";

/** One of the service's tables stores an empty string instead of null. */
const text = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value || null),
);

/** The head of a record of `POST /calls/stream_query`: CallSchema of wandb/weave `trace_server_interface.py`. */
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
    summary: z.catch(z.nullish(callSummary), null),
    storage_size_bytes: z.nullish(z.number()),
  }),
  z.transform((record): Call => {
    const endedAt = record.ended_at ?? null;
    const summary = record.summary ?? null;
    return {
      id: record.id,
      op: record.op_name,
      displayName: record.display_name,
      traceId: record.trace_id,
      parentId: record.parent_id,
      threadId: record.thread_id,
      turnId: record.turn_id,
      startedAt: record.started_at,
      endedAt,
      exception: record.exception,
      status: statusOf(summary, record.exception, endedAt),
      usage: usageOf(summary),
      storedBytes: record.storage_size_bytes ?? null,
    };
  }),
);

/** A call, or the error of the record as text. */
export function readCall(record: unknown): Call | string {
  const result = callRecord.safeParse(record);
  return result.success ? result.data : `not a call: ${describeIssues(result.error.issues)}`;
}

const placeRecord = z.pipe(
  z.object({ id: z.string(), thread_id: text, turn_id: text }),
  z.transform(({ id, thread_id, turn_id }): CallPlace => ({ id, threadId: thread_id, turnId: turn_id })),
);

/** The place of a call, or the error of the record as text. */
export function readCallPlace(record: unknown): CallPlace | string {
  const result = placeRecord.safeParse(record);
  return result.success ? result.data : `not a call: ${describeIssues(result.error.issues)}`;
}

/** The requested documents of a record, null if missing; or the error of the record as text. */
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
