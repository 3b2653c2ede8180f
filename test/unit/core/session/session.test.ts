import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleProjects } from "../../../../src/core/query/projectId.ts";
import { resolveSession, type Session, type SessionFacts, sameSession } from "../../../../src/core/session/session.ts";

const remote = { kind: "remote", url: "https://host/traces", origin: "https://host" } as const;
const account = { url: "https://host/traces", origin: "https://host", username: "api" };
const facts: SessionFacts = {
  ...{ address: remote, project: "a/b", account: null },
  ...{ isKeyUnreadable: false, hold: null, sample: null },
};

const cases: readonly [sentence: string, facts: SessionFacts, session: Session][] = [
  ["a service URL without a stored key is signed out", facts, { kind: "signedOut", project: "a/b", problem: null }],
  ["a stored key signs in", { ...facts, account }, { kind: "signedIn", project: "a/b", account }],
  [
    "a stored key without a project signs in",
    { ...facts, account, project: null },
    { kind: "signedIn", project: null, account },
  ],
  [
    "a key that cannot be read is a problem of its own",
    { ...facts, isKeyUnreadable: true },
    { kind: "signedOut", project: "a/b", problem: "keyUnreadable" },
  ],
  [
    "an invalid service URL is reported with the reason",
    { ...facts, address: "notHttps" },
    { kind: "signedOut", project: "a/b", problem: "notHttps" },
  ],
  [
    "the sample URL opens the sample's first project",
    { ...facts, address: { kind: "sample" }, project: null },
    { kind: "sample", project: sampleProjects[0] },
  ],
  [
    "the sample URL opens the project in the settings",
    { ...facts, address: { kind: "sample" } },
    { kind: "sample", project: "a/b" },
  ],
  [
    "an open sample overrides account and project",
    { ...facts, account, sample: "x/y" },
    { kind: "sample", project: "x/y" },
  ],
  [
    "an open sample overrides an invalid service URL",
    { ...facts, address: "notHttps", sample: "x/y" },
    { kind: "sample", project: "x/y" },
  ],
];

for (const [sentence, given, expected] of cases) {
  test(sentence, () => assert.deepEqual(resolveSession(given), expected));
}

const all: readonly Session[] = [
  { kind: "signedOut", project: null, problem: null },
  { kind: "signedOut", project: "a/b", problem: null },
  { kind: "signedOut", project: "a/b", problem: "notAUrl" },
  { kind: "held", project: "a/b", reason: "restricted" },
  { kind: "held", project: "a/b", reason: "container" },
  { kind: "sample", project: "a/b" },
  { kind: "sample", project: null },
  { kind: "signedIn", project: "a/b", account },
  { kind: "signedIn", project: "a/b", account: { ...account, username: "me" } },
  { kind: "signedIn", project: "a/b", account: { ...account, url: "https://host/other" } },
];

test("two sessions are equal if all their parts are", () => {
  for (const [i, a] of all.entries()) {
    for (const [j, b] of all.entries()) assert.equal(sameSession(a, structuredClone(b)), i === j, `${i} and ${j}`);
  }
});
