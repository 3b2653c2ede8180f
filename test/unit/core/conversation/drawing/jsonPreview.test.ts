import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { jsonPreview } from "../../../../../src/core/conversation/drawing/jsonPreview.ts";
import type { Json } from "../../../../../src/core/text/json.ts";

const cases: readonly (readonly [value: Json, preview: string])[] = [
  [
    { city: "Oslo", days: 3, deep: { x: 1 }, list: [1], none: null, empty: {}, void: [] },
    'city: "Oslo", days: 3, deep: {…}, list: […], none: null, empty: {}, …',
  ],
  [[1, "two", [3]], '1, "two", […]'],
  ["text", '"text"'],
  [true, "true"],
  [{}, ""],
  [{ "a\u202e\nz": "b\nc\r\nd\u202e" }, 'a‹U+202E›⏎z: "b⏎c⏎d‹U+202E›"'],
  [JSON.parse('{"__proto__": 1}'), "__proto__: 1"],
  ["x".repeat(100), `"${"x".repeat(60)}…"`],
];
for (const [value, preview] of cases) {
  test(`${JSON.stringify(value).slice(0, 40)} has the preview ${preview.slice(0, 40)}`, () => {
    assert.equal(jsonPreview(value, 60), preview);
  });
}

test("the preview of any value is one short line", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const preview = jsonPreview(JSON.parse(JSON.stringify(value)), 60);
      assert.ok(!preview.includes("\n") && preview.length < 2_000, preview);
    }),
  );
});

test("only the shown part of a large value is read", () => {
  let looked = 0;
  const list: Json = new Proxy(
    Array.from({ length: 1_000_000 }, () => 1),
    {
      get(target, name, receiver) {
        looked += 1;
        return Reflect.get(target, name, receiver);
      },
    },
  );
  assert.match(jsonPreview(list, 60), /^1, 1, .*…$/);
  assert.ok(looked < 500, `${looked}`);
});
