import type { Call } from "../calls/call.ts";
import { opRef } from "../counts/opRef.ts";
import type { ProjectClient } from "../projectClient.ts";

/**
 * The latest calls of an op, of any version. If there are none, those with its bare name, which calls have
 * that were not made through a published op. Rejects with a `ServiceError`, or the signal's reason.
 */
export async function latestCalls(
  op: string,
  most: number,
  target: ProjectClient,
  signal: AbortSignal,
): Promise<readonly Call[]> {
  const ref = opRef(op, target.project);
  const ofRef = ref === undefined ? [] : await callsNamed(ref, most, target, signal);
  return ofRef.length > 0 || ref === op ? ofRef : await callsNamed(op, most, target, signal);
}

async function callsNamed(
  name: string,
  limit: number,
  { service, project }: ProjectClient,
  signal: AbortSignal,
): Promise<readonly Call[]> {
  const calls: Call[] = [];
  const query = {
    project,
    filter: { opNames: [name] },
    sort: [{ field: "started_at", direction: "desc" }],
    limit,
  } as const;
  for await (const batch of service.queryCalls(query, signal)) calls.push(...batch);
  return calls;
}
