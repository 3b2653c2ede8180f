import type { Call } from "../../../../src/core/query/call.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";

/** An ordinary turn of thread `t`. */
export function turn(id: string, facts: Partial<Call> = {}): Call {
  return {
    id,
    op: "weave:///acme/desk/op/answer:abc",
    displayName: null,
    traceId: "trace",
    parentId: null,
    conversation: threadKey("t"),
    turnId: id,
    startedAt: 0,
    endedAt: 1,
    exception: null,
    status: "success",
    usage: [],
    storedBytes: 100,
    ...facts,
  };
}

/** The usage of a model in a call. */
export function usage(model: string, totalTokens: number, cost: number | null): Call["usage"][number] {
  return { model, promptTokens: null, completionTokens: null, totalTokens, cost };
}
