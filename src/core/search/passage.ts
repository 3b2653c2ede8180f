import type { TurnDocuments } from "../conversation/protocol.ts";
import type { Message, MessagePart } from "../messages/message.ts";
import { turnContent } from "../messages/turnContent.ts";
import { isNested, type Json } from "../text/json.ts";
import { textPattern } from "../text/textPattern.ts";
import { endCut, endOf, visibleLines } from "../text/visibleText.ts";

/** Maximum characters of a passage before the found text, of that text, and after it. */
const most = { before: 50, found: 80, after: 120 } as const;

/** The text and what is around it, on one visible line. */
export interface Passage {
  readonly text: string;
  /** Whether it is only in what the turn repeats of the conversation so far. */
  readonly isRepeated: boolean;
}

/** The last one in messages, else in other fields, else in what the turn repeats. Null if only in names or JSON's form. */
export function passageIn(documents: TurnDocuments, text: string): Passage | null {
  const pattern = textPattern(text);
  const { history, input, inputRest, repeated, output, outputRest } = turnContent(documents);
  const own = [inputRest, outputRest, ...input.map(saidIn), ...output.map(saidIn)];
  const before = [...history, ...repeated].map(saidIn);
  const ownPassage = passageOf(own, pattern);
  if (ownPassage !== null) return { text: ownPassage, isRepeated: false };
  const earlier = passageOf(before, pattern);
  if (earlier !== null) return { text: earlier, isRepeated: true };
  // The roles of messages, and what their reader changes.
  const other = passageOf([documents.inputs, documents.output], pattern);
  return other === null ? null : { text: other, isRepeated: false };
}

/** What a message says, most important last. */
function saidIn({ parts, rest }: Message): Json {
  return [rest, ...parts.map(valuesOf)];
}

function valuesOf(part: MessagePart): Json {
  switch (part.kind) {
    case "text":
    case "thinking":
    case "refusal":
    case "injected":
      return part.text;
    case "agent":
      return [part.name, ...part.parts.map(valuesOf)];
    case "compaction":
      return part.summary;
    case "toolCall":
      return [part.name, part.arguments];
    case "toolResult":
      return [part.name, part.content, ...part.parts.map(valuesOf)];
    case "media":
      return [part.name, part.address];
    case "json":
      return part.value;
    default:
      return part satisfies never;
  }
}

/** Not recursive; the last items of lists and objects come first. */
function passageOf(value: Json, pattern: RegExp): string | null {
  const stack: Json[] = [value];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next === null) continue;
    if (isNested(next)) {
      for (const inner of Object.values(next)) stack.push(inner);
      continue;
    }
    const text = String(next);
    pattern.lastIndex = 0;
    const found = pattern.exec(text);
    if (found !== null) return around(text, ...withJoined(text, found.index, found[0].length));
  }
  return null;
}

/** Place and length of a found text with the letters joined to it: only letters on both sides keep a joiner hidden. */
function withJoined(text: string, at: number, length: number): readonly [at: number, length: number] {
  const end = at + length;
  const [before = ""] = /[\p{L}\p{M}]\p{Join_C}?$/u.exec(text.slice(Math.max(0, at - 2), at)) ?? [];
  const [after = ""] = /^\p{Join_C}?[\p{L}\p{M}]/u.exec(text.slice(end, end + 2)) ?? [];
  return [at - before.length, before.length + length + after.length];
}

function around(text: string, at: number, length: number): string {
  // More than is shown, as spaces and hidden characters change the length.
  const before = oneLine(text.slice(Math.max(0, at - 4 * most.before), at)).trimStart();
  const shown = endOf(before, most.before);
  const after = oneLine(text.slice(at + length, at + length + 4 * most.after));
  const isCut = shown !== before || at > 4 * most.before;
  return [
    isCut ? `…${shown.trimStart()}` : shown,
    endCut(oneLine(text.slice(at, at + Math.min(length, 4 * most.found))), most.found),
    endCut(after, most.after).trimEnd(),
  ].join("");
}

function oneLine(text: string): string {
  return visibleLines(text.toWellFormed().replace(/\s+/g, " "));
}
