import assert from "node:assert/strict";
import { test } from "node:test";
import { parseProjectId } from "../../../../src/core/query/projectId.ts";
import { type Reader, sameReader } from "../../../../src/core/session/session.ts";

const account = { url: "https://host.example/traces", origin: "https://host.example", username: "api" };
const project = parseProjectId("northwind/support-assistant") ?? null;
const reader: Reader = { session: { kind: "signedIn", project: null, account }, mark: "a" };

const cases: readonly (readonly [what: string, other: Reader, same: boolean])[] = [
  ["another project", { ...reader, session: { kind: "signedIn", project, account } }, true],
  ["another key", { ...reader, mark: "b" }, false],
  [
    "another user",
    { ...reader, session: { kind: "signedIn", project: null, account: { ...account, username: "b" } } },
    false,
  ],
  ["signed out", { session: { kind: "signedOut", project: null, problem: null }, mark: null }, false],
  ["the sample", { session: { kind: "sample", project: null }, mark: null }, false],
];

for (const [what, other, same] of cases) {
  test(`${what} is ${same ? "the same" : "another"} reader`, () => {
    assert.equal(sameReader(reader, other), same);
    assert.equal(sameReader(other, reader), same);
    assert.equal(sameReader(other, other), true);
  });
}
