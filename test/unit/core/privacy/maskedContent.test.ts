import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message } from "../../../../src/core/messages/message.ts";
import { turnContent } from "../../../../src/core/messages/turnContent.ts";
import { maskedContent } from "../../../../src/core/privacy/maskedContent.ts";
import { Pseudonyms } from "../../../../src/core/privacy/pseudonyms.ts";
import type { Json } from "../../../../src/core/text/json.ts";
import { formatRows } from "../messages/formatRows.ts";

/** Words of the conversations in the table. */
const originals = /rye|bread|rolls|jammed|brown|Celsius|baker|alice|refund/i;

const shape = (messages: readonly Message[]) =>
  messages.map(({ role, parts }) => [role, ...parts.map(({ kind }) => kind)].join(" "));

for (const [what, inputs, output] of formatRows) {
  test(`messages are hidden, and stay messages: ${what}`, () => {
    const pseudonyms = new Pseudonyms();
    const masked = {
      inputs: maskedContent("inputs", inputs, pseudonyms),
      output: maskedContent("output", output, pseudonyms),
    };
    // Random letters of a pseudonym may spell a word.
    assert.doesNotMatch(JSON.stringify(masked).replace(/\b(?:id|user)-[a-z2-7]{8}\b/g, ""), originals);
    const [before, after] = [turnContent({ inputs, output }), turnContent(masked)];
    assert.deepEqual(shape([...after.history, ...after.input]), shape([...before.history, ...before.input]));
    assert.deepEqual(shape([...after.repeated, ...after.output]), shape([...before.repeated, ...before.output]));
  });
}

const hidden: Readonly<Record<string, Json>> = {
  "a person's name": { name: "alice", rows: [1] },
  "names as keys": { balances: { alice: 3, refund: [{ bread: true }] } },
  "a list": [{ alice: 1 }, 2],
  numbers: { alice: 1_234_567 },
};
for (const [name, document] of Object.entries(hidden)) {
  test(`${name} in a document that is no message only says that it is hidden`, () => {
    for (const kind of ["inputs", "output", "attributes", "summary"] as const)
      assert.deepEqual(maskedContent(kind, document, new Pseudonyms()), { hidden: true });
  });
}

test("an empty document stays, and what is beside messages says that it is hidden", () => {
  const pseudonyms = new Pseudonyms();
  for (const empty of [null, {}, []]) assert.deepEqual(maskedContent("inputs", empty, pseudonyms), empty);
  const message = { role: "user", content: "refund" };
  assert.deepEqual(maskedContent("inputs", { messages: [message], alice: 7 }, pseudonyms), {
    messages: [{ role: "user", content: [{ type: "text", text: "message, 6 characters" }] }],
    hidden: true,
  });
});
