import { mostFailed } from "../calls/failedCalls.ts";
import type { ConversationSource } from "../port/conversationSource.ts";
import { listAgents, listAgentTurns, listSpans } from "../port/operations.ts";
import { agentSortFields } from "../query/threadQuery.ts";

/** The service's limit for groups in a response. */
const mostTurns = 10_000;
/** Rows per request: reading as many takes 50 ms, and nothing else can run meanwhile. */
const mostRows = 1000;

/**
 * The conversations of agents: groups of spans, of which each trace is a turn. Services without the Agents API have
 * none; they are asked only once. A span is a call whose turn's ID is that of its trace.
 */
export const agentSource: ConversationSource = {
  kind: "agent",
  sorts: ["last_updated", "start_time", "turn_count", "thread_id", ...agentSortFields],
  listsErrors: true,
  async *list({ threadIds = [], onTotal, unhurried: _, ...requested }, { service, project, agentRoute }, signal) {
    const { offset: start = 0, limit: most = Number.POSITIVE_INFINITY } = requested;
    for (let offset = start, total = offset + 1; offset < Math.min(total, start + most); offset += mostRows) {
      const query = { project, ids: threadIds, ...requested, offset, limit: Math.min(mostRows, start + most - offset) };
      const found = await agentRoute.askIfThere(() => service.ask(listAgents, query, signal), signal);
      if (found === null) return;
      agentRoute.isUsed ||= found.total > 0;
      onTotal?.(found.total);
      yield found.rows;
      total = found.total;
    }
  },
  async *turns(conversationId, { sort = [], limit = mostTurns }, { service, project, agentRoute }, signal) {
    const latestFirst = sort[0]?.direction === "desc";
    const query = { project, conversationId, latestFirst, limit };
    yield await agentRoute.ask(() => service.ask(listAgentTurns, query, signal), signal);
  },
  withThumbsDown: async (...given) => (await import("../feedback/thumbsDown.ts")).withThumbsDown("agent", ...given),
  async *find(...given) {
    yield* (await import("../agents/agentSearch.ts")).turnsWith(...given);
  },
  inside: async (...given) => (await import("../agents/agentTurns.ts")).spansIn(...given),
  async *documents(...given) {
    yield* (await import("../agents/agentTurns.ts")).spanDocuments(...given);
  },
  messages: async (...given) => (await import("../agents/agentTurns.ts")).chatOf(...given),
  failures: async (failedIn, { service, project }, signal) => {
    const query = { project, failedIn, limit: mostFailed, details: false };
    const { spans } = await service.ask(listSpans, query, signal);
    return spans.map(({ call }) => call).reverse();
  },
  opening: async (...given) => (await import("../agents/agentTurns.ts")).openingMessage(...given),
};
