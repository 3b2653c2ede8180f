import assert from "node:assert/strict";
import { test } from "node:test";
import {
  comparisonAsked,
  documentAsked,
  documentOfRow,
  threadAsked,
} from "../../../../src/features/documents/documentAsked.ts";

test("a document is requested by its call and name", () => {
  const inputs = { callId: "a", document: "inputs" };
  assert.deepEqual(documentAsked(inputs), inputs);
  assert.deepEqual(documentAsked({ ...inputs, op: "answer" }), { ...inputs, op: "answer" });
  for (const given of [undefined, null, "a", {}, { ...inputs, callId: "" }, { ...inputs, document: "all" }])
    assert.equal(documentAsked(given), undefined);
});

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
  assert.equal(threadAsked({ threadId: "" }), "");
  assert.equal(threadAsked({ kind: "thread", thread: { id: "a/b" } }), "a/b");
  assert.equal(threadAsked({ weaveKind: "turn", weaveThread: "x", weaveTurn: "t" }), "x");
  for (const given of [undefined, null, {}, { threadId: 1 }, { thread: "x" }])
    assert.equal(threadAsked(given), undefined);
});

test("a comparison has two sides and a title", () => {
  const side = { path: "/a", query: "{}" };
  const asked = { left: side, right: side, title: "a ↔ a" };
  assert.deepEqual(comparisonAsked(asked), asked);
  for (const given of [undefined, { ...asked, left: {} }, { ...asked, right: "b" }, { ...asked, title: "" }])
    assert.equal(comparisonAsked(given), undefined);
});
