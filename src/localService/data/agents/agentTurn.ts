import { createHash } from "node:crypto";
import type { JsonObject } from "../../../core/text/json.ts";
import { type SpanMessage, type SpanRow, span } from "../../agents/span.ts";

/** What happens inside an agent, one after the other. */
export type AgentStep =
  | {
      readonly tool: string;
      readonly arguments: JsonObject;
      readonly result: string;
      readonly seconds?: number;
      /** What the program reports if it failed. */
      readonly failure?: string;
      /** The user did not permit it. */
      readonly denied?: true;
    }
  /** A call of a model that answers with a text, or none if it only requests tools. */
  | { readonly says: string; readonly thinks?: string; readonly model?: string; readonly seconds?: number }
  | { readonly agent: string; readonly requested: string; readonly steps: readonly AgentStep[] };

export interface AgentTurn {
  readonly asks: string;
  readonly steps: readonly AgentStep[];
  /** Seconds since the end of the turn before. */
  readonly pause?: number;
  readonly failure?: string;
  /** The agent's context was replaced by a summary. */
  readonly compacted?: { readonly summary: string; readonly before: number; readonly after: number };
  /** `running` has no root yet, `open` one without an end. */
  readonly state?: "running" | "open";
}

export interface AgentTalk {
  readonly id: string;
  readonly name?: string;
  readonly agent: string;
  readonly version?: string;
  readonly model: string;
  readonly provider: string;
  readonly turns: readonly AgentTurn[];
  /** Whether only the root of a turn carries the ID, as in most programs with OpenTelemetry alone. */
  readonly tagsRootOnly?: boolean;
  /** Attributes of every span, and of a turn's root. */
  readonly attributes?: Readonly<Record<string, string>>;
  readonly rootAttributes?: Readonly<Record<string, string>>;
}

const defaultSeconds = 2;

function lengthOf(step: AgentStep): number {
  if ("agent" in step) return step.steps.reduce((sum, inner) => sum + lengthOf(inner), 0) + 0.2;
  return step.seconds ?? defaultSeconds;
}

function hexOf(text: string, digits: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, digits);
}

const text = (role: string, content: string): SpanMessage => {
  return { role, content: JSON.stringify([{ type: "text", content }]) };
};

/** The spans of a conversation whose last turn ends at `end`, in milliseconds since the epoch. */
export function talkSpans(talk: AgentTalk, end: number): readonly SpanRow[] {
  const lengths = talk.turns.map(({ steps, pause = 20 }) => pause + 1 + steps.reduce((sum, s) => sum + lengthOf(s), 0));
  let start = end - 1000 * lengths.reduce((sum, length) => sum + length, 0);
  const history: SpanMessage[] = [];
  return talk.turns.flatMap((turn, index) => {
    const spans = turnSpans(talk, turn, `${talk.id}/${index}`, start + 1000 * (turn.pause ?? 20), history);
    start += 1000 * (lengths[index] ?? 0);
    return spans;
  });
}

function turnSpans(
  talk: AgentTalk,
  turn: AgentTurn,
  name: string,
  start: number,
  history: SpanMessage[],
): readonly SpanRow[] {
  const { id, agent, version = "", model, provider, attributes = {} } = talk;
  const trace_id = hexOf(name, 32);
  const spans: SpanRow[] = [];
  const tag = { conversation_id: id, ...(talk.name !== undefined && { conversation_name: talk.name }) };
  const own = talk.tagsRootOnly ? {} : tag;
  const root = hexOf(`${name}/root`, 16);
  history.push(text("user", turn.asks));
  const add = (changes: Omit<Parameters<typeof span>[0], "trace_id" | "span_id">) => {
    const made = span({
      ...{ trace_id, span_id: hexOf(`${name}/${spans.length}`, 16), provider_name: provider },
      ...{ custom_attrs_string: attributes, ...own, ...changes },
    });
    spans.push(made);
    return made;
  };
  const walk = (
    steps: readonly AgentStep[],
    parent: string,
    from: number,
    requested: readonly SpanMessage[],
  ): number => {
    let at = from;
    for (const step of steps) {
      const until = at + 1000 * lengthOf(step);
      const times = { parent_span_id: parent, started_at: at, ended_at: until };
      if ("tool" in step) {
        const failed = step.failure === undefined ? {} : failure("ToolError", step.failure);
        const events = step.denied
          ? [
              {
                name: "weave.permission_resolved",
                time: until,
                attributes: { weave: { permission: { approved: false } } },
              },
            ]
          : [];
        add({
          events,
          ...{ ...times, operation_name: "execute_tool", span_name: `execute_tool ${step.tool}`, ...failed },
          ...{ tool_name: step.tool, tool_call_id: `call_${hexOf(`${name}/${spans.length}`, 12)}` },
          ...{ tool_call_arguments: JSON.stringify(step.arguments), tool_call_result: step.result },
        });
      } else if ("agent" in step) {
        const { span_id } = add({
          ...{ ...times, operation_name: "invoke_agent", span_name: `invoke_agent ${step.agent}` },
          ...{ agent_name: step.agent, request_model: model, input_messages: [text("user", step.requested)] },
        });
        walk(step.steps, span_id, at + 100, [text("user", step.requested)]);
      } else {
        const size = requested.reduce((sum, { content }) => sum + content.length, 0);
        const usage = {
          input_tokens: 400 + Math.ceil(size / 4),
          output_tokens: 20 + Math.ceil((step.says.length + (step.thinks?.length ?? 0)) / 4),
          reasoning_tokens: Math.ceil((step.thinks?.length ?? 0) / 4),
          cache_read_input_tokens: Math.floor(size / 8),
        };
        add({
          ...{ ...times, operation_name: "chat", span_name: `chat ${step.model ?? model}`, ...usage },
          ...{ request_model: step.model ?? model, input_messages: requested, reasoning_content: step.thinks ?? "" },
          output_messages: step.says === "" ? [] : [{ ...text("assistant", step.says), finish_reason: "stop" }],
        });
      }
      at = until;
    }
    return at;
  };
  const end = walk(turn.steps, root, start + 200, [...history]);
  const last = turn.steps.findLast((step) => "says" in step);
  if (last !== undefined) history.push(text("assistant", last.says));
  if (turn.state === "running") return spans;
  const rootSpan = span({
    ...{ trace_id, span_id: root, started_at: start, ended_at: turn.state === "open" ? 0 : end + 100, ...tag },
    ...{ operation_name: "invoke_agent", span_name: `invoke_agent ${agent}`, provider_name: provider },
    ...{ agent_name: agent, agent_version: version, request_model: model },
    ...(turn.failure === undefined ? {} : failure("RuntimeError", turn.failure)),
    ...(turn.compacted && {
      ...{ compaction_summary: turn.compacted.summary, compaction_items_before: turn.compacted.before },
      compaction_items_after: turn.compacted.after,
    }),
    custom_attrs_string: { ...attributes, ...talk.rootAttributes },
  });
  return [rootSpan, ...spans];
}

function failure(type: string, message: string): Partial<SpanRow> {
  return { status_code: "ERROR", error_type: type, status_message: message };
}
