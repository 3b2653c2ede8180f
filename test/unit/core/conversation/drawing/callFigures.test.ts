import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelUsage } from "../../../../../src/core/calls/call.ts";
import { opName } from "../../../../../src/core/calls/opName.ts";
import { usageTotals } from "../../../../../src/core/conversation/drawing/usageTotals.ts";
import { call } from "../calls.ts";

const ops: readonly [op: string, name: string][] = [
  ["weave:///team/project/op/answer_customer:x9", "answer_customer"],
  ["weave:///team/project/op/Evaluation.predict_and_score:*", "Evaluation.predict_and_score"],
  ["weave:///team/project/op/POST /v1/feedback:x9", "POST /v1/feedback"],
  ["weave:///team/project/op/a:b:x9", "a:b"],
  ["weave:///team/project/op/unversioned", "unversioned"],
  ["weave:///team/project/object/Model:x9", "weave:///team/project/object/Model:x9"],
  ["openai.chat.completions.create", "openai.chat.completions.create"],
  ["", ""],
];
for (const [op, name] of ops) {
  test(`${JSON.stringify(op)} is shown as ${JSON.stringify(name)}`, () => assert.equal(opName(op), name));
}

const nothing: ModelUsage = {
  model: "m",
  requests: null,
  promptTokens: null,
  completionTokens: null,
  totalTokens: null,
  cost: null,
};

test("the usage of models is added up, and unknown if none reports it", () => {
  const usage = [
    { ...nothing, requests: 1, promptTokens: 10, completionTokens: 5, cost: 0.25 },
    { ...nothing, requests: 2, totalTokens: 7 },
  ];
  assert.deepEqual(usageTotals(call("turn", { usage })), {
    requests: 3,
    promptTokens: 10,
    completionTokens: 5,
    totalTokens: 22,
    cost: 0.25,
  });
});

test("usage without any number is null", () => {
  assert.equal(usageTotals(call("turn")), null);
  assert.equal(usageTotals(call("turn", { usage: [nothing] })), null);
  assert.equal(usageTotals(call("turn", { usage: [{ ...nothing, totalTokens: 0 }] }))?.totalTokens, 0);
});
