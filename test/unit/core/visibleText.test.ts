import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { apart, plainText, visibleText } from "../../../src/core/visibleText.ts";

const texts: readonly [text: string, plain: string][] = [
  ["user-4711/2026-11-03", "user-4711/2026-11-03"],
  ["a[0] (b)", "a[0] (b)"],
  ["[log in](command:workbench.action.quit)", "[log in] (command:workbench.action.quit)"],
  ["[a](https://b.example) [c](file:d)", "[a] (https://b.example) [c] (file:d)"],
  ["](](", "] (] ("],
  ["[a]\u200b(command:b)", "[a]‹U+200B›(command:b)"],
  ["[a]\n(command:b)", "[a]‹U+000A›(command:b)"],
];
for (const [text, plain] of texts) {
  test(`${JSON.stringify(text)} is shown as ${plain}`, () => assert.equal(plainText(text), plain));
}

test("no text makes a link, and no more is changed than that takes", () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom("[", "]", "(", ")", "](", "command:", "\u200b"), fc.string()));
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join("");
      const plain = plainText(text);
      assert.ok(!plain.includes("]("));
      assert.equal(plain.replaceAll("] (", "]("), visibleText(text).replaceAll("] (", "]("));
      assert.equal(plainText(plain), plain);
    }),
  );
});

test("text that runs from right to left is kept apart from what stands beside it, and no other is changed", () => {
  assert.deepEqual(["refund", "日本語", "مرحبا", "שלום 2"].map(apart), [
    "refund",
    "日本語",
    "\u2068مرحبا\u2069",
    "\u2068שלום 2\u2069",
  ]);
});
