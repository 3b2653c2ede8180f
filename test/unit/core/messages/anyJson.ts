import fc from "fast-check";
import type { Json } from "../../../../src/core/text/json.ts";

const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string(),
  fc.integer(),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
  fc.boolean(),
  fc.constant(null),
);

const key = fc.oneof(
  fc.string(),
  fc.constantFrom("__proto__", "constructor", "toString", "role", "content", "type", "id", "messages", "text"),
);

/** Any parsed JSON value, in which `__proto__` is an ordinary key. */
export const anyJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 5 }),
    fc.array(fc.tuple(key, tie("value")), { maxLength: 5 }).map((entries): Json => Object.fromEntries(entries)),
  ),
})).value;

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length });

/** IDs in the formats of services. */
export const anyId: fc.Arbitrary<string> = fc.oneof(
  fc.uuid(),
  hex(20).map((text) => `call_${text}1a`),
  hex(20).map((text) => `chatcmpl-${text}1a`),
  hex(20).map((text) => `toolu_01${text}a`),
  hex(20).map((text) => `run-${text}1a`),
);

/** The value with each of these IDs replaced everywhere by another one in the same format. */
export function renamed(value: Json, ids: readonly string[], seed: number): Json {
  const others = new Map(ids.map((id, index) => [id, other(id, seed + index)]));
  return JSON.parse(JSON.stringify(value).replace(new RegExp(ids.join("|"), "g"), (id) => others.get(id) ?? id));
}

function other(id: string, seed: number): string {
  const tail = String(seed).padStart(10, "0").slice(-10);
  return `${id.slice(0, -11)}${tail}${id.endsWith("a") ? "a" : "1"}`;
}

/** The value with its `which`th scalar, modulo their number, replaced by a text; undefined if that changes nothing. */
export function leafChanged(value: Json, which: number, text: string): Json | undefined {
  const places: (readonly [parent: object, key: string])[] = [];
  const root: { readonly value: Json } = JSON.parse(JSON.stringify({ value }));
  const stack: object[] = [root];
  for (let parent = stack.pop(); parent !== undefined; parent = stack.pop()) {
    for (const [key, each] of Object.entries(parent)) {
      if (typeof each === "object" && each !== null) stack.push(each);
      else if (each !== null) places.push([parent, key]);
    }
  }
  const [parent, key = ""] = places[which % Math.max(1, places.length)] ?? [];
  if (parent === undefined || Object.getOwnPropertyDescriptor(parent, key)?.value === text) return undefined;
  Object.defineProperty(parent, key, { value: text, enumerable: true, configurable: true, writable: true });
  return root.value;
}
