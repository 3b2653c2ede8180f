import { isSameJson, type Json } from "../text/json.ts";
import { dataRole, isPersons, type Message, type MessagePart, type TurnContent, textMessage } from "./message.ts";
import { inputMessages, readMessages } from "./reading.ts";

/**
 * The messages of a turn, from any inputs and output.
 *
 * History is what a program repeats of earlier turns: everything up to the last response (or tool result) before the
 * last user message. What follows that message belongs to this turn, as agents pass the calls and results of their
 * loop, with reminders to the model beside them. A system message belongs to the history after it, and is shown if there
 * is none. Without a user message, everything is shown.
 */
export function turnContent(documents: {
  readonly inputs: Json;
  readonly output: Json;
  readonly content?: TurnContent;
}): TurnContent {
  if (documents.content !== undefined) return documents.content;
  const input = inputMessages(documents.inputs);
  const output = readMessages(documents.output, "output");
  const start = historyLength(input.messages);
  const own = withoutAnswer(input.messages.slice(start), output.messages);
  const isRepeated = repeatedIn(input.messages, own, output.messages);
  return {
    history: resultsApart(input.messages.slice(0, start)),
    input: resultsApart(own),
    repeated: resultsApart(output.messages.filter((_, at) => isRepeated(at))),
    output: resultsApart(output.messages.filter((_, at) => !isRepeated(at))),
    inputRest: input.rest,
    outputRest: output.rest,
  };
}

function historyLength(messages: readonly Message[]): number {
  const last = messages.findLastIndex(isPersons);
  const isAnswer = (each: Message) => !isInstruction(each) && !isPersons(each) && each.role !== dataRole;
  return messages.slice(0, Math.max(0, last)).findLastIndex(isAnswer) + 1;
}

function isInstruction({ role }: Message): boolean {
  return role === "system" || role === "developer";
}

/** The results of tools are not said by the user; what is beside them is. */
function resultsApart(messages: readonly Message[]): readonly Message[] {
  return messages.flatMap((each): readonly Message[] => {
    if (each.role !== "user" || isPersons(each)) return [each];
    const [results, others] = [true, false].map((isResult) =>
      each.parts.filter(({ kind }) => (kind === "toolResult") === isResult),
    );
    const tool = { ...each, role: "tool", parts: results ?? [] };
    return others?.length
      ? [
          { ...tool, name: null },
          { ...each, parts: others, rest: null },
        ]
      : [tool];
  });
}

/** The input without an answer at its end that is the output, as spans have the whole conversation as attribute. */
function withoutAnswer(input: readonly Message[], output: readonly Message[]): readonly Message[] {
  const last = input.at(-1);
  const isAnswer = input.length > 1 && last?.role === "assistant" && last.rest === null;
  return isAnswer && isSame(last, output.at(-1)) ? input.slice(0, -1) : input;
}

/** Bounds the search for a long input in a long output. */
const mostComparisons = 100_000;

/**
 * Which messages of the output the turn did not add, as agent graphs return their whole state: the turn's input, and
 * the conversation before it, also if it is not in the inputs.
 */
function repeatedIn(
  inputs: readonly Message[],
  own: readonly Message[],
  output: readonly Message[],
): (at: number) => boolean {
  const requested = own.filter((each) => !isInstruction(each));
  const end = requested.length === 0 ? -1 : endOfRun(requested, output);
  const before = output.slice(0, Math.max(0, end - requested.length));
  const hasHistory = before.some((each) => !isInstruction(each));
  if (end === -1 || (end === output.length && !hasHistory)) return () => false;
  const isGiven = (each: Message) => inputs.some((given) => isInstruction(given) && isSame(given, each));
  return (at) => at < end && (hasHistory || at >= before.length || isGiven(output[at] ?? textMessage("", "")));
}

/** Where the last run of these messages ends; -1 if there is none. */
function endOfRun(run: readonly Message[], messages: readonly Message[]): number {
  let left = mostComparisons;
  for (let start = messages.length - run.length; start >= 0 && left > 0; start--) {
    if (run.every((each, at) => left-- > 0 && isSame(each, messages[start + at]))) return start + run.length;
  }
  return -1;
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
