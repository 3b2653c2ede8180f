import { firstRow } from "../async/firstRow.ts";
import { callById } from "../calls/callById.ts";
import { queryCalls } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call } from "../query/call.ts";
import type { ConversationSummary } from "../query/thread.ts";

export type FoundById =
  | { readonly kind: "thread"; readonly thread: ConversationSummary }
  | { readonly kind: "call"; readonly call: Call };

/** The call with an ID, a turn's as well, or the first call of that trace; null for none. Rejects as `Service`. */
export async function findCall(target: ProjectClient, id: string, signal: AbortSignal): Promise<FoundById | null> {
  const { service, project } = target;
  const sort = [{ field: "started_at", direction: "asc" }] as const;
  const inTrace = service.rows(queryCalls, { project, filter: { traceIds: [id] }, sort, limit: 1 }, signal);
  const [call, first] = await Promise.all([callById(id, target, signal), firstRow(inTrace)]);
  const found = call ?? first;
  return found === undefined ? null : { kind: "call", call: found };
}
