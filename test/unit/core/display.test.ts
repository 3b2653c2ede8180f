import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoadState } from "../../../src/core/async/loadState.ts";
import { allCalls } from "../../../src/core/counts/callCondition.ts";
import type { CallCount } from "../../../src/core/counts/callQuery.ts";
import type { SavedCount } from "../../../src/core/counts/savedCount.ts";
import { contextKeys, type ShownThreads, statusItem, viewState } from "../../../src/core/display.ts";
import type { Fault } from "../../../src/core/failures/fault.ts";
import type { Session } from "../../../src/core/session/session.ts";
import type { ThreadPages } from "../../../src/core/threads/threadPages.ts";
import { everyOne, pagesOf, thread } from "./threads/threads.ts";

const project = "northwind/support-assistant";
const account = { url: "https://trace.example", origin: "https://trace.example", username: "api" };
const refused: Fault = { kind: "notSignedIn", detail: "" };
const unreachable: Fault = { kind: "unreachable", code: "ECONNREFUSED" };
const none = pagesOf([]);
const others = pagesOf([]);
others.othersExist = true;
const some = pagesOf(["t"]);
const count: CallCount = { count: 7, hasMore: false, storageSize: 10, rewritten: [] };

const sessions = {
  unknown: null,
  signedOut: { kind: "signedOut", project: null, problem: null },
  signedOutWithProject: { kind: "signedOut", project, problem: null },
  badAddress: { kind: "signedOut", project, problem: "notHttps" },
  restricted: { kind: "held", project: "a/b", reason: "restricted" },
  container: { kind: "held", project: "a/b", reason: "container" },
  sample: { kind: "sample", project },
  sampleWithoutProject: { kind: "sample", project: null },
  signedIn: { kind: "signedIn", project, account },
  signedInWithoutProject: { kind: "signedIn", project: null, account },
} satisfies Record<string, Session | null>;

const threadLoads = {
  idle: { kind: "idle" },
  loading: { kind: "loading", value: null },
  loadingRows: { kind: "loading", value: some },
  empty: { kind: "shown", value: none, at: 5 },
  noMatch: { kind: "shown", value: others, at: 5 },
  rows: { kind: "shown", value: some, at: 5 },
  stale: { kind: "stale", value: some, at: 5, fault: unreachable },
  staleEmpty: { kind: "stale", value: none, at: 5, fault: unreachable },
  failed: { kind: "failed", fault: refused },
} satisfies Record<string, LoadState<ThreadPages>>;

const quiet: ShownThreads = {
  load: threadLoads.idle,
  listing: everyOne(),
  found: null,
  filtered: false,
  onlyErrors: false,
  unseen: false,
};

const whatAsks = {
  idle: "loading",
  loading: "loading",
  loadingRows: "rows",
  empty: "empty",
  noMatch: "noMatch",
  rows: "rows",
  stale: "rows",
  staleEmpty: "failed.unreachable",
  failed: "failed.notSignedIn",
};

const expectedStates = {
  unknown: () => "loading",
  signedOut: () => "signedOut",
  signedOutWithProject: () => "signedOut",
  badAddress: () => "badAddress",
  restricted: () => "held.restricted",
  container: () => "held.container",
  sampleWithoutProject: () => "noProject",
  signedInWithoutProject: () => "noProject",
  sample: (load) => whatAsks[load],
  signedIn: (load) => whatAsks[load],
} satisfies Record<keyof typeof sessions, (load: keyof typeof threadLoads) => string>;

for (const [sessionName, session] of entries(sessions)) {
  for (const [loadName, load] of entries(threadLoads)) {
    const expected = expectedStates[sessionName](loadName);
    test(`the view of session ${sessionName} with threads ${loadName} is ${expected}`, () => {
      assert.equal(viewState(session, { ...quiet, load }), expected);
      assert.equal(contextKeys(session, { ...quiet, load }, "own")["weaveThreads.state"], expected);
    });
  }
}

test("a found thread is a row in every state of the list", () => {
  for (const load of Object.values(threadLoads)) {
    assert.equal(viewState(sessions.signedIn, { ...quiet, load, found: thread("t") }), "rows");
    assert.equal(viewState(sessions.signedOut, { ...quiet, load, found: thread("t") }), "signedOut");
  }
});

