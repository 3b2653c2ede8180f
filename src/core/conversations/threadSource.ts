import { failedCalls, latestFirst } from "../calls/failedCalls.ts";
import type { ConversationSource } from "../port/conversationSource.ts";
import { countCalls, queryCallDocuments, queryCalls, queryThreads } from "../port/operations.ts";
import { type Call, isTurn } from "../query/call.ts";
import { sortFields } from "../query/threadQuery.ts";

/** The threads of a project: their turns, and what is inside them, are calls. */
export const threadSource: ConversationSource = {
  kind: "thread",
  sorts: sortFields,
  list: ({ attributes: _, onlyErrors: __, onTotal: ___, ...requested }, { service, project }, signal) =>
    service.rows(queryThreads, { project, ...requested }, signal),
  async *turns(id, requested, { service, project }, signal) {
    const query = { project, filter: { threadIds: [id] }, turnsOnly: true, ...requested };
    // Older services do not know the condition of turns, and send other calls as well.
    const isOfThread = (call: Call) => isTurn(call) && call.conversation?.id === id;
    for await (const batch of service.rows(queryCalls, query, signal)) yield batch.filter(isOfThread);
  },
  inside: async (...given) => (await import("../calls/insideCalls.ts")).callsIn(...given),
  documents: (requested, { service, project }, signal) =>
    service.rows(queryCallDocuments, { project, ...requested }, signal),
  withErrors: {
    all: async (...given) => (await import("./threadsWithErrors.ts")).failedThreadIds(...given),
    among: async (...given) => (await import("./threadsWithErrors.ts")).withErrors(...given),
  },
  withThumbsDown: async (...given) => (await import("../feedback/thumbsDown.ts")).withThumbsDown("thread", ...given),
  async *find({ text, bounds, onMore: _, ...page }, { service, project }, signal) {
    const { searchQuery } = await import("../search/searchQuery.ts");
    const query = searchQuery(text, bounds);
    yield* service.rows(queryCalls, { project, query, turnsOnly: true, sort: latestFirst, ...page }, signal);
  },
  failures: (id, target, signal) => failedCalls({ threadIds: [id] }, target, signal),
  count: (id, { service, project }, signal) =>
    service.ask(countCalls, { project, filter: { threadIds: [id] }, includeStorageSize: true }, signal),
};
