import { copiedJson, isList, isNested, isObject, type Json } from "../text/json.ts";
import { openEscape, visibleLines } from "../text/visibleText.ts";
import { isPersons, type Message, type TurnContent } from "./message.ts";
import { inputMessages } from "./reading.ts";

/** Limits of values and characters to read, so that inputs of many megabytes cost no more than a page of text. */
const mostValues = 2000;
const mostText = 4000;
/** Per list or object. */
const mostMembers = 64;

/** Line starts of lists, headings and quotes, fences, emphasis, and links and images, of which the text is kept. */
const marks: readonly [RegExp, string][] = [
  [/^[ \t]*(?:```|~~~)[^\n]*$/gm, " "],
  [/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+|\d{1,9}[.)][ \t]+)/gm, ""],
  [/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, "$1"],
  [/(\*\*|__|~~)(?=\S)([^\n]*?\S)\1/g, "$2"],
  [/`([^`\n]+)`/g, "$1"],
];

/**
 * The subject of a turn on one visible line of at most `most` characters: the start of the last user message, otherwise
 * of the first text; empty if there is none, or if messages are empty. With `first`, that of the first user message only.
 */
export function firstWords(inputs: Json, most: number, which: "first" | "last" = "last"): string {
  const { messages, rest } = inputMessages(boundedJson(inputs, which));
  const persons = messages.filter(isPersons).map(textOf);
  const others = messages.filter((each) => !isPersons(each)).map(textOf);
  const isText = (text: string) => text !== "";
  if (which === "first") return endCut(oneLine(persons.find(isText) ?? ""), most);
  const text = persons.findLast(isText) ?? others.find(isText);
  return endCut(oneLine(text ?? (messages.length === 0 ? firstText(rest) : "")), most);
}

/** The same of messages that were read: the last user message. */
export function spokenWords({ input }: Pick<TurnContent, "input">, most: number): string {
  return endCut(oneLine(textOf(input.findLast(isPersons) ?? { parts: [] })), most);
}

/** A text on one visible line of at most `most` characters. */
export function lineOf(text: string, most: number): string {
  return endCut(oneLine(text), most);
}

/**
 * The top of a value of any size, nearest the root first: of lists the first or last items, as of messages, and of texts
 * the start. Deeper values are empty.
 */
function boundedJson(value: Json, which: "first" | "last"): Json {
  let left = mostValues;
  return copiedJson(value, (each) => {
    if (typeof each === "string") return each.slice(0, mostText);
    if (!isNested(each)) return each;
    const most = Math.min(left, mostMembers);
    const copy = isList(each)
      ? each.slice(...(which === "first" ? [0, most] : [Math.max(0, each.length - most)]))
      : Object.fromEntries(Object.entries(each).slice(0, most));
    left -= Object.keys(copy).length;
    return copy;
  });
}

function textOf({ parts }: Pick<Message, "parts">): string {
  const texts = parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return texts.find((text) => oneLine(text) !== "") ?? "";
}

function oneLine(text: string): string {
  const plain = marks.reduce((left, [mark, kept]) => left.replace(mark, kept), text.slice(0, mostText));
  return visibleLines(plain.replace(/\s+/g, " ").trim());
}

/** The first text outside messages, nearest the root; refs are skipped. */
function firstText(rest: Json | null): string {
  const queue: Json[] = [rest];
  for (const value of queue) {
    if (typeof value === "string" && value.trim() !== "" && !value.startsWith("weave:///")) return value;
    if (isList(value)) queue.push(...value);
    else if (isObject(value))
      queue.push(...Object.entries(value).flatMap(([key, each]) => (key === "self" ? [] : [each])));
  }
  return "";
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Does not cut inside a grapheme, unless it alone is too long. */
function endCut(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { segment, index } of graphemes.segment(text.slice(0, most + 1))) {
    if (index + segment.length > most - 1) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).replace(openEscape, "").trimEnd()}…`;
}
