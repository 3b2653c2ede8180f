import assert from "node:assert/strict";
import { test } from "node:test";
import { allCalls, isExact } from "../../../../src/core/counts/callCondition.ts";
import type { SavedCounts } from "../../../../src/core/counts/savedCounts.ts";
import type { CountChange } from "../../../../src/core/counts/watchedCounts.ts";
import { type Fault, ServiceError } from "../../../../src/core/failures/fault.ts";
import type { ProjectClient } from "../../../../src/core/port/projectClient.ts";
import type { CallCount, CallQuery } from "../../../../src/core/query/callQuery.ts";
import type { TestService } from "../testService.ts";
import { MemoryStore, ofOp, openWindow, project, unusedTarget } from "./savedCountStore.ts";

const unreachable: Fault = { kind: "unreachable", code: "ECONNREFUSED" };

function counted(count: number, hasMore: boolean | null = false): CallCount {
  return { count, hasMore, storageSize: null, rewritten: [] };
}

interface Request {
  readonly op: string;
  readonly signal: AbortSignal;
  answer(count: CallCount): void;
  fail(fault: Fault): void;
}

/** A service that responds on demand; aborted requests end by themselves. */
class WaitingService {
  readonly requests: Request[] = [];
  #served = 0;

  get open(): number {
    return this.requests.length - this.#served;
  }

  target(): ProjectClient {
    const countCalls = async (query: CallQuery, signal: AbortSignal): Promise<CallCount> => {
      const { promise, resolve, reject } = Promise.withResolvers<CallCount>();
      signal.addEventListener("abort", () => reject(signal.reason));
      const op = query.filter?.opNames?.[0] ?? "";
      this.requests.push({ op, signal, answer: resolve, fail: (fault) => reject(new ServiceError(fault)) });
      try {
        return await promise;
      } finally {
        this.#served += 1;
      }
    };
    const service: TestService = { ...unusedTarget.service, countCalls };
    return { ...unusedTarget, service };
  }

  /** The latest request for an op that is not aborted, once it has arrived. */
  async request(op: string): Promise<Request> {
    for (;;) {
      const found = this.requests.findLast((request) => request.op === op && !request.signal.aborted);
      if (found !== undefined) return found;
      await turn();
    }
  }
}

/** Lets pending callbacks run. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A service that responds immediately. */
function answering(count: (op: string) => CallCount | Fault): ProjectClient {
  const countCalls = async ({ filter }: CallQuery): Promise<CallCount> => {
    const answer = count(filter?.opNames?.[0] ?? "");
    if ("kind" in answer) throw new ServiceError(answer);
    return answer;
  };
  const service: TestService = { ...unusedTarget.service, countCalls };
  return { ...unusedTarget, service };
}

/** Each count as one word: its value or state. */
function values(saved: SavedCounts): readonly (number | string)[] {
  return saved.shown.map(({ load }) => ("value" in load && load.value !== null ? load.value.count : load.kind));
}

test("nothing is requested before a refresh", async () => {
  const { saved } = await openWindow({ names: ["a", "b"] });
  assert.deepEqual(values(saved), ["idle", "idle"]);
});

test("a refresh counts all, each with its own conditions", async () => {
  const target = answering((op) => counted(op === "a" ? 1 : 2));
  const { saved } = await openWindow({ names: ["a", "b"], target });
  const ended = await saved.refresh();
  assert.deepEqual(values(saved), [1, 2]);
  assert.deepEqual(ended, [
    { kind: "shown", value: counted(1), at: 1000 },
    { kind: "shown", value: counted(2), at: 1000 },
  ]);
});

test("at most three requests run concurrently, and all are counted in order", async () => {
  const service = new WaitingService();
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const { saved } = await openWindow({ names, target: service.target() });
  const refreshed = saved.refresh();
  assert.ok(saved.shown.every(({ load }) => load.kind === "loading"));
  for (const name of names) {
    const request = await service.request(name);
    await turn();
    assert.ok(service.open <= 3);
    request.answer(counted(1));
  }
  await refreshed;
  assert.deepEqual(
    service.requests.map(({ op }) => op),
    names,
  );
});

