import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { allCalls, callsOfThread } from "../../../../src/core/counts/callCondition.ts";
import {
  type EditorLink,
  formatEditorLink,
  type LinkRefusal,
  longestQuery,
  readEditorLink,
} from "../../../../src/core/links/editorLink.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { anyId, dottedIds, oddIds, project } from "./oddIds.ts";

const start = "vscode://weave-threads.weave-threads";

/** Decodes once what can be decoded, like `URI.parse` of VS Code. */
function handedOver(address: string): readonly [path: string, query: string] {
  const [, path = "", query = ""] = /^[^/]+\/\/[^/]+(\/[^?]*)\?(.*)$/s.exec(address) ?? [];
  return [path, query.replace(/(?:%[0-9A-Za-z]{2})+/g, (run) => decodeURIComponent(run))];
}

function arrive(link: EditorLink): EditorLink | LinkRefusal {
  const address = formatEditorLink(start, link) ?? "none";
  assert.match(address, /^vscode:\/\/weave-threads\.weave-threads\/[-\w.~%/?=&!'()*]+$/);
  return readEditorLink(...handedOver(address));
}

test("ordinary names are readable in a link", () => {
  const link: EditorLink = { kind: "thread", project: "team/app", conversation: threadKey("thread-1"), turnId: null };
  assert.equal(formatEditorLink(start, link), `${start}/thread?project=team/app&id=thread-1`);
});

test("IDs survive a round trip", () => {
  const check = (threadId: string) => {
    for (const turnId of [null, threadId]) {
      const conversation = { kind: turnId === null ? "thread" : "agent", id: threadId } as const;
      const link: EditorLink = { kind: "thread", project, conversation, turnId };
      if (formatEditorLink(start, link) !== null) assert.deepEqual(arrive(link), link);
    }
  };
  for (const id of [...oddIds, ...dottedIds]) check(id);
  fc.assert(fc.property(anyId, check));
});

test("a count survives a round trip", () => {
  const latency = { kind: "latency", atLeast: 1000, atMost: null } as const;
  for (const conditions of [
    allCalls,
    callsOfThread("a&b=c/d"),
    { ...allCalls, conditions: [latency], limit: 50, includeStorageSize: true },
  ]) {
    const link: EditorLink = { kind: "count", project, conditions };
    assert.deepEqual(arrive(link), link);
  }
});

test("a target that is too long has no link", () => {
  const long = (length: number): EditorLink => ({
    kind: "thread",
    project,
    conversation: threadKey("x".repeat(length)),
    turnId: null,
  });
  assert.notEqual(formatEditorLink(start, long(2000)), null);
  assert.equal(formatEditorLink(start, long(longestQuery)), null);
});

test("a handwritten link with one encoding or none is parsed", () => {
  const expected = { kind: "thread", project: "a/b", conversation: threadKey("x y"), turnId: null };
  for (const query of ["project=a/b&id=x y", "project=a%2Fb&id=x%20y"]) {
    assert.deepEqual(readEditorLink("/thread", query), expected);
  }
  assert.deepEqual(readEditorLink("/thread", "project=a/b&id=100%&turn="), {
    ...expected,
    conversation: threadKey("100%"),
  });
});

test("with a single encoding, an & in an ID separates parameters, and the link is rejected", () => {
  const link: EditorLink = { kind: "thread", project: "acme/desk", conversation: threadKey("a&b"), turnId: null };
  const address = `${start}/thread?project=acme/desk&id=a%2526b`;
  assert.equal(formatEditorLink(start, link), address);
  assert.deepEqual(readEditorLink(...handedOver(address)), link);
  const once = handedOver(address.replace("%2526", "%26"));
  assert.deepEqual(readEditorLink(...once), { kind: "unknown" });
  assert.ok(readFileSync(new URL("../../../../docs/guide.md", import.meta.url), "utf8").includes(`\`${address}\``));
});

const conditions = JSON.stringify(allCalls);

const refused: readonly (readonly [path: string, query: string, refusal: LinkRefusal])[] = [
  ["/", "project=a/b&id=x", { kind: "page" }],
  ["/thread/", "project=a/b&id=x", { kind: "page" }],
  ["/constructor", "project=a/b", { kind: "page" }],
  ["/thread", "project=a/b&id=x&key=secret", { kind: "unknown" }],
  ["/thread", "project=a/b&id=x&apiKey=secret", { kind: "unknown" }],
  ["/thread", "project=a/b&id=x&url=https://evil.example", { kind: "unknown" }],
  ["/thread", "project=a/b&id=x&serviceUrl=https://evil.example", { kind: "unknown" }],
  ["/thread", "project=a/b&id=x&conditions={}", { kind: "unknown" }],
  ["/thread", "project=a/b&id=x&a-secret-key", { kind: "unknown" }],
  ["/thread", "project=a/b&id=x&", { kind: "unknown" }],
  ["/thread", "project=a/b&id=x&toString=1", { kind: "unknown" }],
  ["/thread", "project=a/b&id=x&id=y", { kind: "twice", parameter: "id" }],
  ["/thread", "project=a/b", { kind: "missing", parameter: "id" }],
  ["/thread", "id=x", { kind: "missing", parameter: "project" }],
  ["/thread", "", { kind: "missing", parameter: "project" }],
  ["/thread", "project=a&id=x", { kind: "unreadable", parameter: "project" }],
  ["/thread", "project=a/b\u202e&id=x", { kind: "unreadable", parameter: "project" }],
  ["/count", "project=a/b", { kind: "missing", parameter: "conditions" }],
  ["/count", "project=a/b&conditions={", { kind: "unreadable", parameter: "conditions" }],
  ["/count", 'project=a/b&conditions={"limit":1}', { kind: "unreadable", parameter: "conditions" }],
  [
    "/count",
    `project=a/b&conditions=${conditions.replace("null", "-1")}`,
    { kind: "unreadable", parameter: "conditions" },
  ],
  ["/count", `project=a/b&conditions=${conditions}&key=secret`, { kind: "unknown" }],
  ["/thread", `project=a/b&id=${"x".repeat(longestQuery)}`, { kind: "tooLong" }],
];

for (const [path, query, refusal] of refused) {
  test(`${path}?${query.slice(0, 60)} is rejected: ${JSON.stringify(refusal)}`, () =>
    assert.deepEqual(readEditorLink(path, query), refusal));
}

test("no text throws", () => {
  fc.assert(
    fc.property(fc.constantFrom("/thread", "/count"), fc.string({ unit: "binary" }), (path, query) => {
      readEditorLink(path, query);
      readEditorLink(path, `project=a/b&conditions=${query}`);
    }),
  );
});
