import { queryCalls } from "../../../src/core/port/operations.ts";
import type { Call } from "../../../src/core/query/call.ts";
import type { CallListQuery } from "../../../src/core/query/callQueries.ts";
import { threadKey } from "../../../src/core/query/conversationKey.ts";
import type { HttpThreadService } from "../../../src/service/client.ts";
import type { Received } from "./threads.ts";

export const allCalls: CallListQuery = { project: "entity/project" };

/** A call record as the service writes it, with unrequested fields. */
export function callLine(id: string, changes: object = {}): string {
  return JSON.stringify({
    id,
    project_id: "entity/project",
    op_name: "weave:///entity/project/op/chat:v1",
    display_name: null,
    trace_id: "trace",
    parent_id: null,
    thread_id: "thread",
    turn_id: id,
    started_at: "2026-11-01T10:00:00Z",
    ended_at: "2026-11-01T10:00:02.500000Z",
    exception: null,
    attributes: {},
    inputs: {},
    output: null,
    summary: { weave: { status: "success", trace_name: "chat", latency_ms: 2500 } },
    wb_user_id: null,
    deleted_at: null,
    storage_size_bytes: 1234,
    ...changes,
  });
}

/** The call that `callLine` describes. */
export function call(id: string, changes: Partial<Call> = {}): Call {
  return {
    id,
    op: "weave:///entity/project/op/chat:v1",
    displayName: null,
    traceId: "trace",
    parentId: null,
    conversation: threadKey("thread"),
    turnId: id,
    startedAt: Date.UTC(2026, 10, 1, 10),
    endedAt: Date.UTC(2026, 10, 1, 10, 0, 2, 500),
    exception: null,
    status: "success",
    usage: [],
    storedBytes: 1234,
    ...changes,
  };
}

export async function receiveCalls(
  service: HttpThreadService,
  query: CallListQuery = allCalls,
  signal: AbortSignal = new AbortController().signal,
): Promise<Received> {
  const ids: string[] = [];
  try {
    for await (const batch of service.rows(queryCalls, query, signal)) ids.push(...batch.map(({ id }) => id));
    return { ids, error: undefined };
  } catch (error) {
    return { ids, error };
  }
}
