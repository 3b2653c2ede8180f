import type { JsonObject } from "../../../core/conversation/messages/members.ts";
import type { Json } from "../../../core/json.ts";
import { anthropicMessages, openaiChat, openaiResponses } from "../documentShapes.ts";
import type { Answer, DocumentShape, Round, ToolUse } from "../talk.ts";
import type { ShowcaseCall } from "./showcaseCall.ts";

/** A tool call in a turn; a failed one returns the text of its exception to the model. */
export interface UsedTool {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly result?: Json;
  readonly failure?: string;
  readonly seconds?: number;
}

/** The messages and tool calls of a turn. */
export interface Told {
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

export interface Conversation {
  readonly op: string;
  /** The message format; model calls use the format of their provider. */
  readonly shape: DocumentShape;
  readonly system: string;
  readonly model: string;
  /** Additional inputs. */
  readonly others?: JsonObject;
  readonly told: readonly Told[];
}

/** The turns of a conversation: each with the history, the model calls, and the tool calls between them. */
export function conversationTurns(conversation: Conversation): readonly ShowcaseCall[] {
  const { op, shape, system, model, others = {} } = conversation;
  const before: Round[] = [];
  return conversation.told.map((told, index) => {
    const { user, thinking, assistant, failure, running = false, seconds = 0.4, pause = 30 } = told;
    const tools = (told.tools ?? []).map((used, place) => toolUse(used, `call_${index}${place}`));
    const asked = { user, assistant: null };
    const answer = { id: `${index}f3a`, model, text: assistant, ...(thinking !== undefined && { thinking }) };
    const turn = {
      op,
      inputs: { ...shape.inputs({ system, model, rounds: [...before, asked] }), ...others },
      output: shape.output({ ...answer, sources: tools.map(({ name, result }) => ({ title: name, result })) }),
      seconds,
      pause,
      steps: steps({ conversation, before: [...before], told, tools, answer }),
      ...(failure !== undefined && { failure }),
      running,
    };
    before.push({ user, tools, assistant: running || failure !== undefined ? null : assistant });
    return turn;
  });
}

interface StepsOfTurn {
  readonly conversation: Conversation;
  readonly before: readonly Round[];
  readonly told: Told;
  readonly tools: readonly ToolUse[];
  readonly answer: Answer;
}

function steps({ conversation, before, told, tools, answer }: StepsOfTurn): readonly ShowcaseCall[] {
  const { system, model } = conversation;
  const call = (used: readonly ToolUse[], output: Answer, ending: Partial<ShowcaseCall>): ShowcaseCall => {
    const { op, shape } = maker(model);
    const inputs = shape.inputs({
      system,
      model,
      rounds: [...before, { user: told.user, tools: used, assistant: null }],
    });
    const written = output.text ?? JSON.stringify(output.tools);
    const usage = {
      model,
      promptTokens: Math.ceil(JSON.stringify(inputs).length / 4),
      completionTokens: Math.ceil(written.length / 4),
    };
    return { op, inputs, output: shape.output(output), usage, seconds: 0.6 + written.length / 900, ...ending };
  };
  const list = tools.flatMap((use, index): ShowcaseCall[] => {
    const { failure, seconds = 0.3 } = told.tools?.[index] ?? {};
    const running = told.running === true && index === tools.length - 1;
    return [
      call(tools.slice(0, index), { id: `${answer.id}${index}`, model, text: null, tools: [use] }, {}),
      {
        op: use.name,
        inputs: use.arguments,
        output: use.result,
        seconds,
        running,
        ...(failure !== undefined && { failure }),
      },
    ];
  });
  if (told.running && tools.length > 0) return list;
  const failure = told.failure === undefined ? {} : { failure: told.failure };
  return [...list, call(tools, answer, { ...failure, running: told.running === true })];
}

function toolUse({ name, arguments: given, result = null, failure }: UsedTool, id: string): ToolUse {
  const use = { id, name, arguments: given };
  return failure === undefined ? { ...use, result } : { ...use, result: failure, failed: true };
}

function maker(model: string): { readonly op: string; readonly shape: DocumentShape } {
  if (model.startsWith("claude")) return { op: "anthropic.messages.create", shape: anthropicMessages };
  if (model === "gpt-5") return { op: "openai.responses.create", shape: openaiResponses };
  return { op: "openai.chat.completions.create", shape: openaiChat };
}
