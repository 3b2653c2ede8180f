import assert from "node:assert/strict";
import { test } from "node:test";
import { documentOfRow, threadAsked } from "../../../../src/features/documents/documentAsked.ts";

test("a menu refers to the call of its row, otherwise to its turn", () => {
  const output = (callId: string, op?: string) => ({ callId, document: "output", ...(op !== undefined && { op }) });
  const cases: readonly (readonly [given: unknown, wanted: unknown])[] = [
    [{ kind: "turn", turn: { id: "t", op: "answer" } }, output("t", "answer")],
    [{ weaveKind: "turn", weaveThread: "x", weaveTurn: "t", weaveOp: "answer" }, output("t", "answer")],
    [{ weaveKind: "call", weaveTurn: "t", weaveCall: "c" }, output("c")],
    [{ weaveKind: "thread", weaveThread: "x" }, undefined],
    [{ kind: "turn", turn: "t" }, undefined],
    [undefined, undefined],
  ];
  for (const [given, wanted] of cases) assert.deepEqual(documentOfRow(given, "output"), wanted);
});

test("a transcript belongs to the named thread, with any ID", () => {
  assert.equal(threadAsked({ thread: { id: "" } }), "");
  assert.equal(threadAsked({ kind: "thread", thread: { id: "a/b" } }), "a/b");
  assert.equal(threadAsked({ weaveKind: "turn", weaveThread: "x", weaveTurn: "t" }), "x");
  for (const given of [undefined, null, {}, { weaveThread: 1 }, { thread: "x" }])
    assert.equal(threadAsked(given), undefined);
});
