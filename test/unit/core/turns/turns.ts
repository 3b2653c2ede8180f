import type { Call } from "../../../../src/core/calls/call.ts";

/** A turn of thread `t` with nothing special about it but its id. */
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
