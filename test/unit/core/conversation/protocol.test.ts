import assert from "node:assert/strict";
import { test } from "node:test";
import { type FromPage, readPageMessage } from "../../../../src/core/conversation/protocol.ts";

const messages: readonly FromPage[] = [
  { kind: "ready" },
  { kind: "watch", turnIds: ["a", "b"] },
  { kind: "load", turnId: "a" },
  { kind: "calls", turnId: "a" },
  { kind: "step", turnId: "a", callId: "b" },
  { kind: "open", callId: "a", document: "inputs" },
  { kind: "open", callId: "a", document: "exception" },
  { kind: "diff", callId: "a", path: "/app/a.py" },
  { kind: "code", op: "weave:///a/b/op/answer:1" },
  { kind: "link", address: "https://example.com" },
  { kind: "copy", text: "" },
  { kind: "action", action: "retry" },
  { kind: "stop" },
  { kind: "transcript" },
  { kind: "files", paths: ["/app/a.py"] },
  { kind: "openFile", path: "/app/a.py", line: 3 },
];

for (const message of messages) {
  test(`${JSON.stringify(message)} is read`, () => assert.deepEqual(readPageMessage(message), message));
}

const unsent: readonly unknown[] = [
  null,
  undefined,
  "ready",
  [],
  {},
  { kind: "start" },
  { kind: "watch" },
  { kind: "watch", turnIds: [1] },
  { kind: "load", turnId: null },
  { kind: "open", callId: "a", document: "../inputs" },
  { kind: "copy", text: { toString: "x" } },
  { kind: "openFile", path: "a", line: 0 },
  { kind: "openFile", path: "a", line: 1.5 },
  { kind: ["ready"] },
];

for (const message of unsent) {
  test(`${JSON.stringify(message)} is not a message`, () => assert.equal(readPageMessage(message), undefined));
}

test("only the first five hundred visible turns of a page are used", () => {
  const turnIds = Array.from({ length: 3000 }, (_, place) => `t${place}`);
  assert.deepEqual(readPageMessage({ kind: "watch", turnIds }), { kind: "watch", turnIds: turnIds.slice(0, 500) });
});
