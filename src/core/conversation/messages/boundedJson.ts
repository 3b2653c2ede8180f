import type { Json } from "../../json.ts";
import { isList, isObject } from "./members.ts";

/** Of each list or object. */
const mostMembers = 64;

/**
 * The top of a value, however large it is: about `most` values, nearest the root first; of lists the last ones, as the
 * last message is the one that counts, and of texts the first `mostText` characters. What is deeper is null.
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
  // Grows while it is gone through: breadth first, without the stack.
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
