import * as l10n from "@vscode/l10n";
import { exceptionText } from "../calls/exceptionText.ts";
import type { Message, MessagePart, TurnContent } from "../messages/message.ts";
import type { Formats } from "../text/format.ts";
import { isList, isObject, type Json } from "../text/json.ts";

/** The texts of a turn's documents that are searched, in the order in which they are shown. */
export interface TurnTexts {
  /** Of messages that a program repeats of earlier turns. */
  readonly earlier: readonly string[];
  readonly input: readonly string[];
  readonly output: readonly string[];
}

/** A place of a searched text: the how many-th in its turn, from 0. */
export interface FoundPlace {
  readonly turnId: string;
  readonly index: number;
}

/** More are not counted. */
export const mostFound = 10_000;

export function turnTexts({
  history,
  input: requested,
  output: answer,
  inputRest,
  outputRest,
}: TurnContent): TurnTexts {
  const rests = [jsonTexts(inputRest), jsonTexts(outputRest)] as const;
  // What is not text is shown last, unless there is nothing else.
  const [isRequested, isAnswered] = [history.length + requested.length > 0, answer.length > 0];
  return {
    earlier: [...history.flatMap(messageTexts), ...history.flatMap(restTexts)],
    input: [...requested.flatMap(messageTexts), ...(isRequested ? [] : rests[0])],
    output: [
      ...answer.flatMap(messageTexts),
      ...(isAnswered ? [] : rests[1]),
      ...(isRequested ? rests[0] : []),
      ...(isAnswered ? rests[1] : []),
      ...[...requested, ...answer].flatMap(restTexts),
    ],
  };
}

function messageTexts({ parts }: Message): readonly string[] {
  return parts.flatMap(partTexts);
}

function restTexts({ rest }: Message): readonly string[] {
  return jsonTexts(rest);
}

function partTexts(part: MessagePart): readonly string[] {
  switch (part.kind) {
    case "text":
    case "thinking":
    case "refusal":
    case "injected":
      return [part.text];
    case "agent":
      return [part.name, ...part.parts.flatMap(partTexts)];
    case "compaction":
      return [part.summary];
    case "toolCall":
      return [part.name, ...jsonTexts(part.arguments)];
    case "toolResult":
      return [part.name ?? "", ...part.parts.flatMap(partTexts), ...jsonTexts(part.content)];
    case "media":
      return [part.name ?? "", part.address ?? ""];
    case "json":
      return jsonTexts(part.value);
  }
}

/** The names and values in a JSON value, in order. Not recursive. */
export function jsonTexts(value: Json): readonly string[] {
  const texts: string[] = [];
  const rest: Json[] = [value];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (isList(next)) for (const one of next.toReversed()) rest.push(one);
    else if (isObject(next)) for (const [name, one] of Object.entries(next).reverse()) rest.push(one, name);
    else if (next !== null) texts.push(String(next));
  }
  return texts;
}

/** A turn to search. */
export interface SearchedTurn {
  readonly id: string;
  readonly texts: TurnTexts;
  /** Of its steps, between its input and output. */
  readonly steps: readonly string[];
  readonly exception: string | null;
}

/**
 * The places of a text in turns, in order: in upper and lower case, with any spaces, and across Markdown marks between words.
 * An earlier message counts where it is not repeated.
 */
export function foundPlaces(turns: Iterable<SearchedTurn>, text: string): readonly FoundPlace[] {
  const words = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  const quoted = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const pattern = new RegExp(quoted.join("[\\s*_~`]+"), "giu");
  const places: FoundPlace[] = [];
  const seen = new Set<string>();
  for (const {
    id: turnId,
    texts: { earlier, input, output },
    steps,
    exception,
  } of turns) {
    const { headline, trace } = exceptionText(exception ?? "");
    const own = [...input, ...steps, ...output, headline, trace];
    const texts = [...own, ...earlier.filter((one) => !seen.has(one))];
    let index = 0;
    for (const one of texts) {
      seen.add(one);
      for (const _ of one.matchAll(pattern)) {
        if (places.length === mostFound) return places;
        places.push({ turnId, index: index++ });
      }
    }
  }
  return places;
}

/** `3 of 12`; `at` counts from 0. */
export function foundText(at: number, count: number, formats: Formats): string {
  if (count === 0) return l10n.t("No results");
  const all = formats.exact(count);
  return l10n.t("{0} of {1}", formats.exact(at + 1), count === mostFound ? `${all}+` : all);
}

/** The progress of loading turns that are searched. */
export function searchingText(done: number, all: number, formats: Formats): string {
  return l10n.t("Loading… {0} of {1}", formats.exact(done), formats.exact(all));
}
