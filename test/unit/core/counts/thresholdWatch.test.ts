import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { Observable } from "../../../../src/core/async/observable.ts";
import type { PollState } from "../../../../src/core/async/poller.ts";
import { allCalls } from "../../../../src/core/counts/callCondition.ts";
import { thresholdWatch } from "../../../../src/core/counts/thresholdWatch.ts";
import { HandClock } from "../handClock.ts";
import { openWindow, project, unusedTarget } from "./savedCountStore.ts";

const minutes = 60_000;

/** A window with the counts a and b, of which a has the threshold 10. */
async function watched({ focused = true }: { focused?: boolean } = {}) {
  const requested: string[] = [];
  const state = { calls: 5 };
  const target: typeof unusedTarget = {
    ...unusedTarget,
    service: {
      ...unusedTarget.service,
      countCalls: async ({ filter }) => {
        requested.push(filter?.opNames?.join() ?? "");
        return { count: state.calls, hasMore: false, storageSize: null, rewritten: [] };
      },
    },
  };
  const { saved, id } = await openWindow({ names: ["a", "b"], target });
  const clock = new HandClock();
  const following = new Observable<PollState>("off");
  const notified = new Map<string, readonly string[]>();
  const passed: string[] = [];
  const store = {
    passedCounts: (of: string) => notified.get(of) ?? [],
    setPassedCounts: async (of: string, ids: readonly string[]) => {
      notified.set(of, ids);
    },
  };
  const onBug = (error: unknown) => {
    throw error;
  };
  const onPassed = ({ saved: { name } }: { saved: { name: string } }) => passed.push(name);
  const focus = new Observable(focused);
  const watch = thresholdWatch({ clock, focus, saved, following, store, onPassed, onBug });
  const pass = async (milliseconds: number) => {
    clock.pass(milliseconds);
    await settled();
  };
  return { saved, id, clock, focus, following, watch, requested, passed, notified, state, target, pass };
}

test("a count with a threshold is checked every five minutes, and no other count; without one there is no timer", async () => {
  const { saved, id, clock, requested, pass } = await watched();
  assert.deepEqual(clock.planned, []);
  await saved.edit(id("a"), { threshold: { above: 10, notifies: true } });
  await pass(5 * minutes - 1);
  assert.deepEqual(requested, []);
  await pass(1);
  await pass(5 * minutes);
  assert.deepEqual(requested, ["a", "a"]);
  await saved.edit(id("a"), { threshold: undefined });
  assert.deepEqual(clock.planned, []);
});

test("passing a threshold is reported once, and again after the count was below it", async () => {
  const { saved, id, passed, state, pass } = await watched();
  await saved.edit(id("a"), { threshold: { above: 10, notifies: true } });
  const after = async (calls: number) => {
    state.calls = calls;
    await pass(5 * minutes);
    return passed.length;
  };
  assert.deepEqual(
    [await after(10), await after(11), await after(12), await after(3), await after(11)],
    [0, 1, 1, 1, 2],
  );
});

test("a count that another window has reported is not reported again, whatever this window counted before", async () => {
  const { saved, id, passed, notified, state, pass } = await watched();
  await saved.edit(id("a"), { threshold: { above: 10, notifies: true } });
  await pass(5 * minutes);
  notified.set(project, [id("a")]);
  saved.reread();
  void saved.refresh();
  saved.stop();
  assert.deepEqual(notified.get(project), [id("a")]);
  state.calls = 12;
  await pass(5 * minutes);
  assert.deepEqual(passed, []);
  await saved.edit(id("a"), { threshold: { above: 20, notifies: true } });
  assert.deepEqual(notified.get(project), []);
});

test("a count is not reported again after its project was left and opened again", async () => {
  const { saved, id, passed, state, target, pass } = await watched();
  await saved.edit(id("a"), { threshold: { above: 10, notifies: true } });
  state.calls = 11;
  await pass(5 * minutes);
  saved.reset({ ...target, project: "northwind/code-review" });
  await saved.add("c", allCalls);
  await saved.refresh();
  saved.reset(target);
  await saved.refresh();
  assert.deepEqual(passed, ["a"]);
});

test("thresholds are not checked while the window is not focused, or by Follow instead", async () => {
  const { saved, id, clock, focus, following, watch, requested, pass } = await watched({ focused: false });
  await saved.edit(id("a"), { threshold: { above: 10, notifies: true } });
  await pass(60 * minutes);
  assert.deepEqual(requested, []);
  focus.value = true;
  await pass(0);
  assert.deepEqual(requested, ["a"]);
  following.value = "on";
  await pass(60 * minutes);
  assert.deepEqual([requested, clock.planned], [["a"], []]);
  following.value = "off";
  watch.dispose();
  assert.deepEqual(clock.planned, []);
});
