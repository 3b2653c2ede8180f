import assert from "node:assert/strict";
import { test } from "node:test";
import { opName } from "../../../../src/core/query/call.ts";

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
