import { type Call, isTurn } from "../calls/call.ts";
import { failedCalls } from "../calls/failedCalls.ts";
import { queryCalls } from "../operations.ts";
import type { ProjectClient } from "../projectClient.ts";
import type { ConversationSource } from "./conversationSource.ts";

/** The threads of a project: their turns, and what is inside them, are calls. */
export function threadSource(target: ProjectClient): ConversationSource {
  const { service, project } = target;
  return {
    kind: "thread",
    async *turns(id, asked, signal) {
      const query = { project, filter: { threadIds: [id] }, turnsOnly: true, ...asked };
      // Older services do not know the condition of turns, and send other calls as well.
      const isOfThread = (call: Call) => isTurn(call) && call.conversation?.id === id;
      for await (const batch of service.rows(queryCalls, query, signal)) yield batch.filter(isOfThread);
    },
    failures: (id, signal) => failedCalls({ threadIds: [id] }, target, signal),
  };
}
