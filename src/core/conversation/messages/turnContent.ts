import { isList, isObject, type Json } from "../../json.ts";
import { inputMessages } from "./inputMessages.ts";
import type { Message, MessagePart, TurnContent } from "./message.ts";
import { outputMessages } from "./outputMessages.ts";

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

function historyLength(messages: readonly Message[]): number {
  const last = messages.findLastIndex(isPersons);
  const isAnswer = (each: Message) => each.role !== "system" && each.role !== "developer" && !isPersons(each);
  return messages.slice(0, Math.max(0, last)).findLastIndex(isAnswer) + 1;
}

/** Anthropic and Google send tool results as the user. */
function isPersons({ role, parts }: Message): boolean {
  return role === "user" && (parts.length === 0 || parts.some(({ kind }) => kind !== "toolResult"));
}

/** All inputs have to come first, followed by something else. */
function repeatedLength(input: readonly Message[], output: readonly Message[]): number {
  const whole = input.length > 0 && input.length < output.length;
  return whole && input.every((message, index) => isSame(message, output[index])) ? input.length : 0;
}

/** Whether two messages have the same content; IDs and other fields may differ, as libraries add them. */
function isSame({ role, parts }: Message, other: Message | undefined): boolean {
  return (
    role === other?.role &&
    parts.length === other.parts.length &&
    parts.every((part, index) => isSamePart(part, other.parts[index]))
  );
}

function isSamePart(one: MessagePart, other: MessagePart | undefined): boolean {
  const members: Readonly<Record<string, Json>> = { ...other };
  return Object.entries(one).every(([key, value]) => isSameJson(value, members[key]));
}

/** Not recursive. */
function isSameJson(one: Json, other: Json | undefined): boolean {
  const pairs: (readonly [Json, Json | undefined])[] = [[one, other]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (isList(left) && isList(right) && left.length === right.length) {
      for (const [index, each] of left.entries()) pairs.push([each, right[index]]);
    } else if (isObject(left) && isObject(right) && Object.keys(left).length === Object.keys(right).length) {
      for (const [key, each] of Object.entries(left)) {
        pairs.push([each, Object.hasOwn(right, key) ? right[key] : undefined]);
      }
    } else return false;
  }
  return true;
}
