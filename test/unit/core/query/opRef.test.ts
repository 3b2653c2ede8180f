import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { opRef, parseOpRef } from "../../../../src/core/query/opRef.ts";

const project = "acme/desk 2";

describe("the ref of an op", () => {
  const cases: readonly (readonly [string, string, string | undefined])[] = [
    ["a name is any version of it", "predict", "weave:///acme/desk 2/op/predict:*"],
    ["a method's name keeps its dot", "Model.predict", "weave:///acme/desk 2/op/Model.predict:*"],
    ["a name with a version is that version", "predict:abc", "weave:///acme/desk 2/op/predict:abc"],
    ["a name with any version is any version", "predict:*", "weave:///acme/desk 2/op/predict:*"],
    ["a ref stays", "weave:///acme/other/op/predict:abc", "weave:///acme/other/op/predict:abc"],
    ["a name with a slash is none", "a/b", undefined],
    ["a name with two colons is none", "a:b:c", undefined],
    ["a version alone is none", ":*", undefined],
    ["a colon without a version is none", "predict:", undefined],
  ];
  for (const [name, typed, expected] of cases) test(name, () => assert.equal(opRef(typed, project), expected));

  test("a ref of any version is shown as its name only", () => {
    assert.deepEqual(parseOpRef("weave:///acme/desk 2/op/predict:*"), { project, name: "predict", version: null });
    assert.deepEqual(parseOpRef("weave:///acme/desk 2/op/predict:abc"), { project, name: "predict", version: "abc" });
    for (const other of ["predict", "weave:///acme/desk/object/M:1", "weave:///acme/desk/op/predict"]) {
      assert.equal(parseOpRef(other), undefined);
    }
  });
});
