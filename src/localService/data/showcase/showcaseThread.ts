import type { Json, JsonObject } from "../../../core/text/json.ts";
import {
  type Answer,
  anthropicMessages,
  type DocumentShape,
  openaiChat,
  openaiResponses,
  type Round,
  type Talk,
  type ToolUse,
} from "../documentShapes.ts";
import type { ShowcaseCall } from "./showcaseCall.ts";

/** A tool call in a turn; a failed one returns the text of its exception to the model. */
type UsedTool = readonly [
  name: string,
  inputs: JsonObject,
  result: Json,
  others?: { readonly failure?: string; readonly seconds?: number },
];

/** The messages and tool calls of a turn. */
export interface ScriptedTurn {
  readonly user: string;
  readonly thinking?: string;
  readonly tools?: readonly UsedTool[];
  readonly assistant: string;
  /** Exception of the turn itself, after its tools. */
  readonly failure?: string;
  /** The turn is running: its last tool call, or the model call, has not ended. */
  readonly running?: boolean;
  readonly seconds?: number;
  /** Seconds since the previous turn. */
  readonly pause?: number;
}

interface Conversation {
  readonly op: string;
  /** The message format; model calls use the format of their provider. */
  readonly shape: DocumentShape;
  readonly system: string;
  readonly model: string;
  /** Additional inputs. */
  readonly others?: JsonObject;
  readonly turns: readonly ScriptedTurn[];
}

/** The turns of a conversation: each with the history, the model calls, and the tool calls between them. */
export function conversationTurns(conversation: Conversation): readonly ShowcaseCall[] {
  const { op, shape, system, model, others = {} } = conversation;
  const before: Round[] = [];
  return conversation.turns.map((turn, index): ShowcaseCall => {
    const { user, thinking, assistant, failure, running = false, seconds = 0.4, pause = 30, tools: used = [] } = turn;
    const tools = used.map(([name, inputs, result, { failure: error } = {}], place): ToolUse => {
      const use = { id: `call_${index}${place}`, name, arguments: inputs };
      return error === undefined ? { ...use, result } : { ...use, result: error, failed: true };
    });
    const talk = (done: readonly ToolUse[]) => {
      return { system, model, rounds: [...before, { user, tools: done, assistant: null }] };
    };
    const answer = { id: `${index}f3a`, model, text: assistant, thinking };
    const steps = tools.flatMap((use, place): ShowcaseCall[] => {
      const asking = { id: `${answer.id}${place}`, model, text: null, tools: [use] };
      const { failure: error, seconds: duration = 0.3 } = used[place]?.[3] ?? {};
      const isLast = place === tools.length - 1;
      const call = { op: use.name, inputs: use.arguments, output: use.result, seconds: duration, failure: error };
      return [modelCall(talk(tools.slice(0, place)), asking), { ...call, running: running && isLast }];
    });
    if (!running || tools.length === 0) steps.push({ ...modelCall(talk(tools), answer), failure, running });
    const inputs = { ...shape.inputs(talk([])), ...others };
    const output = shape.output({ ...answer, sources: tools.map(({ name, result }) => ({ title: name, result })) });
    before.push({ user, tools, assistant: running || failure !== undefined ? null : assistant });
    return { op, inputs, output, seconds, pause, steps, failure, running };
  });
}

function modelCall(talk: Talk, answer: Answer): ShowcaseCall {
  const { model } = talk;
  const { op, shape } = maker(model);
  const inputs = shape.inputs(talk);
  const written = answer.text ?? JSON.stringify(answer.tools);
  const promptTokens = Math.ceil(JSON.stringify(inputs).length / 4);
  const usage = { model, promptTokens, completionTokens: Math.ceil(written.length / 4) };
  return { op, inputs, output: shape.output(answer), usage, seconds: 0.6 + written.length / 900 };
}

function maker(model: string): { readonly op: string; readonly shape: DocumentShape } {
  if (model.startsWith("claude")) return { op: "anthropic.messages.create", shape: anthropicMessages };
  if (model === "gpt-5") return { op: "openai.responses.create", shape: openaiResponses };
  return { op: "openai.chat.completions.create", shape: openaiChat };
}
