import assert from "node:assert/strict";
import { test } from "node:test";
import { type Access, accessTo } from "../../../../src/core/conversation/conversationAccess.ts";
import type { Session } from "../../../../src/core/session/session.ts";

const project = "northwind/support-assistant";
const url = "https://weave.example/traces";
const account = (url: string, username = "api") => ({ url, origin: new URL(url).origin, username });
const signedIn = (url: string, project: `${string}/${string}` | null, username?: string): Session => ({
  kind: "signedIn",
  project,
  account: account(url, username),
});
const ofRemote = { service: url, project, threadId: "t" } as const;
const ofSample = { service: "sample:", project, threadId: "t" } as const;

const cases: readonly (readonly [name: string, Access["kind"], typeof ofRemote | typeof ofSample, Session | null])[] = [
  ["until the session is known, nothing is asked", "starting", ofRemote, null],
  ["its own service and project", "open", ofRemote, signedIn(url, project)],
  ["another account of the same service may ask it", "open", ofRemote, signedIn(url, project, "other")],
  ["signed out", "signedOut", ofRemote, { kind: "signedOut", project, problem: null }],
  ["another service with a project of the same name", "otherService", ofRemote, signedIn("https://b.example", project)],
  ["another path of the same host", "otherService", ofRemote, signedIn("https://weave.example", project)],
  ["the sample has a project of the same name", "otherService", ofRemote, { kind: "sample", project }],
  ["another project", "otherProject", ofRemote, signedIn(url, "northwind/other")],
  ["Restricted Mode, before anything is asked for", "held", ofRemote, { kind: "held", project, reason: "restricted" }],
  ["the sample's, in Restricted Mode", "held", ofSample, { kind: "held", project, reason: "restricted" }],
  ["a container whose code could read the key", "held", ofRemote, { kind: "held", project, reason: "container" }],
  ["no project", "otherProject", ofRemote, signedIn(url, null)],
  ["the sample's own", "open", ofSample, { kind: "sample", project }],
  ["the sample's, signed out", "sample", ofSample, { kind: "signedOut", project, problem: null }],
  ["the sample's, signed in elsewhere", "sample", ofSample, signedIn(url, project)],
];

for (const [name, kind, address, session] of cases) {
  test(`${name}: ${kind}`, () => assert.equal(accessTo(address, session).kind, kind));
}
