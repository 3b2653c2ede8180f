import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Json, jsonSize } from "../../../../src/core/text/json.ts";

test("the size of a value is that of its JSON in bytes", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
      const whole: Json = JSON.parse(JSON.stringify([value, text, "\ud800", { [text]: "\u0000\b\u007f" }]));
      assert.equal(jsonSize(whole), Buffer.byteLength(JSON.stringify(whole)));
    }),
  );
});

test("a size is counted at any depth", () => {
  let deep: Json = [];
  for (let depth = 1; depth < 100_000; depth++) deep = [deep];
  assert.equal(jsonSize(deep), 200_000);
});
