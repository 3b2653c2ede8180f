import type { Call } from "../../../../src/core/calls/call.ts";

/** An ordinary turn of thread `t`. */
export function turn(id: string, facts: Partial<Call> = {}): Call {
  return {
    id,
    op: "weave:///acme/desk/op/answer:abc",
    displayName: null,
    traceId: id,
    parentId: null,
    threadId: "t",
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
