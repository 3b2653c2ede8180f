import assert from "node:assert/strict";
import fc from "fast-check";
import type { Json } from "../../src/core/text/json.ts";

/** An object with a prototype, as parsers make them. */
export function plain<T>(model: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record<T>(model, { noNullPrototype: true });
}

const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json[]>(null, true, false, 0, -1, 0.5, 1e300, "", "a", "__proto__", "2026-11-01T10:00:00Z"),
  fc.string({ maxLength: 4 }),
  fc.string({ maxLength: 4, unit: "binary" }),
);

/** Any JSON value of a few levels. */
export const smallJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "xsmall", withCrossShrink: true },
    { weight: 3, arbitrary: scalar },
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .array(fc.tuple(scalar.map(String), tie("value")), { maxLength: 3 })
      .map((entries): Json => Object.fromEntries(entries)),
  ),
})).value;

/** Fragments and arbitrary characters, joined directly or with spaces. */
export function textOf(fragments: readonly string[], maxLength = 10): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...fragments) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 3 }) },
  );
  return fc.tuple(fc.array(piece, { maxLength }), fc.constantFrom("", "", " ")).map(([parts, between]) => {
    return parts.join(between);
  });
}

/** A text with one piece of it replaced by another. */
export function mutatedText(texts: fc.Arbitrary<string>, replacement: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const place = fc.nat({ max: 9999 });
  return fc.tuple(texts, place, fc.nat({ max: 6 }), replacement).map(([text, at, length, put]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + put + text.slice(start + length);
  });
}

/** Keys and indexes, outermost first. */
export type JsonPath = readonly string[];

/** The path to each value inside a value, the value itself included. */
export function pathsIn(value: Json, path: JsonPath = []): readonly JsonPath[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

/** A copy with another value at a path; undefined removes it. */
export function changedAt(value: Json, path: JsonPath, put: Json | undefined): Json {
  const [key, ...rest] = path;
  if (key === undefined) return put ?? null;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
    if (name !== key) return [[name, inner]];
    return rest.length === 0 && put === undefined ? [] : [[name, changedAt(inner, rest, put)]];
  });
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** A value with one value inside it replaced or removed. */
export function mutatedJson(values: fc.Arbitrary<Json>, replacement: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const put = fc.option(replacement, { nil: undefined, freq: 4 });
  return fc.tuple(values, fc.nat({ max: 9999 }), put).map(([value, at, other]) => {
    const paths = pathsIn(value);
    return changedAt(value, paths[at % paths.length] ?? [], other);
  });
}

/** Mostly records with one wrong part, some untouched, some anything. */
export function nearly(valid: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc.oneof({ weight: 2, arbitrary: valid }, { weight: 6, arbitrary: mutatedJson(valid, smallJson) }, smallJson);
}

/** Throws for a value that JSON cannot represent, such as an infinite number. */
export function survivesJson(value: unknown): void {
  assert.deepEqual(JSON.parse(JSON.stringify(value)), value);
}
