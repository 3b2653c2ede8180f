import type { Call, CallDocuments } from "../../../../src/core/query/call.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";

/** A successful turn of the thread `t` that lasted a second. */
export function turn(id: string, changes: Partial<Call> = {}): Call {
  const startedAt = changes.startedAt ?? Number(id.replace(/\D/g, "")) * 1000;
  return {
    id,
    op: "answer",
    displayName: null,
    traceId: "trace",
    parentId: null,
    conversation: threadKey("t"),
    turnId: id,
    startedAt,
    endedAt: startedAt + 1000,
    exception: null,
    status: "success",
    usage: [],
    storedBytes: 1000,
    ...changes,
  };
}

/** Documents that identify their turn. */
export function documentsOf(id: string): CallDocuments {
  return { id, documents: { inputs: { requested: id }, output: `answer to ${id}` } };
}
