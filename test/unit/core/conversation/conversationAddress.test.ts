import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addressParts, readAddress, serviceOf } from "../../../../src/core/conversation/conversationAddress.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";

const service = "https://trace.wandb.ai";
const project = "northwind/support-assistant";
const address = (threadId: string) => ({ service, project, conversation: threadKey(threadId) }) as const;

test("any thread ID survives a round trip", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (threadId) => {
      assert.deepEqual(readAddress(addressParts(address(threadId)).query), address(threadId));
    }),
  );
});

test("a lone surrogate survives a round trip", () => {
  assert.deepEqual(readAddress(addressParts(address("a\ud800")).query), address("a\ud800"));
});

test("the address of a call outside threads survives a round trip, and its tab has the name of the op", () => {
  const call = {
    service,
    project,
    conversation: null,
    callId: "c",
    op: `weave:///${project}/op/label_issues:abc`,
  } as const;
  const { path, query } = addressParts(call);
  assert.deepEqual(readAddress(query), call);
  assert.equal(path, `/${project}/label_issues`);
});

const labels: readonly (readonly [threadId: string, label: string])[] = [
  ["zendesk:448561", "zendesk:448561"],
  ["a/b\\c", "a∕b∖c"],
  ["", "()"],
  [" ", "()"],
  ["..", "(..)"],
  ["two\nlines", "two‹U+000A›lines"],
  ["x".repeat(200), `${"x".repeat(53)}…${"x".repeat(26)}`],
];

for (const [threadId, label] of labels) {
  test(`the tab of ${JSON.stringify(threadId).slice(0, 30)} is called ${label.slice(0, 30)}`, () => {
    assert.equal(addressParts(address(threadId)).path, `/${project}/${label}`);
  });
}

test("a path has three parts for any thread ID, and threads with the same path have different queries", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), (threadId) => {
      const { path } = addressParts(address(threadId));
      assert.match(path, /^\/[^/]+\/[^/]+\/[^/]+$/u);
      assert.doesNotMatch(path, /\/\.{1,2}$/);
    }),
  );
  const [one, other] = [addressParts(address("a/b")), addressParts(address("a∕b"))];
  assert.equal(one.path, other.path);
  assert.notEqual(one.query, other.query);
});

const foreign = [
  "",
  "thread=1",
  "null",
  "[]",
  JSON.stringify({ project, threadId: "t" }),
  JSON.stringify({ service, project: "no project", threadId: "t" }),
  JSON.stringify({ service, project, threadId: 1 }),
  JSON.stringify({ service, project, callId: "c" }),
];

for (const query of foreign) {
  test(`${query || "an empty query"} is not an address`, () => assert.equal(readAddress(query), null));
}

test("the service of an address is the account's base address, or the sample", () => {
  const account = { url: "https://weave.example/traces", origin: "https://weave.example", username: "api" };
  assert.equal(serviceOf({ kind: "signedIn", project, account }), "https://weave.example/traces");
  assert.equal(serviceOf({ kind: "sample", project }), "sample:");
  assert.equal(serviceOf({ kind: "signedOut", project, problem: null }), null);
});