test("a single count can be refreshed", async () => {
  const service = new WaitingService();
  const { saved, id } = await openWindow({ names: ["a", "b"], target: service.target() });
  const counting = saved.refreshOne(id("b"));
  (await service.request("b")).answer(counted(5));
  assert.deepEqual(await counting, { kind: "shown", value: counted(5), at: 1000 });
  assert.deepEqual(values(saved), ["idle", 5]);
  assert.equal(await saved.refreshOne("no such id"), null);
});

test("counts are requested once automatically, and again if their conditions change", async () => {
  const requested: string[] = [];
  const target = answering((op) => {
    requested.push(op);
    return op === "b" ? unreachable : counted(1);
  });
  const { saved, id } = await openWindow({ names: ["a", "b", "c"], target });
  await saved.showInStatusBar(id("c"));
  await saved.askOnce("inUse");
  await saved.askOnce();
  await saved.askOnce();
  assert.deepEqual(requested, ["c", "a", "b"]);
  await saved.edit(id("a"), { conditions: ofOp("y") });
  await saved.edit(id("b"), { name: "B" });
  await saved.askOnce();
  assert.deepEqual(requested, ["c", "a", "b", "y"]);
});

test("a listener that requests missing values does not request them twice", async () => {
  const requested: string[] = [];
  const target = answering((op) => {
    requested.push(op);
    return counted(1);
  });
  const { saved } = await openWindow({ names: ["a", "b", "c"], target });
  saved.subscribe(() => void saved.askOnce());
  await saved.askOnce();
  await saved.add("d", ofOp("d"));
  await turn();
  assert.deepEqual(requested, ["a", "b", "c", "d"]);
  assert.deepEqual(values(saved), [1, 1, 1, 1]);
});

test("a newer refresh aborts the older one, whose waiting requests are never sent", async () => {
  const service = new WaitingService();
  const names = ["a", "b", "c", "d", "e"];
  const { saved } = await openWindow({ names, target: service.target() });
  const older = saved.refresh();
  await service.request("c");
  const aborted = [...service.requests];
  const newer = saved.refresh();
  assert.deepEqual(await older, []);
  assert.ok(aborted.every(({ signal }) => signal.aborted));
  for (const name of names) {
    const request = await service.request(name);
    request.answer(counted(9));
  }
  assert.equal((await newer).length, 5);
  assert.equal(service.requests.length, 3 + 5);
});

test("another project or a new session clears values and aborts pending requests", async () => {
  const otherProject = { ...unusedTarget, project: "northwind/code-review" } as const;
  for (const next of [otherProject, unusedTarget, null]) {
    const service = new WaitingService();
    const { saved } = await openWindow({ names: ["a"], target: service.target() });
    const refreshed = saved.refresh();
    const { signal } = await service.request("a");
    saved.reset(next);
    assert.deepEqual(await refreshed, []);
    assert.ok(signal.aborted);
    assert.deepEqual(values(saved), next === unusedTarget ? ["idle"] : []);
  }
});

test("removing a count or changing its conditions aborts its request", async () => {
  for (const change of ["remove", "edit"] as const) {
    const service = new WaitingService();
    const { saved, id } = await openWindow({ names: ["a"], target: service.target() });
    const refreshed = saved.refresh();
    const { signal } = await service.request("a");
    await (change === "remove" ? saved.remove(id("a")) : saved.edit(id("a"), { conditions: ofOp("y") }));
    assert.ok(signal.aborted);
    assert.deepEqual(await refreshed, []);
  }
});

test("renaming, moving and adding keep values and requests", async () => {
  const service = new WaitingService();
  const { saved, id } = await openWindow({ names: ["a", "b"], target: service.target() });
  const refreshed = saved.refresh();
  (await service.request("a")).answer(counted(5));
  await saved.edit(id("a"), { name: "A" });
  await saved.shift(id("A"), 1);
  await saved.add("c", ofOp("c"));
  (await service.request("b")).answer(counted(6));
  await refreshed;
  assert.deepEqual(values(saved), [6, 5, "idle"]);
});

