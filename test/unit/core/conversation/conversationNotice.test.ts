import assert from "node:assert/strict";
import { test } from "node:test";
import { type Access, accessTo } from "../../../../src/core/conversation/conversationNotice.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import type { Session } from "../../../../src/core/session/session.ts";

const project = "northwind/support-assistant";
const url = "https://weave.example/traces";
const account = (url: string, username = "api") => ({ url, origin: new URL(url).origin, username });
const signedIn = (url: string, project: `${string}/${string}` | null, username?: string): Session => ({
  kind: "signedIn",
  project,
  account: account(url, username),
});
const ofRemote = { service: url, project, conversation: threadKey("t") } as const;
const ofSample = { service: "sample:", project, conversation: threadKey("t") } as const;

const cases: readonly (readonly [name: string, Access["kind"], typeof ofRemote | typeof ofSample, Session | null])[] = [
  ["a session that is starting", "starting", ofRemote, null],
  ["the same service and project", "open", ofRemote, signedIn(url, project)],
  ["another account of the same service", "open", ofRemote, signedIn(url, project, "other")],
  ["signed out", "signedOut", ofRemote, { kind: "signedOut", project, problem: null }],
  ["another service with a project of the same name", "otherService", ofRemote, signedIn("https://b.example", project)],
  ["another path of the same host", "otherService", ofRemote, signedIn("https://weave.example", project)],
  ["the sample with a project of the same name", "otherService", ofRemote, { kind: "sample", project }],
  ["another project", "otherProject", ofRemote, signedIn(url, "northwind/other")],
  ["Restricted Mode", "held", ofRemote, { kind: "held", project, reason: "restricted" }],
  [
    "a conversation of the sample in Restricted Mode",
    "held",
    ofSample,
    { kind: "held", project, reason: "restricted" },
  ],
  ["a container", "held", ofRemote, { kind: "held", project, reason: "container" }],
  ["no project", "otherProject", ofRemote, signedIn(url, null)],
  ["a conversation of the sample in the sample", "open", ofSample, { kind: "sample", project }],
  ["a conversation of the sample while signed out", "sample", ofSample, { kind: "signedOut", project, problem: null }],
  ["a conversation of the sample while signed in", "sample", ofSample, signedIn(url, project)],
];

for (const [name, kind, address, session] of cases) {
  test(`${name}: ${kind}`, () => assert.equal(accessTo(address, session).kind, kind));
}
