import assert from "node:assert/strict";
import { test } from "node:test";
import { everyThread } from "../../../../src/core/conversations/threadSelection.ts";
import { allCalls } from "../../../../src/core/counts/callCondition.ts";
import * as countSchemas from "../../../../src/core/counts/countSchemas.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import { Preferences } from "../../../../src/vscode/storage/preferences.ts";
import { CountingMemento } from "./countingMemento.ts";
import { sharedMap } from "./sharedMap.ts";

test("what is stored automatically is not written to the values that all windows share", async () => {
  const [globalState, workspaceState] = [new CountingMemento(), new CountingMemento()];
  const preferences = new Preferences({ globalState, workspaceState }, sharedMap(), async () => countSchemas);
  await preferences.prepare({ kind: "sample", project: "acme/desk" });
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
  const notified: boolean[] = [];
  preferences.used.subscribe((used) => notified.push(used));
  for (const _ of [1, 2]) await preferences.setUsed();
  assert.deepEqual([notified, globalState.writes], [[true], 1]);
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

const project = "acme/desk";
const sample: Session = { kind: "sample", project };
const [one, two] = ["https://one/traces", "https://two"].map((url): Extract<Session, { kind: "signedIn" }> => {
  return { kind: "signedIn", project, account: { url, origin: new URL(url).origin, username: "api" } };
});
assert.ok(one && two);
const remembered = ({ account }: typeof one, last: string | null = project) => ({ ...account, project: last });

const stored: Readonly<Record<string, unknown>> = {
  savedCounts: { counts: [{ id: "1", name: "errors", conditions: allCalls }], inStatusBar: null },
  recentCounts: [allCalls],
  seenCounts: { 1: { count: 3, at: 4, conditions: allCalls } },
  passedCounts: ["1"],
  sort: "turn_count:asc",
  filter: { time: "1h", threadIds: [] },
  onlyErrors: true,
  seen: 5,
};

/** Opens windows over the same values: at first, what an earlier version has stored by the name of the project alone. */
function upgraded(accounts: readonly object[]): { open(): Preferences; readonly values: Map<string, unknown> } {
  const earlier = Object.entries(stored).map(([kind, value]) => [`${kind}/${project}`, value] as const);
  const values = new Map<string, unknown>([...earlier, ["accounts", accounts]]);
  const state = { globalState: new CountingMemento(), workspaceState: new CountingMemento(earlier) };
  return { values, open: () => new Preferences(state, sharedMap(values), async () => countSchemas) };
}

/** How many of the stored kinds a session has. */
function kindsOf(preferences: Preferences, session: Session): number {
  const place = preferences.placeOf(session) ?? "";
  const { counts } = preferences;
  const { sort, filter } = preferences.selection(place, everyThread);
  const lists = [counts.load(place).entries, counts.recentCounts(place), [...counts.loadSeen(place)]];
  return [
    ...[...lists, counts.passedCounts(place)].map(({ length }) => length === 1),
    ...[sort !== everyThread.sort, filter !== everyThread.filter, preferences.onlyErrors(place).value],
    preferences.seen(place) !== undefined,
  ].filter(Boolean).length;
}

const owners: readonly (readonly [name: string, accounts: readonly object[], opened: readonly Session[], Session])[] = [
  ["the remembered account whose project it is", [remembered(one)], [two, sample], one],
  ["the latest of several such accounts", [remembered(two), remembered(one)], [one, two], two],
  [
    "an account that is not the latest, if only its project it is",
    [remembered(two, "a/b"), remembered(one)],
    [two],
    one,
  ],
  ["the first service under which it is opened", [remembered(two, null), remembered(one, "a/b")], [one, two], one],
  ["the first service without remembered accounts", [], [two, one], two],
  ["the remembered account, if another one signs in before", [remembered(one)], [], one],
  ["the sample, if that is first", [], [sample, one], sample],
];
for (const [name, accounts, opened, owner] of owners) {
  test(`what earlier versions stored of a project goes, whole and for good, to ${name}`, async () => {
    const { open } = upgraded(accounts);
    for (const session of opened) await open().prepare(session);
    const later = open();
    await later.changeAccounts((known) => [{ ...remembered(two), project }, ...known]);
    for (const session of [one, two, sample]) {
      await later.prepare(session);
      assert.equal(kindsOf(later, session), session === owner ? 8 : 0, JSON.stringify(session));
    }
  });
}

test("two services keep what is stored of one project apart", async () => {
  const { open, values } = upgraded([remembered(one)]);
  const window = open();
  await window.prepare(two);
  const place = window.placeOf(two) ?? "";
  await window.counts.change(place, () => ({ entries: [], inStatusBar: "2" }));
  await window.onlyErrors(place).set(true);
  assert.deepEqual([kindsOf(window, one), kindsOf(window, two)], [8, 1]);
  assert.deepEqual(values.get(`savedCounts/${project}`), stored.savedCounts);
});
