import assert from "node:assert/strict";
import { test } from "node:test";
import { turnIdIn } from "../../../../src/features/threads/menuArgument.ts";

test("a turn's ID comes from its row or from a page's menu", () => {
  assert.equal(turnIdIn({ kind: "turn", turn: { id: "t" } }), "t");
  assert.equal(turnIdIn({ weaveKind: "turn", weaveThread: "x", weaveTurn: "t" }), "t");
  for (const given of [undefined, null, "t", {}, { turn: null }, { turn: { id: 1 } }, { weaveTurn: "" }])
    assert.equal(turnIdIn(given), undefined);
});
