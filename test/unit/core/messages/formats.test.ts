import assert from "node:assert/strict";
import { test } from "node:test";
import { firstWords } from "../../../../src/core/messages/firstWords.ts";
import type { Message } from "../../../../src/core/messages/message.ts";
import { turnContent } from "../../../../src/core/messages/turnContent.ts";
import { isNested, type Json, jsonIn } from "../../../../src/core/text/json.ts";
import { formatRows } from "./formatRows.ts";
import { spoken } from "./spoken.ts";

for (const [what, inputs, output, label, lines] of formatRows) {
  test(what, () => {
    const content = turnContent({ inputs, output });
    const marked = (mark: string, messages: readonly Message[]) => messages.map((each) => mark + spoken(each));
    const said = [...marked("", content.input), ...marked("> ", content.output)];
    assert.deepEqual(
      [
        ...marked("< ", content.history),
        ...said.slice(0, content.input.length),
        ...marked("= ", content.repeated),
        ...said.slice(content.input.length),
      ],
      lines,
    );
    assert.equal(firstWords(inputs, 100), label);
    // Nothing is lost, and nothing is said twice.
    const shown = JSON.stringify(content);
    for (const text of textsIn([inputs, output])) assert.ok(shown.includes(JSON.stringify(text).slice(1, -1)), text);
    const texts = [...content.input, ...content.output].flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])),
    );
    assert.equal(new Set(texts).size, texts.length);
  });
}

/** Texts of several words, also those inside JSON that is kept as a text. */
function textsIn(value: Json): readonly string[] {
  if (isNested(value)) return Object.values(value).flatMap(textsIn);
  if (typeof value !== "string") return [];
  const inside = /^\s*[[{"]/.test(value) ? jsonIn(value) : undefined;
  if (inside !== undefined) return textsIn(inside);
  return value.includes(" ") ? [value.trim()] : [];
}