test("a failed count has its own fault and keeps its value", async () => {
  let failing = false;
  const target = answering((op) => (failing && op === "b" ? unreachable : counted(7)));
  const { saved } = await openWindow({ names: ["a", "b"], target });
  await saved.refresh();
  failing = true;
  const ended = await saved.refresh();
  assert.deepEqual(ended[1], { kind: "stale", value: counted(7), at: 1000, fault: unreachable });
  assert.deepEqual(saved.shown[1]?.load, ended[1]);
  assert.equal(saved.shown[0]?.load.kind, "shown");
});

test("after a rate limit, waiting requests are not sent", async () => {
  const limited: Fault = { kind: "rateLimited", retryAfter: 30 };
  const requested: string[] = [];
  const target = answering((op) => {
    requested.push(op);
    return limited;
  });
  const { saved } = await openWindow({ names: ["a", "b", "c", "d", "e"], target });
  const ended = await saved.refresh();
  assert.deepEqual(requested, ["a", "b", "c"]);
  assert.deepEqual(
    ended.map((load) => "fault" in load && load.fault),
    ended.map(() => limited),
  );
  assert.equal(ended.length, 5);
  await saved.refresh();
  assert.equal(requested.length, 6);
});

test("a poll counts what is visible, in the status bar or has a threshold", async () => {
  const requested: string[] = [];
  const target = answering((op) => {
    requested.push(op);
    return counted(1);
  });
  const { saved, id } = await openWindow({ names: ["a", "b", "c"], target });
  await saved.edit(id("b"), { threshold: { above: 10, notifies: false } });
  await saved.showInStatusBar(id("c"));
  await saved.poll();
  assert.deepEqual(requested.toSorted(), ["b", "c"]);
  requested.length = 0;
  await saved.startViewing();
  await saved.poll();
  assert.deepEqual(requested.toSorted(), ["a", "b", "c"]);
});

/** A window whose service returns the numbers of `next` in order, a minute apart. */
async function clocked(next: readonly CallCount[], store = new MemoryStore(), names: readonly string[] = []) {
  const answers = [...next];
  // A later window opens an hour after the one that saved the counts.
  let time = names.length > 0 ? 0 : 3_600_000;
  const target = answering(() => answers.shift() ?? unreachable);
  return openWindow({ store, names, target, now: () => (time += 60_000) });
}

function change({ shown: [first] }: SavedCounts): CountChange | null | undefined {
  return first?.change;
}

test("there is no change before the counts were viewed", async () => {
  const { saved } = await clocked([counted(10)], new MemoryStore(), ["a"]);
  await saved.startViewing();
  await saved.refresh();
  assert.equal(change(saved), null);
});

test("while the counts are visible, changes are relative to the previous view", async () => {
  const { saved } = await clocked(
    [10, 12, 15].map((count) => counted(count)),
    new MemoryStore(),
    ["a"],
  );
  await saved.startViewing();
  await saved.refresh();
  saved.endViewing();
  await saved.startViewing();
  await saved.refresh();
  assert.deepEqual(change(saved), { by: 2, since: 120_000 });
  await saved.refresh();
  assert.deepEqual(change(saved), { by: 5, since: 120_000 });
  saved.endViewing();
  assert.equal(change(saved), null);
});

test("a count with the same value is unchanged", async () => {
  const { saved } = await clocked(
    [10, 10].map((count) => counted(count)),
    new MemoryStore(),
    ["a"],
  );
  await saved.startViewing();
  await saved.refresh();
  saved.endViewing();
  await saved.refresh();
  assert.deepEqual(change(saved), { by: 0, since: 120_000 });
});

test("a count while the view is hidden is not viewed", async () => {
  const { saved } = await clocked(
    [10, 12, 9].map((count) => counted(count)),
    new MemoryStore(),
    ["a"],
  );
  await saved.startViewing();
  await saved.refresh();
  saved.endViewing();
  await saved.refresh();
  await saved.refresh();
  assert.equal(change(saved)?.by, -1);
});

test("a window that closes has viewed what was visible", async () => {
  const store = new MemoryStore();
  const closed = await clocked(
    [10, 12].map((count) => counted(count)),
    store,
    ["a"],
  );
  await closed.saved.refresh();
  await closed.saved.startViewing();
  await closed.saved.refresh();
  const { saved } = await clocked([counted(20)], store);
  await saved.refresh();
  assert.deepEqual(change(saved)?.by, 8);
});

