import type { Json } from "../../json.ts";
import { isList, type JsonObject } from "../messages/members.ts";
import { type Meaningless, meaninglessMembers } from "../messages/responseEnvelope.ts";
import { IdPlaceholders, withoutIds } from "./idPlaceholders.ts";

/** Deeper values are indented as if they were as deep as this, as blanks would be most of the text otherwise. */
const mostIndent = 100;

/** A list or an object that is being written, and which of its values comes next. */
type Frame = { next: number } & (
  | { readonly list: readonly Json[] }
  | {
      readonly list: null;
      readonly object: JsonObject;
      readonly keys: readonly string[];
      readonly meaningless: ReadonlyMap<string, Meaningless> | null;
    }
);

/**
 * A value as JSON of which two are equal where they mean the same: keys in order, two blanks of indent, ids replaced by
 * names that count them (see `IdPlaceholders`), and the members of models' responses that differ each time blanked
 * (see `meaninglessMembers`). Pass the same `ids` for texts that stand together. It needs no stack, whatever the depth.
 */
export function normalisedJson(value: Json, ids = new IdPlaceholders()): string {
  const frames: Frame[] = [];
  let text = "";
  const write = (each: Json, meaningless: Meaningless | undefined) => {
    const scalar = scalarText(each, meaningless, ids);
    if (scalar === undefined) frames.push(frameOf(each));
    text += scalar ?? (isList(each) ? "[" : "{");
  };
  write(value, undefined);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const index = frame.next++;
    if (index === (frame.list ?? frame.keys).length) {
      frames.pop();
      text += lineStart(frames.length) + (frame.list === null ? "}" : "]");
      continue;
    }
    text += (index === 0 ? "" : ",") + lineStart(frames.length);
    if (frame.list !== null) {
      write(frame.list[index] ?? null, undefined);
      continue;
    }
    const key = frame.keys[index] ?? "";
    text += `${quoted(key, ids)}: `;
    write(frame.object[key] ?? null, frame.meaningless?.get(key));
  }
  return text;
}

/** Undefined for a list or an object that holds anything. */
function scalarText(value: Json, meaningless: Meaningless | undefined, ids: IdPlaceholders): string | undefined {
  if (meaningless === "blank" && value !== null) return '"‹left out›"';
  if (typeof value === "string")
    return meaningless === "call" ? JSON.stringify(ids.id(value, "call")) : quoted(value, ids);
  if (typeof value !== "object" || value === null) return String(value);
  if (isList(value)) return value.length === 0 ? "[]" : undefined;
  for (const _ in value) return undefined;
  return "{}";
}

function quoted(text: string, ids: IdPlaceholders): string {
  return JSON.stringify(ids.text(text));
}

function frameOf(value: Json): Frame {
  if (isList(value)) return { next: 0, list: value };
  const object = typeof value === "object" && value !== null ? value : {};
  return { next: 0, list: null, object, keys: sortedKeys(object), meaningless: meaninglessMembers(object) };
}

/** By what a key is without its ids, and as they came where that is the same, so that the order depends on no id. */
function sortedKeys(object: JsonObject): readonly string[] {
  const keys = Object.keys(object);
  const orders = new Map<string, string>();
  for (const key of keys) {
    const order = withoutIds(key);
    if (order !== key) orders.set(key, order);
  }
  if (orders.size === 0) return keys.sort();
  const orderOf = (key: string) => orders.get(key) ?? key;
  return keys.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : orderOf(one) > orderOf(other) ? 1 : 0));
}

const indents = Array.from({ length: mostIndent + 1 }, (_, depth) => `\n${"  ".repeat(depth)}`);

function lineStart(depth: number): string {
  return indents[Math.min(depth, mostIndent)] ?? "\n";
}
