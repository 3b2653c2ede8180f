import type { Call, CallDocuments } from "../../../../src/core/calls/call.ts";

/** A turn of the thread `t` that ended well, a second after it began. */
export function turn(id: string, changes: Partial<Call> = {}): Call {
  const startedAt = changes.startedAt ?? Number(id.replace(/\D/g, "")) * 1000;
  return {
    id,
    op: "answer",
    displayName: null,
    traceId: `trace of ${id}`,
    parentId: null,
    threadId: "t",
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

/** What a turn says: something that tells whose it is. */
export function documentsOf(id: string): CallDocuments {
  return { id, documents: { inputs: { asked: id }, output: `answer to ${id}` } };
}
