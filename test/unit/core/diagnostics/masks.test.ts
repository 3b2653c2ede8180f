import assert from "node:assert/strict";
import { test } from "node:test";
import { Masks } from "../../../../src/core/diagnostics/masks.ts";

const masked: readonly [text: string, masked: string][] = [
  ["call 0190a4c7-55d1-7e0f-9f54-2b6c0a3f1d22 gone", "call id-1 gone"],
  ["token AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh", "token id-1"],
  ["token ÄbCdEfGhIjKlMnOpQrStÜvWxYz", "token id-1"],
  ["of 'my agent' and 'my agent'", "of 'text-1' and 'text-1'"],
  ["at trace.corp.example:8080", "at host-1:8080"],
  ["by jane@corp.example", "by user-1"],
  ["Node.js", "Node.js"],
  ["client-h1.js, main.mjs and data.jsonl", "client-h1.js, main.mjs and data.jsonl"],
  ["one of 'thread_id', 'asc', summary.weave.status", "one of 'thread_id', 'asc', summary.weave.status"],
];

for (const [text, expected] of masked) {
  test(`${text} is masked as ${expected}`, () => assert.equal(new Masks().text(text), expected));
}
