import { firstRow } from "../async/firstRow.ts";
import { queryCalls } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call } from "../query/call.ts";

/** A call, or a span or turn of an agent; undefined if it does not exist. Rejects like `Service`. */
export async function callById(callId: string, target: ProjectClient, signal: AbortSignal): Promise<Call | undefined> {
  const { service, project } = target;
  const call = await firstRow(service.rows(queryCalls, { project, filter: { callIds: [callId] } }, signal));
  return call ?? (await (await import("../agents/agentTurns.ts")).spanById(callId, target, signal));
}
