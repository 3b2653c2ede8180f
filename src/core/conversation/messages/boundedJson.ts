import type { Json } from "../../json.ts";
import { isList, isObject } from "./members.ts";

/** Per list or object. */
const mostMembers = 64;

/**
 * The top of a value of any size: about `most` values, nearest the root first; of lists the last items, as the
 * last message matters most, and of texts the first `mostText` characters. Deeper values are null.
 */
export function boundedJson(value: Json, most: number, mostText: number): Json {
  let left = most;
  const copies: { readonly from: readonly [string, Json][]; readonly put: (key: string, copy: Json) => void }[] = [];
  const copyOf = (each: Json): Json => {
    if (typeof each === "string") return each.slice(0, mostText);
    if (isList(each)) {
      const kept = left <= 0 ? [] : each.slice(-Math.min(left, mostMembers));
      left -= kept.length;
      const copy: Json[] = kept.map(() => null);
      const entries = kept.map((value, index): [string, Json] => [String(index), value]);
      copies.push({ from: entries, put: (key, value) => copy.splice(Number(key), 1, value) });
      return copy;
    }
    if (!isObject(each)) return each;
    const copy: Record<string, Json> = {};
    const entries = firstEntries(each, Math.min(left, mostMembers));
    left -= entries.length;
    const define = (key: string, value: Json) =>
      Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
    copies.push({ from: entries, put: define });
    return copy;
  };
  const root = copyOf(value);
  // Grows during iteration: breadth first, without recursion.
  for (const { from, put } of copies) for (const [key, each] of from) put(key, copyOf(each));
  return root;
}

function firstEntries(object: { readonly [key: string]: Json }, most: number): [string, Json][] {
  const entries: [string, Json][] = [];
  for (const key in object) {
    if (entries.length >= most) break;
    entries.push([key, object[key] ?? null]);
  }
  return entries;
}
