import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { markdownPieces, mostParsed } from "../../../../../src/core/conversation/drawing/markdownPieces.ts";

const paragraph = `${"Some words of a paragraph. ".repeat(30)}\n\n`;
const kinds = (text: string) => [...markdownPieces(text)].map(({ kind }) => kind);

test("a short text is one piece", () => {
  assert.deepEqual([...markdownPieces("# a\n\nb")], [{ kind: "markdown", text: "# a\n\nb" }]);
  assert.deepEqual([...markdownPieces("")], []);
});

test("pieces end before paragraphs, not between list items", () => {
  const text = `${paragraph.repeat(6)}- one\n\n- two\n\n${paragraph.repeat(6)}`;
  const pieces = [...markdownPieces(text)];
  assert.ok(pieces.length > 1);
  for (const { text: piece } of pieces) assert.match(piece, /^Some words/);
});

test("code of any length is one piece between pieces of Markdown", () => {
  const code = "x = 1\n\n".repeat(2000);
  const text = `before\n\n\`\`\`\`python title\n${code}\`\`\`\n\`\`\`\`\nafter`;
  assert.deepEqual(
    [...markdownPieces(text)],
    [
      { kind: "markdown", text: "before\n\n" },
      { kind: "code", text: `${code}\`\`\``, language: "python title" },
      { kind: "markdown", text: "after" },
    ],
  );
});

test("a long line is plain text", () => {
  assert.deepEqual(kinds(`a\n${"_a_".repeat(10_000)}\nb`), ["markdown", "plain", "markdown"]);
  assert.deepEqual(kinds("> ".repeat(140_000)), ["plain"]);
});

test("no text is lost, and no piece of Markdown exceeds the limit", () => {
  const line = fc.oneof(
    fc.constantFrom("", "```", "~~~~", "```js", "  ```", "- a", "> b", "1. c", "| d |", "x".repeat(7000)),
    fc.string({ maxLength: 2000 }),
    fc.constant("word ".repeat(300)),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      const text = lines.join("\n");
      let at = 0;
      for (const piece of markdownPieces(text)) {
        assert.ok(piece.kind !== "markdown" || piece.text.length <= mostParsed);
        const found = text.indexOf(piece.text, at);
        assert.ok(found !== -1);
        if (piece.kind === "markdown") assert.equal(found, at);
        // Only the fences of code are omitted.
        at = found + piece.text.length;
        if (piece.kind === "code") at += /^\n?(?: {0,3}[`~]{3,}[ \t]*(?:\n|$))?/.exec(text.slice(at))?.[0].length ?? 0;
      }
      assert.equal(at, text.length);
    }),
  );
});