test("the filter, the error filter and unseen threads have context keys", () => {
  const keys = contextKeys(sessions.signedIn, { ...quiet, filtered: true, onlyErrors: true, unseen: true }, "own");
  const read = [keys["weaveThreads.filtered"], keys["weaveThreads.onlyErrors"], keys["weaveThreads.unseen"]];
  assert.deepEqual(read, [true, true, true]);
});

test("no errors in all threads differs from no errors in the loaded ones", () => {
  const listing = { threads: [], reach: "known", failed: 0 } as const;
  const whole: LoadState<ThreadPages> = { kind: "shown", value: pagesOf(["t"], { ended: true }), at: 5 };
  const states = [
    { load: threadLoads.rows, listing },
    { load: whole, listing },
    { load: whole, listing: { ...listing, reach: "looking" } as const },
    { load: threadLoads.empty, listing },
    { load: whole, listing, found: thread("t") },
  ].map((shown) => viewState(sessions.signedIn, { ...quiet, ...shown }));
  assert.deepEqual(states, ["noErrorsLoaded", "noErrors", "rows", "empty", "rows"]);
});

for (const [name, session] of entries(sessions)) {
  const ready = name === "sample" || name === "signedIn";
  test(`commands that send requests are ${ready ? "enabled" : "disabled"} in session ${name}`, () => {
    const keys = contextKeys(session, quiet, "editor");
    assert.equal(keys["weaveThreads.client"], "editor");
    assert.equal(keys["weaveThreads.ready"], ready);
    assert.equal(keys["weaveThreads.session"], session?.kind ?? "unknown");
  });
}

const saved: SavedCount = { id: "1", name: "errors", conditions: allCalls };

const countLoads = {
  idle: { kind: "idle" },
  loading: { kind: "loading", value: null },
  recounting: { kind: "loading", value: count },
  shown: { kind: "shown", value: count, at: 5 },
  stale: { kind: "stale", value: count, at: 5, fault: unreachable },
  refused: { kind: "failed", fault: refused },
  forbidden: { kind: "failed", fault: { kind: "forbidden", detail: "" } },
  redirected: { kind: "failed", fault: { kind: "redirect", status: 302, origin: null } },
  unreachable: { kind: "failed", fault: unreachable },
} satisfies Record<string, LoadState<CallCount>>;

const expectedItems = {
  idle: ["loading", "retry"],
  loading: ["loading", "retry"],
  recounting: ["loading", "retry"],
  shown: ["shown", "retry"],
  stale: ["stale", "retry"],
  refused: ["failed", "signIn"],
  forbidden: ["failed", "selectProject"],
  redirected: ["failed", "openAddressSetting"],
  unreachable: ["failed", "retry"],
} satisfies Record<keyof typeof countLoads, readonly [string, string]>;

for (const [name, load] of entries(countLoads)) {
  const [kind, click] = expectedItems[name];
  for (const session of [sessions.sample, sessions.signedIn]) {
    test(`the status item of a ${session.kind} session with count ${name} is ${kind} and a click does ${click}`, () => {
      for (const shown of [null, saved]) {
        const item = statusItem(session, load, shown);
        assert.equal(item?.kind, kind);
        assert.equal(item?.click, click);
        assert.ok(item !== null && "project" in item && item.project === project);
        assert.equal(item.sample, session.kind === "sample");
        assert.equal(item.saved, shown);
      }
    });
  }
  test(`the status item without a session shows what is missing for every count state ${name}`, () => {
    assert.equal(statusItem(sessions.unknown, load, null), null);
    assert.deepEqual(statusItem(sessions.signedOut, load, saved), { kind: "signedOut", click: "signIn" });
    assert.deepEqual(statusItem(sessions.badAddress, load, null), {
      kind: "badAddress",
      problem: "notHttps",
      click: "openAddressSetting",
    });
    assert.deepEqual(statusItem(sessions.signedInWithoutProject, load, saved), {
      kind: "noProject",
      click: "selectProject",
    });
  });
}

test("a count stays on the status item while it is refreshed", () => {
  const item = statusItem(sessions.signedIn, countLoads.recounting, null);
  assert.ok(item?.kind === "loading");
  assert.deepEqual(item.value, count);
});

function entries<K extends string, V>(record: Record<K, V>): [K, V][] {
  return Object.entries(record) as [K, V][];
}
