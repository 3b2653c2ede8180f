import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { editSides } from "../../../../src/core/conversation/fileArguments.ts";
import {
  type DocumentAddress,
  type DocumentSubject,
  documentParts,
  readDocumentAddress,
} from "../../../../src/core/documents/documentAddress.ts";
import { callDocumentNames } from "../../../../src/core/query/call.ts";
import { conversationKinds, threadKey } from "../../../../src/core/query/conversationKey.ts";

const project = "northwind/support-assistant";
const service = "https://trace.wandb.ai";

const id = fc.oneof(
  fc.string({ unit: "binary", minLength: 1 }),
  fc.constantFrom("a/b", "../..", "%2F", "?x=1#y", "日本語 العربية 🧵", "\ud800", "a\\b", " ", "‮abc"),
);
const key = fc.record({ kind: fc.constantFrom(...conversationKinds), id }, { noNullPrototype: true });
const subject: fc.Arbitrary<DocumentSubject> = fc.oneof(
  fc.record(
    {
      kind: fc.constant("document" as const),
      callId: id,
      document: fc.constantFrom(...callDocumentNames, "exception" as const),
    },
    { noNullPrototype: true },
  ),
  fc.record(
    { kind: fc.constantFrom("call", "turn", "callRecord", "turnRecord"), callId: id },
    { noNullPrototype: true },
  ),
  fc.record(
    { kind: fc.constant("edit" as const), callId: id, side: fc.constantFrom(...editSides) },
    { noNullPrototype: true },
  ),
  fc.record({ kind: fc.constantFrom("transcript", "threadRecord"), conversation: key }, { noNullPrototype: true }),
);

test("an address with any IDs is unchanged after writing and reading", () => {
  fc.assert(
    fc.property(subject, fc.option(id, { nil: undefined }), (subject, op) => {
      const address: DocumentAddress = { service, project, subject };
      const { path, query } = documentParts(address, op);
      assert.deepEqual(readDocumentAddress(query), address);
      // As VS Code parses it: a path of four parts, none of which is empty, `.` or `..`.
      const parts = path.split("/").slice(1);
      assert.equal(parts.length, 4, path);
      for (const part of parts) assert.doesNotMatch(part, /^\.{0,2}$|[\\\p{Cc}\u2028\u2029\u202a-\u202e]/u);
      const uri = new URL(
        `weave-call:${path.split("/").map(encodeURIComponent).join("/")}?${encodeURIComponent(query)}`,
      );
      assert.deepEqual(readDocumentAddress(decodeURIComponent(uri.search.slice(1))), address);
    }),
  );
});

const names: readonly (readonly [subject: DocumentSubject, op: string | undefined, path: string])[] = [
  [
    { kind: "document", callId: "0198abcdef01234567", document: "output" },
    `weave:///${project}/op/answer_customer:v1`,
    "/northwind/support-assistant/answer_customer 01234567/output of answer_customer.json",
  ],
  [
    { kind: "callRecord", callId: "0198abcdef01234567" },
    "step",
    "/northwind/support-assistant/step 01234567/call step.txt",
  ],
  [
    { kind: "document", callId: "c/1", document: "exception" },
    undefined,
    "/northwind/support-assistant/c∕1/exception of c∕1.txt",
  ],
  [{ kind: "call", callId: "c1" }, "a/b", "/northwind/support-assistant/a∕b c1/inputs and output of a∕b.json"],
  [{ kind: "turn", callId: "t1" }, undefined, "/northwind/support-assistant/t1/messages of t1.md"],
  [
    { kind: "transcript", conversation: threadKey("a/b") },
    undefined,
    "/northwind/support-assistant/a∕b/conversation.md",
  ],
  [
    { kind: "transcript", conversation: threadKey("..") },
    undefined,
    "/northwind/support-assistant/(..)/conversation.md",
  ],
];

for (const [subject, op, path] of names) {
  test(`the path of a document is ${path}`, () => {
    assert.equal(documentParts({ service, project, subject }, op).path, path);
  });
}

const none: readonly string[] = [
  "",
  "x=1",
  "null",
  "[]",
  JSON.stringify({ service, project }),
  JSON.stringify({ service, project, kind: "document", callId: "a", document: "storage" }),
  JSON.stringify({ service, project, kind: "document", callId: "", document: "output" }),
  JSON.stringify({ service, project: "no project", kind: "call", callId: "a" }),
  JSON.stringify({ service: 1, project, kind: "call", callId: "a" }),
  JSON.stringify({ service, project, kind: "transcript", callId: "a" }),
  JSON.stringify({ service, project, kind: "turn", callId: ["a"] }),
];

for (const query of none) {
  test(`${query || "an empty query"} is not an address`, () => assert.equal(readDocumentAddress(query), null));
}
