import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { wrappedText } from "../../../../src/core/session/signInRows.ts";

const cases: readonly [what: string, text: string, lines: readonly string[]][] = [
  ["nothing", "", []],
  ["a short text", "one two", ["one two"]],
  ["a text that fits exactly", "one two three", ["one two", "three"]],
  ["a word longer than a line", "a DEPTH_ZERO_SELF b", ["a", "DEPTH_ZE", "RO_SELF", "b"]],
  ["a character of two units", "😀😀😀😀😀😀😀😀😀", ["😀😀😀😀", "😀😀😀😀", "😀"]],
  ["a Japanese sentence", "接続がタイムアウトしました。", ["接続がタ", "イムアウ", "トしまし", "た。"]],
  [
    "a Chinese sentence with a name",
    "无法连接到 a.example（已拒绝）。",
    ["无法连接", "到", "a.exampl", "e（已拒", "绝）。"],
  ],
  ["Korean words", "연결 시간 초과", ["연결", "시간", "초과"]],
];

for (const [what, text, lines] of cases) {
  test(`${what} is broken into lines`, () => assert.deepEqual(wrappedText(text, 8), lines));
}

test("only spaces are dropped, and no line exceeds the length", () => {
  const words = fc.array(fc.constantFrom("a", " ", "bb", "  ", "\n", "ccc", "😀", "ddddddddddd"));
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 12 }), (parts, length) => {
      const text = parts.join("");
      const lines = wrappedText(text, length);
      assert.equal(lines.join("").replace(/\s/gu, ""), text.replace(/\s/gu, ""));
      for (const line of lines) assert.ok([...line].length <= length && line.trim() === line && line !== "");
    }),
  );
});
