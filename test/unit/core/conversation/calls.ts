import type { Call } from "../../../../src/core/query/call.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";

/** A call with defaults for tests. */
export function call(id: string, more: Partial<Call> = {}): Call {
  return {
    id,
    op: `weave:///team/project/op/${id}:v1`,
    displayName: null,
    traceId: "trace",
    parentId: null,
    conversation: threadKey("thread"),
    turnId: "turn",
    startedAt: 0,
    endedAt: null,
    exception: null,
    status: "success",
    usage: [],
    storedBytes: null,
    ...more,
  };
}
