import type { Json } from "../../json.ts";
import { inputMessages } from "./inputMessages.ts";
import type { Message, TurnContent } from "./message.ts";
import { outputMessages } from "./outputMessages.ts";
import { sameMessage } from "./sameMessage.ts";

/**
 * The messages of a turn, from any inputs and output.
 *
 * History is what a program repeats of earlier turns: everything up to the last response (or tool result) before the
 * last user message. What follows that message belongs to this turn, as agents pass the calls and results of their
 * loop. A system message belongs to the history after it, and is shown if there is none. Without a user
 * message, everything is shown.
 */
export function turnContent(documents: { readonly inputs: Json; readonly output: Json }): TurnContent {
  const input = inputMessages(documents.inputs);
  const output = outputMessages(documents.output);
  const repeated = historyLength(input.messages);
  const returned = repeatedLength(input.messages, output.messages);
  return {
    history: input.messages.slice(0, repeated),
    input: input.messages.slice(repeated),
    repeated: output.messages.slice(0, returned),
    output: output.messages.slice(returned),
    inputRest: input.rest,
    outputRest: output.rest,
  };
}

/** All inputs have to come first, followed by something else. */
function repeatedLength(input: readonly Message[], output: readonly Message[]): number {
  const whole = input.length > 0 && input.length < output.length;
  return whole && input.every((message, index) => isSame(message, output[index])) ? input.length : 0;
}

function isSame(one: Message, other: Message | undefined): boolean {
  return other !== undefined && sameMessage(one, other);
}

function historyLength(messages: readonly Message[]): number {
  const last = messages.findLastIndex(isPersons);
  if (last === -1) return 0;
  return messages.slice(0, last).findLastIndex(isAnswer) + 1;
}

/** Anthropic and Google send tool results as the user. */
function isPersons({ role, parts }: Message): boolean {
  return role === "user" && (parts.length === 0 || parts.some(({ kind }) => kind !== "toolResult"));
}

function isAnswer(message: Message): boolean {
  return message.role !== "system" && message.role !== "developer" && !isPersons(message);
}
