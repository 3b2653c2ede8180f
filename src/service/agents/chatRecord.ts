import { boundedName } from "../../core/query/call.ts";
import type { Chat, ChatMessage, ChatTurn } from "../../core/query/chatMessage.ts";
import type { Json } from "../../core/text/json.ts";
import * as z from "../../zod.ts";
import { converted, orElse } from "../schema/converted.ts";
import { jsonText, number, text } from "./agentFields.ts";

const json: z.ZodMiniType<Json> = z.json();

/** A message of a chat: AgentChatMessage of wandb/weave `shared/agents/types.py`. Exactly one payload is there. */
const message = converted(
  z.looseObject({
    ...{ type: z.string(), span_id: z.nullish(z.string()), agent_name: text, status_code: text, status_message: text },
    user_message: z.nullish(z.object({ text })),
    assistant_message: z.nullish(z.object({ text, reasoning_content: text })),
    tool_call: z.nullish(z.object({ tool_name: text, tool_arguments: jsonText, tool_result: jsonText })),
    agent_start: z.nullish(z.object({ system_instructions: text })),
    context_compacted: z.nullish(
      z.object({ compaction_summary: text, compaction_items_before: number, compaction_items_after: number }),
    ),
  }),
  (record): ChatMessage => {
    const { user_message: user, assistant_message: assistant, tool_call: tool, agent_start: start } = record;
    const { context_compacted: compaction } = record;
    const head = {
      spanId: record.span_id ?? null,
      agent: boundedName(record.agent_name),
      failure: record.status_code === "ERROR" ? record.status_message : null,
    };
    if (user) return { ...head, kind: "user", text: user.text };
    if (assistant) {
      return { ...head, kind: "assistant", text: assistant.text, reasoning: assistant.reasoning_content };
    }
    if (tool) {
      const { tool_name, tool_arguments, tool_result } = tool;
      return { ...head, kind: "tool", name: boundedName(tool_name), arguments: tool_arguments, result: tool_result };
    }
    if (start) return { ...head, kind: "agent", instructions: start.system_instructions };
    if (compaction) {
      const {
        compaction_summary: summary,
        compaction_items_before: before,
        compaction_items_after: after,
      } = compaction;
      return { ...head, kind: "compaction", summary, before, after };
    }
    const others = Object.entries(record).flatMap(([key, value]) => {
      const read = value === null ? undefined : json.safeParse(value);
      return read?.success ? [[key, read.data] as const] : [];
    });
    return { ...head, kind: "other", value: Object.fromEntries(others) };
  },
);

const turn = converted(
  z.object({ trace_id: z.string(), messages: z.array(message) }),
  ({ trace_id, messages }): ChatTurn => ({ traceId: trace_id, messages: withoutRepeated(messages) }),
);

/** Until the service has merged what a program sent twice, messages of a span are there twice. */
function withoutRepeated(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const seen = new Set<string>();
  return messages.filter((each) => {
    const key = `${each.kind}:${each.spanId}`;
    return each.spanId === null || (!seen.has(key) && seen.add(key));
  });
}

/** The answer about a conversation. */
export const conversationChat = converted(
  z.object({ turns: z.array(turn), has_more: orElse(z.boolean(), false) }),
  ({ turns, has_more }): Chat => ({ turns, hasMore: has_more }),
);

/** The answer about one trace. */
export const traceChat = converted(turn, (read): Chat => {
  return { turns: read.messages.length === 0 ? [] : [read], hasMore: false };
});
