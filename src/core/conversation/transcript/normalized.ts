import type { Json } from "../../json.ts";
import { isList, type JsonObject } from "../messages/members.ts";
import { type Meaningless, meaninglessMembers } from "../messages/responseEnvelope.ts";
import { IdPlaceholders, withoutIds } from "./idPlaceholders.ts";

/** Maximum indentation depth; beyond it, the text would be mostly spaces. */
const mostIndent = 100;

/** A list or an object being written, and the index of its next value. */
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
 * A value as JSON that is equal for values of equal meaning: sorted keys, indented by two spaces, IDs replaced by
 * numbered names (see `IdPlaceholders`), and fields of model responses that differ each time removed
 * (see `meaninglessMembers`). Pass the same `ids` for texts that belong together. Not recursive.
 */
export function normalizedJson(value: Json, ids = new IdPlaceholders()): string {
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

/** Undefined for a list or an object that is not empty. */
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

/** Sorted by key without IDs, then in original order, so that the order does not depend on IDs. */
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
