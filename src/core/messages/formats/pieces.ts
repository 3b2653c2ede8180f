import { isList, isObject, type Json, type JsonObject, jsonIn } from "../../text/json.ts";
import { leftOf, Members, names } from "../members.ts";
import { type Message, textMessage } from "../message.ts";
import type { MessagesRead, Reading } from "../messageFormat.ts";

/** Several choices are numbered; their unread fields stay in the list. */
export function answers(
  members: Members,
  key: string,
  read: (value: Members) => readonly Message[],
): readonly Message[] {
  const list = members.at(key);
  if (!isList(list) || list.length === 0) return [];
  const reads = list.map((value): MessagesRead => {
    if (!isObject(value)) return { messages: [], rest: value };
    const inner = new Members(value);
    return { messages: read(inner), rest: inner.rest() };
  });
  if (!reads.some(({ messages }) => messages.length > 0)) return [];
  members.leave(key, leftOf(reads.map(({ rest }) => rest)));
  return reads.flatMap(({ messages }, index) =>
    list.length === 1 ? messages : messages.map((each) => ({ ...each, choice: index + 1 })),
  );
}

/** The message in a field, which may lack these fields. */
export function messageAt(members: Members, key: string, reading: Reading, usual: JsonObject = {}): readonly Message[] {
  const value = members.at(key);
  const found = isObject(value) ? reading.message({ ...usual, ...value }) : undefined;
  if (found === undefined) return [];
  members.take(key);
  return found;
}

export function textOf(members: Members): readonly Message[] {
  const text = members.text("text");
  return text === null ? [] : [textMessage("assistant", text)];
}

/** Fields whose texts arrive in pieces. */
const joined = new Set(
  names(`
    content text thinking reasoning reasoning_content refusal arguments args partial_json response thought transcript
    summary`),
);
/** Lists whose values without an index belong together by their place. */
const placed = new Set(["choices", "candidates"]);

/** Deeper values are not merged. */
const mostDepth = 8;

/** What the pieces make so far: texts are joined at the end, as joining them one by one takes quadratic time. */
type Whole = Json | JoinedTexts | ItemList | Map<string, Whole>;

class JoinedTexts {
  readonly texts: string[] = [];
}

class ItemList {
  readonly items: Whole[] = [];
  readonly byIndex = new Map<number, Whole>();
}

/** The object that the values of a stream make together: texts joined, lists by their index, else the last value. */
export function mergedPieces(values: readonly Json[]): Json {
  const whole = new Map<string, Whole>();
  for (const value of values) if (isObject(value)) addPiece(whole, value, 0);
  return finished(whole);
}

/** A block with the arguments of a call, which arrive as pieces of JSON. */
export function withArguments(block: Json): Json {
  if (!isObject(block) || typeof block.partial_json !== "string") return block;
  const { partial_json: text, ...others } = block;
  return text === "" ? others : { ...others, input: jsonIn(text) ?? text };
}

function addPiece(whole: Map<string, Whole>, piece: JsonObject, depth: number): void {
  for (const [key, value] of Object.entries(piece)) {
    const before = whole.get(key);
    if (typeof value === "string" && joined.has(key)) {
      const pieces = before instanceof JoinedTexts ? before : new JoinedTexts();
      pieces.texts.push(value);
      whole.set(key, pieces);
    } else if (isList(value) && depth < mostDepth) {
      const list = before instanceof ItemList ? before : new ItemList();
      for (const [at, each] of value.entries()) addItem(list, each, placed.has(key) ? at : null, depth);
      whole.set(key, list);
    } else if (isObject(value) && depth < mostDepth) {
      const object = before instanceof Map ? before : new Map<string, Whole>();
      addPiece(object, value, depth + 1);
      whole.set(key, object);
    } else if (before === undefined || (key !== "type" && value !== null && value !== "")) whole.set(key, value);
  }
}

function addItem(list: ItemList, item: Json, place: number | null, depth: number): void {
  if (!isObject(item)) {
    list.items.push(item);
    return;
  }
  const index = typeof item.index === "number" ? item.index : place;
  // Google's streams send the parts of one text without an index.
  const last = index === null && isText(item) ? list.items.at(-1) : undefined;
  const known = index === null ? last : list.byIndex.get(index);
  if (known instanceof Map && (index !== null || (known.size === 1 && known.has("text")))) {
    addPiece(known, item, depth + 1);
    return;
  }
  const added = new Map<string, Whole>();
  addPiece(added, item, depth + 1);
  list.items.push(added);
  if (index !== null) list.byIndex.set(index, added);
}

function isText(item: JsonObject): boolean {
  return typeof item.text === "string" && Object.keys(item).length === 1;
}

function finished(whole: Whole): Json {
  if (whole instanceof JoinedTexts) return whole.texts.join("");
  if (whole instanceof ItemList) return whole.items.map(finished);
  return whole instanceof Map ? Object.fromEntries([...whole].map(([key, each]) => [key, finished(each)])) : whole;
}
