import assert from "node:assert/strict";
import { test } from "node:test";
import * as countSchemas from "../../../../src/core/counts/countSchemas.ts";
import { Preferences } from "../../../../src/vscode/storage/preferences.ts";
import { CountingMemento } from "./countingMemento.ts";
import { sharedMap } from "./sharedMap.ts";

test("what is stored automatically is not written to the values that all windows share", async () => {
  const [globalState, workspaceState] = [new CountingMemento(), new CountingMemento()];
  const preferences = new Preferences({ globalState, workspaceState }, sharedMap(), async () => countSchemas);
  await preferences.prepare();
  const seen = {
    count: 3,
    at: 4,
    conditions: { conditions: [], limit: null, includeStorageSize: false, expandColumns: [] },
  };
  await preferences.setSeen("acme/desk", 5);
  await preferences.counts.saveSeen("acme/desk", new Map([["a", seen]]));
  assert.equal(globalState.writes, 0);
  assert.equal(preferences.seen("acme/desk"), 5);
  assert.deepEqual([...preferences.counts.loadSeen("acme/desk")], [["a", seen]]);
});

test("what is shown in a workspace is not written to the values that all windows share; use is, once", async () => {
  const [globalState, workspaceState] = [new CountingMemento(), new CountingMemento()];
  const preferences = new Preferences({ globalState, workspaceState }, sharedMap(), async () => countSchemas);
  const account = { url: "https://one/traces", origin: "https://one", username: "api" };
  const last = { ...account, project: "acme/desk" } as const;
  const choice = { account, project: undefined, selected: null, sample: null, last };
  await preferences.setChoice(choice);
  assert.equal(globalState.writes, 0);
  assert.deepEqual(preferences.choice(), choice);
  const told: boolean[] = [];
  preferences.used.subscribe((used) => told.push(used));
  for (const _ of [1, 2]) await preferences.setUsed();
  assert.deepEqual([told, globalState.writes], [[true], 1]);
  assert.equal(
    new Preferences({ globalState, workspaceState }, sharedMap(), async () => countSchemas).used.value,
    true,
  );
});

test("an account of an earlier version counts as use", async () => {
  const [globalState, workspaceState] = [new CountingMemento(), new CountingMemento()];
  assert.equal(
    new Preferences({ globalState, workspaceState }, sharedMap(), async () => countSchemas).used.value,
    false,
  );
  await globalState.update("accounts", [{ url: "https://one/traces", username: "api" }]);
  assert.equal(
    new Preferences({ globalState, workspaceState }, sharedMap(), async () => countSchemas).used.value,
    true,
  );
});
