import assert from "node:assert/strict";
import { test } from "node:test";
import { wordCut } from "../../../../src/core/text/wordCut.ts";

const cases: readonly (readonly [text: string, cut: string])[] = [
  ["", ""],
  ["Where is my order 4711?", "Where is my order 4711?"],
  ["12345678901234567890123456", "12345678901234567890123456"],
  ["Where is my order number 4711?", "Where is my order number…"],
  ["My refund (for order 4711) - has not arrived", "My refund (for order 4711…"],
  ["Refund please, it has been weeks now", "Refund please, it has…"],
  ["donaudampfschifffahrtsgesellschaft", "donaudampfschifffahrtsges…"],
  ["注文した商品がまだ届いていませんので確認", "注文した商品がまだ届い…"],
  ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦 family tickets for the weekend", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦 family tickets for…"],
  [`${"x".repeat(25)}‹U+202E›`, `${"x".repeat(25)}…`],
];
for (const [text, cut] of cases) {
  test(`"${text}" is cut to "${cut}" in 26 columns`, () => assert.equal(wordCut(text, 26), cut));
}
