import assert from "node:assert/strict";
import { test } from "node:test";
import type { TurnDocuments } from "../../../../src/core/conversation/protocol.ts";
import { spokenTurn } from "../../../../src/core/conversation/spokenTurn.ts";
import type { TurnStep } from "../../../../src/core/conversation/turnSteps.ts";
import type { Json } from "../../../../src/core/text/json.ts";
import { spoken } from "../messages/spoken.ts";
import { call } from "./calls.ts";

type Step = TurnStep<TurnDocuments>;

const requested = (text: string): Json => ({ messages: [{ role: "user", content: text }] });
const answered = (text: string): Json => ({ choices: [{ message: { role: "assistant", content: text } }] });
const step = (kind: Step["kind"], id: string, documents: TurnDocuments | null = null): Step => ({
  ...{ kind, documents },
  call: call(id),
});
const [first, tool, last] = [
  step("model", "first", { inputs: requested("Where is it?"), output: answered("Let me look.") }),
  step("tool", "look", { inputs: { order: 7 }, output: "shipped" }),
  step("model", "last", { inputs: requested("and the result"), output: answered("It is shipped.") }),
];
const span: TurnDocuments = { inputs: { "app.user": "u7", "app.page": "start" }, output: null };
const own: TurnDocuments = { inputs: requested("Hello"), output: answered("Hi") };

interface Case {
  readonly turn: TurnDocuments;
  readonly steps: readonly Step[];
  readonly says: string;
  readonly from?: readonly [inputs: string, output: string];
  readonly silent?: false;
  readonly missing?: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  "its own messages, whatever is inside": {
    turn: own,
    steps: [first, last],
    says: "user: Hello → assistant: Hi",
    silent: false,
  },
  "only an answer of its own": {
    turn: { ...span, output: answered("Hi") },
    steps: [first],
    says: " → assistant: Hi",
    silent: false,
  },
  "nothing, without calls inside": { turn: span, steps: [], says: " → " },
  "nothing, with only tools inside": { turn: span, steps: [tool], says: " → " },
  "what its first model call was asked, and its last one said": {
    turn: span,
    steps: [first, tool, last],
    says: "user: Where is it? → assistant: It is shipped.",
    from: ["first", "last"],
  },
  "what its only model call was asked and said": {
    turn: span,
    steps: [first],
    says: "user: Where is it? → assistant: Let me look.",
    from: ["first", "first"],
  },
  "nothing yet, if neither was requested": {
    turn: span,
    steps: [step("model", "first"), tool, step("model", "middle"), step("model", "last")],
    says: " → ",
    missing: ["first", "last"],
  },
  "nothing yet, if one was requested": {
    turn: span,
    steps: [first, step("model", "last")],
    says: " → ",
    missing: ["last"],
  },
  "nothing, if the model calls have no messages either": {
    turn: span,
    steps: [step("model", "embed", { inputs: { dimensions: 3 }, output: [1, 2, 3] })],
    says: " → ",
  },
};
for (const [name, { turn, steps, says, from, silent = true, missing = [] }] of Object.entries(cases)) {
  test(`a turn says ${name}`, () => {
    const found = spokenTurn({ documents: turn, steps });
    const { input, output, inputRest } = found.content;
    assert.equal([input, output].map((messages) => messages.map(spoken).join(" ")).join(" → "), says);
    assert.deepEqual(found.from, { inputs: from?.[0] ?? null, output: from?.[1] ?? null });
    assert.deepEqual([found.isSilent, found.missing], [silent, missing]);
    assert.deepEqual(from === undefined ? inputRest : found.remainder.inputs, turn === own ? null : span.inputs);
  });
}
