import { compareBy } from "../../../../src/core/conversations/conversationOrder.ts";
import { textMessage } from "../../../../src/core/messages/message.ts";
import type { ConversationSource } from "../../../../src/core/port/conversationSource.ts";
import type { Call } from "../../../../src/core/query/call.ts";
import type { ConversationSummary } from "../../../../src/core/query/thread.ts";
import { stableSort } from "../../../../src/core/query/threadQuery.ts";
import { turn } from "../conversation/turns.ts";
import { thread } from "./threads.ts";

export function agentConversation(id: string, lastUpdated = 1): ConversationSummary {
  return { ...thread(id), kind: "agent", lastUpdated };
}

/** A source of invented conversations, each of which has two turns and a call inside them. `before` delays each page. */
export function agentSource(
  conversations: readonly ConversationSummary[],
  before: () => Promise<void> = async () => undefined,
): ConversationSource {
  const key = (id: string) => ({ kind: "agent", id }) as const;
  const turnsOf = (id: string): readonly Call[] =>
    ["ask", "refund"].map((op, at) => ({ ...turn(`${id}/${op}`, { op, startedAt: at }), conversation: key(id) }));
  return {
    kind: "agent",
    withThumbsDown: async () => [],
    sorts: ["last_updated", "start_time", "turn_count", "thread_id"],
    async *list({ sort = [], threadIds = [], limit = conversations.length, offset = 0 }, _target, signal) {
      await before();
      signal.throwIfAborted();
      const requested = conversations.filter(({ id }) => threadIds.length === 0 || threadIds.includes(id));
      yield requested.toSorted(compareBy(stableSort(sort))).slice(offset, offset + limit);
    },
    async *turns(id) {
      yield turnsOf(id);
    },
    async inside(turns) {
      const inside = ({ id, conversation }: Call) =>
        turn(`${id}/tool`, { op: "look_up", turnId: id, parentId: id, conversation });
      return { byTurn: new Map(turns.map((call) => [call.id, [call, inside(call)]])), more: false };
    },
    async *documents({ callIds }) {
      yield callIds.map((id) => ({ id, documents: { inputs: { of: id }, output: "found" } }));
    },
    async messages(calls) {
      const turns = calls.map(({ id }) => id).filter((id) => !id.endsWith("/tool"));
      return new Map(
        turns.map((id) => {
          const said = [textMessage("user", `Where is ${id}?`)];
          const none = { history: [], repeated: [], inputRest: null, outputRest: null };
          return [id, { ...none, input: said, output: [textMessage("assistant", "On its way.")] }];
        }),
      );
    },
  };
}
