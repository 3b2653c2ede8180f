import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import type { LinkTarget } from "../../../../src/core/query/linkTarget.ts";
import { readWebLink, webAddress } from "../../../../src/core/session/webAddress.ts";
import { webBase } from "../../../../src/core/settings/serviceUrl.ts";
import { anyId, dottedIds, oddIds, project } from "../links/oddIds.ts";

const base = "https://forge.coreweave.com/wandb";

const bases: readonly (readonly [configured: string, service: string, expected: string | null])[] = [
  ["", "https://trace.wandb.ai", base],
  ["", "https://weave.example.com/traces", "https://weave.example.com"],
  ["", "https://example.com/wandb/traces", "https://example.com/wandb"],
  ["", "http://127.0.0.1:4000", "http://127.0.0.1:4000"],
  ["  ", "https://trace.wandb.ai", base],
  ["https://app.example.com/", "https://trace.wandb.ai", "https://app.example.com"],
  ["https://example.com/web//", "https://trace.wandb.ai", "https://example.com/web"],
  ["http://localhost:3000", "https://trace.wandb.ai", "http://localhost:3000"],
  ["http://app.example.com", "https://trace.wandb.ai", null],
  ["https://user:secret@app.example.com", "https://trace.wandb.ai", null],
  ["https://app.example.com?next=1", "https://trace.wandb.ai", null],
  ["javascript:alert(1)", "https://trace.wandb.ai", null],
  ["sample:", "https://trace.wandb.ai", null],
  ["app.example.com", "https://trace.wandb.ai", null],
];

for (const [configured, service, expected] of bases) {
  test(`the web app of ${service} with "${configured}" configured is at ${expected}`, () =>
    assert.equal(webBase(configured, service), expected));
}

const root = `${base}/my-team/my%20app/weave`;

function agent(id: string): LinkTarget {
  return { kind: "thread", project, conversation: { kind: "agent", id } };
}

test("the service's own links leave the slashes of an ID as they are", () => {
  assert.deepEqual(readWebLink(base, `${root}/agents/conversations/conv/a%20b/c`), agent("conv/a b/c"));
});

const addresses: readonly (readonly [target: LinkTarget, address: string])[] = [
  [{ kind: "project", project }, root],
  [{ kind: "threads", project }, `${root}/threads`],
  [{ kind: "thread", project, conversation: threadKey("a/b c%") }, `${root}/threads/a%2Fb%20c%25`],
  [{ kind: "thread", project, conversation: threadKey("(é)") }, `${root}/threads/%28%C3%A9%29`],
  [
    { kind: "thread", project, conversation: threadKey("..") },
    `${root}/threads?peekPath=%2Fmy-team%2Fmy%2520app%2Fthreads%2F%252E%252E`,
  ],
  [{ kind: "thread", project, conversation: threadKey("*") }, `${root}/threads/%2A`],
  [{ kind: "thread", project, conversation: threadKey("Hello.") }, `${root}/threads/Hello%2E`],
  [{ kind: "thread", project, conversation: threadKey("a.b...") }, `${root}/threads/a.b..%2E`],
  [{ kind: "thread", project, conversation: threadKey("_x_") }, `${root}/threads/_x%5F`],
  [agent("conv-1"), `${root}/agents/conversations/conv-1`],
  [agent("conv/slash ünï?&#%"), `${root}/agents/conversations/conv%2Fslash%20%C3%BCn%C3%AF%3F%26%23%25`],
  [{ kind: "call", project, callId: "0195-c8" }, `${root}/calls/0195-c8`],
  [{ kind: "op", project, name: "My.op", version: "abc" }, `${root}/ops/My.op/versions/abc`],
  [{ kind: "object", project, name: "set", version: "v0" }, `${root}/objects/set/versions/v0`],
];

for (const [target, address] of addresses) {
  test(`${JSON.stringify(target)} is at ${address}, and read from there`, () => {
    assert.equal(webAddress(base, target), address);
    assert.deepEqual(readWebLink(base, address), target);
  });
}

test("an ID survives URL parsing in a browser", () => {
  const known = [...oddIds, ...dottedIds];
  const check = (id: string) => {
    const targets: readonly LinkTarget[] = [
      { kind: "thread", project, conversation: threadKey(id) },
      { kind: "call", project, callId: id },
    ];
    for (const target of targets) {
      const address = webAddress(`${base}/at`, target) ?? "none";
      assert.equal(new URL(address).href, address);
      assert.match(address, /^https:\/\/forge\.coreweave\.com\/wandb\/at\/my-team\/my%20app\/weave\/[-\w.~%/?=]+$/);
      assert.deepEqual(readWebLink(`${base}/at`, address), target);
    }
  };
  for (const id of known) check(id);
  fc.assert(fc.property(anyId, check));
});

