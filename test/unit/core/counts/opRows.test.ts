import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { allCalls, type CallConditions } from "../../../../src/core/counts/callCondition.ts";
import { chosenOps, type FoundOps, type OpOrigin, opItems, opsOfCounts } from "../../../../src/core/counts/opRows.ts";

const project = "acme/desk";
const ref = (name: string, version = "*") => `weave:///${project}/op/${name}:${version}`;
const found: FoundOps = new Map<string, OpOrigin>([
  [ref("predict"), "count"],
  [ref("judge", "1a2b3c4d5e6f7a8b"), "count"],
  ["predict", "turn"],
  [ref("Agent.answer"), { file: "src/agent.py" }],
]);

const suggested = (text: string) => opItems(text, project, false, found).filter(({ op }) => op !== undefined);

describe("ops are suggested that match the last name", () => {
  const [predict, judge, bare, answer] = [
    "predict | any version · used in an earlier count",
    "judge | version 1a2b3c…8b · used in an earlier count",
    "predict | for ops recorded without a ref · in loaded turns",
    "Agent.answer | any version · defined in src/agent.py",
  ];
  const cases: readonly (readonly [what: string, text: string, expected: readonly string[]])[] = [
    ["all for an empty text, in the order in which they were found", " ", [predict, judge, bare, answer]],
    ["by any part of the name, in upper or lower case", "ANSW", [answer]],
    ["after other names", "a, b;\npre", [predict, bare]],
    ["all after a separator", "a, ", [predict, judge, bare, answer]],
    ["not what the text means already, as a ref or as typed", "predict", []],
    ["nor what it means among others", `judge, ${ref("predict")}, p`, [bare]],
    ["other ops with the name of a ref", ref("answer", "v1"), [answer]],
    ["none that do not match", "x", []],
    ["none for JSON", '["a", "pre', []],
  ];
  for (const [what, text, expected] of cases) {
    test(what, () => {
      assert.deepEqual(
        suggested(text).map(({ label, description }) => `${label} | ${description}`),
        expected,
      );
    });
  }

  test("the meaning of the text stays the first row, and the filter of VS Code hides no suggestion", () => {
    const [first, ...others] = opItems("pre", project, false, found);
    assert.deepEqual([first?.label, first?.form], ["pre", "refs"]);
    assert.ok(others.every(({ alwaysShow }) => alwaysShow));
  });

  test("at most 200 at a time", () => {
    const many = new Map(Array.from({ length: 500 }, (_, nth) => [ref(`op${nth}`), "turn"] as const));
    assert.equal(opItems("", project, false, many).length, 201);
  });
});

describe("an accepted row stands for", () => {
  const item = (op: string) => ({ form: null, label: op, op });
  const cases: readonly (readonly [what: string, ops: readonly string[] | undefined, expected: unknown])[] = [
    ["the suggested op instead of the text", chosenOps(item(ref("predict")), "pre", project), [ref("predict")]],
    [
      "the suggested op after the other names",
      chosenOps(item("predict"), "judge, pre", project),
      [ref("judge"), "predict"],
    ],
    ["each op once", chosenOps(item(ref("predict")), `${ref("predict")} pre`, project), [ref("predict")]],
    [
      "the text where it no longer matches the suggestion",
      chosenOps(item(ref("predict")), "judge", project),
      [ref("judge")],
    ],
    ["the text as typed", chosenOps({ form: "asTyped", label: "" }, "judge", project), ["judge"]],
    ["its most likely meaning without a row", chosenOps(undefined, "a b", project), [ref("a"), ref("b")]],
    ["nothing for an empty text", chosenOps({ form: null, label: "" }, " ", project), undefined],
  ];
  for (const [what, ops, expected] of cases) test(what, () => assert.deepEqual(ops, expected));
});

test("the ops of counts are those of their conditions, each once", () => {
  const of = (...conditions: CallConditions["conditions"]): CallConditions => ({ ...allCalls, conditions });
  const counts = [
    of({ kind: "list", field: "opNames", values: ["b", "a"] }, { kind: "list", field: "threadIds", values: ["t"] }),
    allCalls,
    of({ kind: "rootsOnly" }, { kind: "list", field: "opNames", values: ["a", "c"] }),
  ];
  assert.deepEqual(opsOfCounts(counts), ["b", "a", "c"]);
});
