import { type SpanRow, span } from "../../../../src/localService/agents/span.ts";

const start = Date.UTC(2026, 8, 21, 14, 30);

const text = (role: string, content: string) => ({ role, content: JSON.stringify([{ type: "text", content }]) });

interface TurnOptions {
  readonly fails?: "turn" | "tool";
  readonly state?: "running" | "open";
  readonly tagsAll?: boolean;
  readonly name?: string;
  readonly model?: string;
}

/**
 * A turn `seconds` after the start: an agent whose model requests a tool and answers; by default only the root carries
 * the conversation's ID.
 */
export function agentTurn(id: string, number: number, seconds: number, options: TurnOptions = {}): readonly SpanRow[] {
  const { fails, state, tagsAll = false, name = "", model = "gpt-5" } = options;
  const trace = `${id}/${number}`;
  const at = start + seconds * 1000;
  const tag = { conversation_id: id, conversation_name: name };
  const own = { trace_id: trace, provider_name: "openai", ...(tagsAll ? tag : {}) };
  const requested = [text("system", "Be kind."), text("user", `question ${number}`)];
  const root = span({
    ...{ ...own, ...tag, span_id: `${trace}/root`, started_at: at, ended_at: state === "open" ? 0 : at + 4000 },
    ...{ operation_name: "invoke_agent", agent_name: "helper", agent_version: "v1", request_model: model },
    ...(fails === "turn" && { status_code: "ERROR", status_message: "the agent gave up", error_type: "RuntimeError" }),
  });
  const chat = (part: number, answer: string) =>
    span({
      ...{ ...own, span_id: `${trace}/chat${part}`, parent_span_id: root.span_id, operation_name: "chat" },
      ...{ started_at: at + 100 + part * 1000, ended_at: at + 500 + part * 1000, request_model: model },
      ...{ input_tokens: 100, output_tokens: 10, cache_read_input_tokens: 40, input_messages: requested },
      output_messages: answer === "" ? [] : [text("assistant", answer)],
    });
  const tool = span({
    ...{ ...own, span_id: `${trace}/tool`, parent_span_id: root.span_id, operation_name: "execute_tool" },
    ...{ started_at: at + 600, ended_at: at + 900, tool_name: "search", tool_call_arguments: '{"q": 1}' },
    ...(fails === "tool"
      ? { status_code: "ERROR", status_message: "search timed out", error_type: "TimeoutError" }
      : { tool_call_result: "3 hits" }),
  });
  const finished = state === undefined && fails !== "turn";
  const inside = [chat(0, ""), tool, ...(finished ? [chat(2, `answer ${number}`)] : [])];
  return state === "running" ? inside : [root, ...inside];
}

/** One conversation for each state that the service tells apart, equal ends, and spans without a conversation. */
export const agentSpans: readonly SpanRow[] = [
  ...agentTurn("good", 0, 0, { name: "Good talk", tagsAll: true }),
  ...agentTurn("good", 1, 60, { name: "Good talk", tagsAll: true }),
  ...agentTurn("tool fails", 0, 100, { fails: "tool" }),
  ...agentTurn("turn fails", 0, 200, { fails: "turn" }),
  ...agentTurn("running", 0, 300, { tagsAll: true }),
  ...agentTurn("running", 1, 310, { tagsAll: true, state: "running" }),
  ...agentTurn("open", 0, 400, { tagsAll: true, state: "open", model: "own-model" }),
  ...["b", "a", "c"].flatMap((id) => agentTurn(`tie ${id}`, 0, 500)),
  ...agentTurn("", 0, 600),
];