test("values that were loaded before the view opens are viewed too", async () => {
  const store = new MemoryStore();
  const closed = await clocked([counted(10)], store, ["a"]);
  await closed.saved.refresh();
  await closed.saved.startViewing();
  const { saved } = await clocked([counted(11)], store);
  await saved.refresh();
  assert.equal(change(saved)?.by, 1);
});

test("a new session keeps the viewed values", async () => {
  const { saved } = await clocked(
    [10, 12, 13].map((count) => counted(count)),
    new MemoryStore(),
    ["a"],
  );
  await saved.startViewing();
  await saved.refresh();
  saved.endViewing();
  await saved.startViewing();
  await saved.refresh();
  saved.reset(answering(() => counted(13)));
  await saved.refresh();
  assert.equal(change(saved)?.by, 3);
});

test("changed conditions clear the viewed value, unchanged ones keep it", async () => {
  const { saved, id } = await clocked(
    [10, 12, 13].map((count) => counted(count)),
    new MemoryStore(),
    ["a"],
  );
  await saved.startViewing();
  await saved.refresh();
  saved.endViewing();
  await saved.edit(id("a"), { conditions: ofOp("a") });
  await saved.refresh();
  assert.equal(change(saved)?.by, 2);
  await saved.edit(id("a"), { conditions: ofOp("y") });
  await saved.refresh();
  assert.equal(change(saved), null);
});

test("two windows keep the later viewed value", async () => {
  const store = new MemoryStore();
  const window = (count: number, time: number) =>
    openWindow({ store, target: answering(() => counted(count)), now: () => time });
  const one = await window(10, 1000);
  await one.saved.add("a", ofOp("a"));
  const other = await window(20, 9000);
  const early = await window(5, 500);
  for (const { saved } of [one, other, early]) {
    await saved.startViewing();
    await saved.refresh();
  }
  const { saved } = await window(21, 10_000);
  await saved.refresh();
  assert.deepEqual(change(saved), { by: 1, since: 9000 });
});

test("viewing a count does not undo what another window changed a moment ago", async () => {
  const store = new MemoryStore();
  const late = new MemoryStore();
  const one = await openWindow({ store, names: ["a", "b"] });
  late.texts.set(project, store.texts.get(project) ?? "");
  const other = await openWindow({ store: late, target: answering(() => counted(10)) });
  await one.saved.remove(one.id("a"));
  const before = late.texts.get(project);
  await other.saved.startViewing();
  await other.saved.refresh();
  assert.equal(late.texts.get(project), before);
  assert.deepEqual([...late.loadSeen(project).values()].length, 2);
});

const capped: readonly [before: CallCount, after: CallCount][] = [
  [counted(100, true), counted(40)],
  [counted(40), counted(100, true)],
  [counted(100, null), counted(40)],
];
for (const [before, after] of capped) {
  test(`there is no change from ${JSON.stringify(before)} to ${JSON.stringify(after)}, limit 100`, async () => {
    const { saved } = await clocked([before, after]);
    await saved.add("a", { ...allCalls, limit: 100 });
    await saved.startViewing();
    await saved.refresh();
    saved.endViewing();
    await saved.refresh();
    assert.equal(change(saved), null);
  });
}

const exactness: readonly [CallCount, limit: number | null, exact: boolean][] = [
  [counted(5, false), null, true],
  [counted(5, null), null, true],
  [counted(5, null), 5, false],
  [counted(5, true), null, false],
  [counted(6, null), 5, true],
  [counted(6, true), 5, true],
  [counted(4, null), 5, true],
  [counted(5, true), 5, false],
  [counted(5, false), 5, true],
  [{ ...counted(1000, true), listed: true }, 5, false],
  [{ ...counted(999, false), listed: true }, null, true],
];
for (const [count, limit, exact] of exactness) {
  test(`${count.count} calls${count.listed ? " listed" : ""}, more ${count.hasMore}, limit ${limit}: ${exact ? "exact" : "capped"}`, () => {
    assert.equal(isExact(count, { ...allCalls, limit }), exact);
  });
}