test("targets that no URL can represent have none, and a lone surrogate does not throw", () => {
  assert.equal(webAddress(base, { kind: "thread", project, conversation: threadKey("") }), null);
  assert.equal(webAddress(base, { kind: "threads", project: "../etc" }), null);
  assert.equal(webAddress(base, { kind: "op", project, name: "op", version: "*" }), null);
  assert.equal(webAddress(base, { kind: "op", project, name: "..", version: "v" }), null);
  assert.equal(
    webAddress(base, { kind: "thread", project, conversation: threadKey("\ud800") }),
    `${root}/threads/%EF%BF%BD`,
  );
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (id) => void webAddress(base, { kind: "call", project, callId: id })),
  );
});

const read: readonly (readonly [address: string, target: LinkTarget | null])[] = [
  ["https://forge.coreweave.com/wandb/a/b/r/call/c", { kind: "call", project: "a/b", callId: "c" }],
  [
    "https://forge.coreweave.com/wandb/a/b/weave/threads?peekPath=%2Fa%2Fb%2Fthreads%2Ft",
    { kind: "thread", project: "a/b", conversation: threadKey("t") },
  ],
  ["https://forge.coreweave.com/a/b/weave", null],
  ["https://forge.coreweave.com/wandb2/a/b/weave", null],
  ["https://wandb.ai/a/b/weave/", { kind: "project", project: "a/b" }],
  ["https://wandb.ai/a/b/weave/threads/?view=1#top", { kind: "threads", project: "a/b" }],
  ["https://WANDB.ai:443/a/b/weave/calls/c?path=x&tracetree=1", { kind: "call", project: "a/b", callId: "c" }],
  ["https://wandb.ai/a/b/r/call/c", { kind: "call", project: "a/b", callId: "c" }],
  [
    "https://wandb.ai/a/b/weave/traces?view=t&peekPath=%2Fa%2Fb%2Fcalls%2Fc%3FhideTraceTree%3D1",
    { kind: "call", project: "a/b", callId: "c" },
  ],
  [
    "https://wandb.ai/a/b/weave/threads?peekPath=%2Fa%2Fb%2Fweave%2Fthreads%2Fx%252Fy%253Fz",
    { kind: "thread", project: "a/b", conversation: threadKey("x/y?z") },
  ],
  ["https://wandb.ai/a/b/runs/r1?peekPath=%2Fa%2Fb%2Fcalls%2Fc", { kind: "call", project: "a/b", callId: "c" }],
  ["https://wandb.ai/a/b/weave/threads?peekPath=%2Fa%2Fb", { kind: "threads", project: "a/b" }],
  ["https://wandb.ai/a/b", null],
  ["https://wandb.ai/a/b/threads/t", null],
  ["https://wandb.ai/a/b/weave/calls", null],
  ["https://wandb.ai/a/b/weave/evaluations", null],
  ["https://wandb.ai/a/b/weave/threads/x/y", null],
  ["https://wandb.ai/a/b/weave/threads//", null],
  ["https://wandb.ai/a/b/weave/threads/%E0%A4%A", null],
  ["https://wandb.ai/a%2Fb/c/weave", null],
  ["https://wandb.ai/a/b%E2%80%AE/weave", null],
  ["https://wandb.ai@evil.example/a/b/weave", null],
  ["https://user:key@wandb.ai/a/b/weave", null],
  ["https://wandb.ai.evil.example/a/b/weave", null],
  ["http://wandb.ai/a/b/weave", null],
  ["https://docs.wandb.ai/a/b/weave", null],
  ["not an address", null],
];

for (const [address, target] of read) {
  test(`${address} points at ${JSON.stringify(target)}`, () => assert.deepEqual(readWebLink(base, address), target));
}

test("with a path in the base URL, only pages below it belong to the web app", () => {
  const target = { kind: "threads", project: "a/b" };
  assert.deepEqual(readWebLink("https://example.com/web", "https://example.com/web/a/b/weave/threads"), target);
  assert.equal(readWebLink("https://example.com/web", "https://example.com/a/b/weave/threads"), null);
  assert.equal(readWebLink("https://example.com/web", "https://example.com/web2/a/b/weave/threads"), null);
});

test("with a previous address of W&B's web app configured, its addresses of today are links, too", () => {
  const target = { kind: "project", project: "a/b" };
  assert.deepEqual(readWebLink("https://wandb.ai", "https://forge.coreweave.com/wandb/a/b/weave"), target);
  assert.equal(readWebLink("https://weave.example.com", "https://wandb.ai/a/b/weave"), null);
});

test("no text throws", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void readWebLink(base, `${base}/${text}`)));
  fc.assert(fc.property(fc.webUrl({ withQueryParameters: true }), (text) => void readWebLink(base, text)));
});
