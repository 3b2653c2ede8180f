import type { TurnsFound } from "../port/conversationSource.ts";
import { listAgentTurns, searchAgents } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call } from "../query/call.ts";

/** Messages per request. */
const mostMessages = 500;
/** As many pages as may have only repeats of messages that were found before. */
const mostPages = 10;

/**
 * The turns with a message that contains a text, the latest first. A search counts messages, which later spans repeat, and
 * most do not know their conversation: pages are read until they have enough traces, whose turns are one more request.
 * Traces outside conversations are left out.
 */
export async function* turnsWith(
  { text, bounds, limit, offset, onMore }: TurnsFound,
  { service, project, agentRoute }: ProjectClient,
  signal: AbortSignal,
): AsyncGenerator<readonly Call[], void> {
  const found = new Set<string>();
  for (let page = 0; page < mostPages && found.size < offset + limit; page++) {
    const query = { project, text, ...bounds, limit: mostMessages, offset: page * mostMessages };
    const hits = await agentRoute.askIfThere(() => service.ask(searchAgents, query, signal), signal);
    for (const id of hits?.traceIds ?? []) found.add(id);
    if (hits === null || hits.messages < mostMessages) break;
  }
  const traceIds = [...found].slice(offset, offset + limit);
  if (traceIds.length === limit) onMore();
  if (traceIds.length === 0) return;
  yield await service.ask(listAgentTurns, { project, traceIds, latestFirst: true, limit: 2 * limit }, signal);
}
