import type { Json } from "../json.ts";
import { inputMessages } from "./inputMessages.ts";
import type { Message, TurnContent } from "./message.ts";
import { outputMessages } from "./outputMessages.ts";

/**
 * What a turn says, from whatever its program passed and returned.
 *
 * History is what a program repeats of earlier turns: everything up to the last answer (or tool's result) before the
 * last words of a person. What follows those words is this turn's own, as agents pass the calls and results of the loop
 * they are in. A system message belongs to the history that it leads, and is shown where there is none. Without words
 * of a person everything is shown.
 */
export function turnContent(documents: { readonly inputs: Json; readonly output: Json }): TurnContent {
  const input = inputMessages(documents.inputs);
  const output = outputMessages(documents.output);
  const repeated = historyLength(input.messages);
  return {
    history: input.messages.slice(0, repeated),
    input: input.messages.slice(repeated),
    output: output.messages,
    inputRest: input.rest,
    outputRest: output.rest,
  };
}

function historyLength(messages: readonly Message[]): number {
  const last = messages.findLastIndex(isPersons);
  if (last === -1) return 0;
  return messages.slice(0, last).findLastIndex(isAnswer) + 1;
}

/** Anthropic and Google send a tool's results as the user. */
function isPersons({ role, parts }: Message): boolean {
  return role === "user" && (parts.length === 0 || parts.some(({ kind }) => kind !== "toolResult"));
}

function isAnswer(message: Message): boolean {
  return message.role !== "system" && message.role !== "developer" && !isPersons(message);
}
