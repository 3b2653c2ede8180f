import assert from "node:assert/strict";
import { test } from "node:test";
import { stepsAhead, turnSteps } from "../../../../src/core/conversation/turnSteps.ts";
import type { Call, ModelUsage } from "../../../../src/core/query/call.ts";
import { turn } from "./turns.ts";

const usage: readonly ModelUsage[] = [
  { model: "gpt-5", promptTokens: 1, completionTokens: 1, totalTokens: 2, cost: null },
];

const inside = (id: string, parentId: string, changes: Partial<Call> = {}) =>
  turn(id, { op: id.replace(/\d/g, ""), parentId, turnId: "t0", startedAt: Number(id.replace(/\D/g, "")), ...changes });

const cases: readonly [name: string, calls: readonly Call[], steps: readonly string[]][] = [
  ["a turn without calls", [], []],
  [
    "tools and model calls in order of start",
    [inside("find2", "t0"), inside("gpt1", "t0", { usage })],
    ["model gpt1", "tool find2"],
  ],
  [
    "an agent, by the calls inside it",
    [inside("agent1", "t0", { usage }), inside("gpt2", "agent1", { usage }), inside("find3", "agent1")],
    ["model gpt2", "tool find3"],
  ],
  ["a tool without the calls inside it", [inside("find1", "t0"), inside("http2", "find1")], ["tool find1"]],
  [
    "a search that embeds its query",
    [inside("search1", "t0"), inside("e2", "search1", { op: "openai.embeddings.create", usage })],
    ["tool search1"],
  ],
  ["a model call that is running", [inside("a1", "t0", { op: "openai.chat.completions.create" })], ["model a1"]],
  ["calls with a parent that is not known", [inside("a1", "gone")], ["tool a1"]],
  ["calls that contain each other", [inside("a1", "b2"), inside("b2", "a1")], []],
];
for (const [name, calls, steps] of cases) {
  test(`the steps of ${name}`, () => {
    const found = turnSteps([turn("t0", { usage }), ...calls], "t0");
    assert.deepEqual(
      found.map(({ kind, call }) => `${kind} ${call.id}`),
      steps,
    );
  });
}

test("a turn that is itself a model call has no steps, and at most a hundred steps are shown", () => {
  assert.deepEqual(turnSteps([turn("t0", { usage })], "t0"), []);
  const many = Array.from({ length: 150 }, (_, at) => inside(`a${at}`, "t0"));
  assert.equal(turnSteps(many, "t0").length, 100);
});

test("only small tool calls are loaded with the steps", () => {
  const steps = turnSteps(
    [
      inside("small1", "t0", { storedBytes: 1000 }),
      inside("large2", "t0", { storedBytes: 40_000 }),
      inside("unknown3", "t0", { storedBytes: null }),
      inside("gpt4", "t0", { usage, storedBytes: 10 }),
    ],
    "t0",
  );
  assert.deepEqual(
    stepsAhead(steps).map(({ id }) => id),
    ["small1", "unknown3"],
  );
  const many = Array.from({ length: 100 }, (_, at) => inside(`a${at}`, "t0", { storedBytes: 30_000 }));
  assert.equal(stepsAhead(turnSteps(many, "t0")).length, 17);
});
