import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import type { FoundKey } from "../../../../src/core/session/serviceRows.ts";
import { SignInEntry, type SignInFacts } from "../../../../src/core/session/signInEntry.ts";
import { publicService } from "../../../../src/core/settings/serviceUrl.ts";

const wandb = { url: publicService.url, origin: publicService.origin };
const corp = { url: "https://corp.example/traces", origin: "https://corp.example" };
const found: FoundKey = { service: corp, source: { kind: "environment" }, key: "found" };
const refused: Fault = { kind: "notSignedIn", detail: "" };

function entryWith(facts: Partial<SignInFacts> = {}): SignInEntry {
  return new SignInEntry({ service: publicService, usernameAt: () => undefined, projectFor: () => null, ...facts });
}

/** Ways through the dialog: the numbered steps, and what is entered in the end. */
const ways: readonly (readonly [
  sentence: string,
  facts: Partial<SignInFacts>,
  take: (entry: SignInEntry) => void,
  steps: readonly string[],
  entered: string,
])[] = [
  [
    "W&B's own service where nothing is found: one pick and two inputs",
    {},
    (entry) => {
      assert.equal(entry.use({ service: wandb, project: null }), "key");
      assert.equal(entry.changeableUsername, null);
      entry.typedKey = " k1 ";
      assert.equal(entry.afterKey, "project");
      entry.project = "acme/desk";
    },
    ["service", "key", "project"],
    "api at https://trace.wandb.ai k1 acme/desk",
  ],
  [
    "a key that was found",
    {},
    (entry) => {
      entry.found = found;
      assert.equal(entry.use({ service: corp, project: null }), "project");
      entry.project = "acme/desk";
    },
    ["service", "project"],
    "api at https://corp.example/traces found acme/desk",
  ],
  [
    "a found key and a known project",
    { projectFor: () => "acme/desk" },
    (entry) => {
      entry.found = found;
      assert.equal(entry.use({ service: corp, project: null }), "check");
    },
    ["service"],
    "api at https://corp.example/traces found acme/desk",
  ],
  [
    "a pasted URL of a project",
    { projectFor: () => "acme/other" },
    (entry) => {
      assert.equal(entry.use({ service: corp, project: "acme/desk" }), "key");
      entry.typedKey = "k1";
      assert.equal(entry.afterKey, "check");
    },
    ["service", "key"],
    "api at https://corp.example/traces k1 acme/desk",
  ],
  [
    "a self-managed service, with another user name",
    {},
    (entry) => {
      entry.asksAddress = true;
      entry.use({ service: corp, project: null });
      assert.equal(entry.changeableUsername, "api");
      entry.username = "bob";
      entry.typedKey = "k1";
      entry.project = "acme/desk";
    },
    ["service", "address", "key", "project"],
    "bob at https://corp.example/traces k1 acme/desk",
  ],
  [
    "a second account at W&B's own service",
    { usernameAt: () => "api", projectFor: ({ username }) => (username === "api" ? "acme/desk" : null) },
    (entry) => {
      assert.equal(entry.changeableUsername, "api");
      entry.username = "work";
      entry.typedKey = "k1";
      entry.project = "acme/work";
    },
    ["service", "key", "project"],
    "work at https://trace.wandb.ai k1 acme/work",
  ],
  [
    "the user name last used there",
    { service: corp, usernameAt: (origin) => (origin === corp.origin ? "bob" : undefined), projectFor: () => "a/b" },
    (entry) => {
      entry.typedKey = "k1";
    },
    ["service", "key"],
    "bob at https://corp.example/traces k1 a/b",
  ],
  [
    "a service pasted where the project is asked: its own key, project and user name",
    { projectFor: ({ origin }) => (origin === corp.origin ? null : "acme/desk") },
    (entry) => {
      entry.username = "bob";
      entry.typedKey = "k1";
      assert.equal(entry.use({ service: corp, project: null }), "key");
      assert.equal(entry.typedKey, "");
      entry.typedKey = "k2";
      entry.project = "acme/shop";
    },
    ["service", "key", "project"],
    "api at https://corp.example/traces k2 acme/shop",
  ],
  [
    "a project pasted with one service is not opened at another",
    {},
    (entry) => {
      entry.use({ service: corp, project: "acme/desk" });
      assert.equal(entry.knownProject, "acme/desk");
      entry.use({ service: wandb, project: null });
      assert.equal(entry.knownProject, null);
      entry.typedKey = "k1";
      entry.project = "acme/shop";
    },
    ["service", "key", "project"],
    "api at https://trace.wandb.ai k1 acme/shop",
  ],
  [
    "a found key is not used for another service",
    { projectFor: () => "acme/desk" },
    (entry) => {
      entry.found = found;
      assert.equal(
        entry.use({ service: { url: "https://evil.example", origin: "https://evil.example" }, project: null }),
        "key",
      );
    },
    ["service", "key"],
    "api at https://evil.example  acme/desk",
  ],
  [
    "a rejected project is asked for",
    { projectFor: () => "acme/desk" },
    (entry) => {
      entry.typedKey = "k1";
      entry.refuseProject({ kind: "forbidden", detail: "", project: "acme/desk" });
      assert.equal(entry.project, "acme/desk");
      assert.match(entry.problem ?? "", /does not exist/);
      entry.project = "acme/shop";
    },
    ["service", "key", "project"],
    "api at https://trace.wandb.ai k1 acme/shop",
  ],
  [
    "a rejected key that was found is typed instead",
    { projectFor: () => "acme/desk" },
    (entry) => {
      entry.found = found;
      entry.use({ service: corp, project: null });
      entry.refuseKey(refused);
      assert.equal(entry.problem, "Invalid or expired API key in WANDB_API_KEY.");
      entry.typedKey = "k1";
    },
    ["service", "key"],
    "api at https://corp.example/traces k1 acme/desk",
  ],
  [
    "a rejected key that was typed stays for editing",
    { projectFor: () => "acme/desk" },
    (entry) => {
      entry.typedKey = "k1";
      entry.refuseKey(refused);
      assert.equal(entry.problem, "Invalid or expired API key for the service.");
      assert.equal(entry.typedKey, "k1");
    },
    ["service", "key"],
    "api at https://trace.wandb.ai k1 acme/desk",
  ],
  [
    "a key that was pasted first belongs to the service that is selected, and to no other",
    { projectFor: () => "acme/desk" },
    (entry) => {
      entry.keepKey("k1");
      assert.equal(entry.use({ service: corp, project: null }), "key");
      assert.equal(entry.typedKey, "k1");
      entry.use({ service: wandb, project: null });
      assert.equal(entry.typedKey, "");
      entry.use({ service: corp, project: null });
    },
    ["service", "key"],
    "api at https://corp.example/traces k1 acme/desk",
  ],
];
for (const [sentence, facts, take, steps, expected] of ways) {
  test(sentence, () => {
    const entry = entryWith(facts);
    take(entry);
    assert.deepEqual(entry.steps, steps);
    const { account, key, project } = entry.entered;
    assert.equal(`${account.username} at ${account.url} ${key} ${project}`, expected);
    assert.equal(account.origin, new URL(account.url).origin);
  });
}

test("steps are numbered, lead back in order, and a user name belongs to its key", () => {
  const entry = entryWith();
  assert.deepEqual(entry.position("service"), { step: 1, totalSteps: 3 });
  entry.asksAddress = true;
  const numbers = (["service", "address", "username", "key", "project", "check"] as const).map(
    (step) => entry.position(step).step,
  );
  assert.deepEqual(numbers, [1, 2, 3, 3, 4, 4]);
  const back = (["project", "username", "key", "address", "service"] as const).map((step) => entry.before(step));
  assert.deepEqual(back, ["key", "key", "address", "service", undefined]);
});
