import type { ConversationSource, RequestedConversations } from "../port/conversationSource.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { ConversationSummary } from "../query/thread.ts";

/** Agent conversations per request: the service's limit. */
const pageSize = 10_000;

/**
 * All rows of these sources in one order, which is that of each of them. Threads are streamed, and wait for nothing but
 * the agent conversations before them. Rejects as `Service` does.
 */
export async function* mergedRows(
  sources: readonly ConversationSource[],
  requested: (limit: number | null, offset?: number) => RequestedConversations,
  compare: (a: ConversationSummary, b: ConversationSummary) => number,
  target: ProjectClient,
  signal: AbortSignal,
): AsyncGenerator<readonly ConversationSummary[], void> {
  const agents: ConversationSummary[] = [];
  for (const source of sources.filter(({ kind }) => kind === "agent")) {
    for (let before = -1; before < agents.length; ) {
      before = agents.length;
      for await (const batch of source.list(requested(pageSize, before), target, signal)) agents.push(...batch);
      if (agents.length < before + pageSize) break;
    }
  }
  let next = 0;
  for (const source of sources.filter(({ kind }) => kind === "thread")) {
    for await (const batch of source.list(requested(null), target, signal)) {
      const rows: ConversationSummary[] = [];
      for (const row of batch) {
        for (let agent = agents[next]; agent !== undefined && compare(agent, row) < 0; agent = agents[++next])
          rows.push(agent);
        rows.push(row);
      }
      yield rows;
    }
  }
  if (next < agents.length) yield agents.slice(next);
}
