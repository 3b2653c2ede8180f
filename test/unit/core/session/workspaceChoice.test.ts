import assert from "node:assert/strict";
import { test } from "node:test";
import type { RememberedAccount } from "../../../../src/core/session/accounts.ts";
import type { ProjectSetting } from "../../../../src/core/session/sessionPorts.ts";
import { readChoice, sessionTarget, type WorkspaceChoice } from "../../../../src/core/session/workspaceChoice.ts";
import { parseServiceAddress } from "../../../../src/core/settings/serviceUrl.ts";

const one = { url: "https://one/traces", origin: "https://one", username: "api" };
const two = { url: "https://two", origin: "https://two", username: "bob" };
const nothing: WorkspaceChoice = { account: undefined, project: undefined, selected: null, sample: null, last: null };
const ofTeam: ProjectSetting = { project: "team/set", isOfWorkspace: true };
const ofUser: ProjectSetting = { project: "user/set", isOfWorkspace: false };

interface Given {
  readonly choice?: Partial<WorkspaceChoice>;
  /** The service URL setting; null if not set. */
  readonly url?: string | null;
  readonly setting?: ProjectSetting | null;
  readonly accounts?: readonly RememberedAccount[];
  readonly usernames?: Readonly<Record<string, string>>;
}

function target({ choice = {}, url = null, setting = null, accounts = [], usernames }: Given) {
  const inUse = usernames ?? Object.fromEntries(accounts.map(({ origin, username }) => [origin, username]));
  return sessionTarget(
    { ...nothing, ...choice },
    { address: url === null ? null : parseServiceAddress(url), project: setting },
    { username: (origin) => inUse[origin], accounts: () => accounts },
  );
}

const known: readonly RememberedAccount[] = [
  { ...one, project: "latest/one" },
  { ...two, project: "latest/two" },
];
const last: RememberedAccount = { ...two, project: "last/here" };

const projects: readonly (readonly [
  sentence: string,
  given: Given,
  project: string | null,
  hidden: ProjectSetting | null,
])[] = [
  ["nothing anywhere", {}, null, null],
  ["a choice", { choice: { project: "a/b" } }, "a/b", null],
  ["a choice before the workspace setting", { choice: { project: "a/b" }, setting: ofTeam }, "a/b", ofTeam],
  ["a choice before the user setting", { choice: { project: "a/b" }, setting: ofUser }, "a/b", ofUser],
  ["a choice of none before a setting", { choice: { project: null }, setting: ofUser }, null, ofUser],
  ["a choice that equals the setting", { choice: { project: "team/set" }, setting: ofTeam }, "team/set", null],
  ["a setting before what was shown last", { choice: { last }, setting: ofUser, accounts: known }, "user/set", null],
  ["what was shown last before the latest anywhere", { choice: { last }, accounts: known }, "last/here", null],
  [
    "the latest with the account, if nothing was shown",
    { choice: { last: { ...last, project: null } }, accounts: known },
    "latest/two",
    null,
  ],
  ["the latest of a chosen account", { choice: { account: two }, accounts: known }, "latest/two", null],
  ["not what was shown with another account", { choice: { account: one, last } }, null, null],
  ["the latest of the latest account", { accounts: known }, "latest/one", null],
  ["none of an account that is signed out", { choice: { account: null, last }, accounts: known }, null, null],
];
for (const [sentence, given, project, hidden] of projects) {
  test(`project: ${sentence}`, () => {
    const found = target(given);
    assert.deepEqual([found.project, found.hidden], [project, hidden]);
  });
}

const accounts: readonly (readonly [sentence: string, given: Given, account: object | null, address: string])[] = [
  ["a new user", {}, null, "https://trace.wandb.ai"],
  ["a choice", { choice: { account: one } }, one, one.url],
  ["a choice before the setting", { choice: { account: one }, url: two.url, accounts: known }, one, one.url],
  ["a choice before an invalid setting", { choice: { account: one }, url: "http://two" }, one, one.url],
  ["a choice before a sample setting", { choice: { account: one }, url: "sample:" }, one, one.url],
  ["signed out here", { choice: { account: null, last }, accounts: known }, null, "https://trace.wandb.ai"],
  ["signed out here, with a setting", { choice: { account: null }, url: two.url, accounts: known }, null, two.url],
  ["signed out of a sample setting", { choice: { account: null }, url: "sample:" }, null, "https://trace.wandb.ai"],
  ["signed out here, with an invalid setting", { choice: { account: null }, url: "http://two" }, null, "notHttps"],
  ["a setting before the latest", { url: two.url, accounts: known }, two, two.url],
  [
    "a setting of another path",
    { url: "https://two/traces", accounts: known },
    { ...two, url: "https://two/traces" },
    "https://two/traces",
  ],
  ["a setting without an account", { url: "https://three", accounts: known }, null, "https://three"],
  ["an invalid setting", { url: "http://two", accounts: known }, null, "notHttps"],
  ["a sample setting", { url: "sample:", accounts: known }, null, "sample"],
  ["shown last, before the latest", { choice: { last }, accounts: known }, two, two.url],
  [
    "shown last, at the service of the setting",
    { choice: { last: { ...last, username: "ann" } }, url: two.url, accounts: known },
    { ...two, username: "ann" },
    two.url,
  ],
  [
    "shown last, at another service than the setting's",
    { choice: { last }, url: one.url, accounts: known },
    one,
    one.url,
  ],
  ["the latest", { accounts: known }, one, one.url],
  ["the latest service after signing out of it", { accounts: known, usernames: {} }, null, one.url],
  [
    "an earlier version's user name",
    { usernames: { "https://trace.wandb.ai": "api" } },
    { url: "https://trace.wandb.ai", origin: "https://trace.wandb.ai", username: "api" },
    "https://trace.wandb.ai",
  ],
];
for (const [sentence, given, account, address] of accounts) {
  test(`account: ${sentence}`, () => {
    const found = target(given);
    assert.deepEqual(found.account, account);
    const at =
      typeof found.address === "string"
        ? found.address
        : found.address.kind === "sample"
          ? "sample"
          : found.address.url;
    assert.equal(at, address);
  });
}

test("a stored choice is read part by part; invalid parts are not chosen", () => {
  const choice: WorkspaceChoice = { account: one, project: "a/b", selected: "c/d", sample: "x/y", last };
  for (const written of [choice, nothing, { ...nothing, account: null, project: null }])
    assert.deepEqual(readChoice(JSON.parse(JSON.stringify(written))), written);
  for (const odd of [undefined, null, 7, "x", [], { account: 7, project: 7, selected: 7, sample: 7, last: 7 }])
    assert.deepEqual(readChoice(odd), nothing);
  for (const account of [
    { url: "http://one", username: "api" },
    { url: "sample:", username: "api" },
    { url: "https://me:x@one", username: "api" },
    { url: "https://one" },
  ])
    assert.equal(readChoice({ account }).account, undefined);
  const lying = { ...one, origin: "https://evil.example" };
  assert.deepEqual(readChoice({ account: lying, last: lying }), {
    ...nothing,
    account: one,
    last: { ...one, project: null },
  });
});
