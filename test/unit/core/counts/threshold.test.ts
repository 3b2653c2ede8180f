import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoadState } from "../../../../src/core/async/loadState.ts";
import { allCalls } from "../../../../src/core/counts/callCondition.ts";
import { readStoredCounts } from "../../../../src/core/counts/countSchemas.ts";
import { savedCountRow, savedCountTooltip } from "../../../../src/core/counts/savedCountRow.ts";
import {
  passedCounts,
  passedText,
  readThreshold,
  thresholdProblemText,
} from "../../../../src/core/counts/threshold.ts";
import type { ShownCount } from "../../../../src/core/counts/watchedCounts.ts";
import { withAlerts } from "../../../../src/core/project/statusText.ts";
import type { CallCount } from "../../../../src/core/query/callQuery.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { openWindow } from "./savedCountStore.ts";

const formats = createFormats("en");
const failed: LoadState<CallCount> = { kind: "failed", fault: { kind: "unreachable", code: "ECONNREFUSED" } };
const of = (count: number): LoadState<CallCount> => ({
  kind: "shown",
  value: { count, hasMore: false, storageSize: null, rewritten: [] },
  at: 1000,
});
const count = (id: string, load: LoadState<CallCount>, above?: number): ShownCount => ({
  saved: { id, name: id, conditions: allCalls, ...(above !== undefined && { threshold: { above, notifies: true } }) },
  isTemporary: false,
  load,
  change: null,
  inStatusBar: false,
});

const typed: readonly [text: string, above: number | null | undefined][] = [
  ["10", 10],
  [" > 10 ", 10],
  [">0", 0],
  ["", null],
  ["ten", undefined],
  ["-1", undefined],
  ["1.5", undefined],
  ["< 10", undefined],
  ["9999999999999999", undefined],
];
for (const [text, above] of typed) {
  test(`the threshold "${text}" is ${above}`, () => assert.equal(readThreshold(text), above));
}

const limits: readonly [text: string, limit: number | null, problem: string | undefined][] = [
  ["10", null, undefined],
  ["", 10, undefined],
  ["9", 10, undefined],
  ["10", 10, "Counting stops at 10. Enter a smaller number, or remove the limit first."],
  ["> 2000", 1000, "Counting stops at 1,000. Enter a smaller number, or remove the limit first."],
  ["ten", 10, "Enter a whole number."],
];
for (const [text, limit, problem] of limits) {
  test(`the threshold "${text}" of a count with the limit ${limit} is ${problem ?? "valid"}`, () =>
    assert.equal(thresholdProblemText(text, limit, formats), problem));
}

const passings: readonly [
  what: string,
  shown: ShownCount,
  notified: readonly string[],
  passed: number,
  next: number,
][] = [
  ["more calls than the threshold", count("a", of(11), 10), [], 1, 1],
  ["as many calls as the threshold", count("a", of(10), 10), [], 0, 0],
  ["more calls than the threshold, as before", count("a", of(12), 10), ["a"], 0, 1],
  ["fewer calls than before", count("a", of(9), 10), ["a"], 0, 0],
  ["no threshold", count("a", of(11)), [], 0, 0],
  ["no threshold any more", count("a", of(11)), ["a"], 0, 0],
  ["no value yet", count("a", { kind: "idle" }, 10), [], 0, 0],
  ["a failure after a value above the threshold", count("a", failed, 10), ["a"], 0, 1],
  ["counting again", count("a", { kind: "loading", value: { ...calls(11) } }, 10), ["a"], 0, 1],
];
for (const [what, shown, notified, passed, next] of passings) {
  test(`${what}: ${passed} passed, ${next} known`, () => {
    const result = passedCounts([shown], new Set(notified));
    assert.deepEqual([result.passed.length, result.notified.size], [passed, next]);
  });
}

function calls(count: number): CallCount {
  return { count, hasMore: false, storageSize: null, rewritten: [] };
}

test("a count above its threshold says so in its row, its tooltip and the notification", () => {
  const above = count("errors today", of(12), 10);
  const row = savedCountRow(above, formats, 2000);
  assert.deepEqual(
    [row.label, row.description, row.icon?.id, row.spoken],
    ["12 calls  errors today", "> 10 · 1s ago", "bell-dot", "errors today, 12 calls, > 10, 1s ago"],
  );
  assert.equal(passedText(above, formats), "errors today: 12 calls (> 10)");
  assert.ok(savedCountTooltip(above, "acme/desk", formats).includes("Threshold: > 10"));
  const below = savedCountRow(count("errors today", of(3), 10), formats, 2000);
  assert.deepEqual([below.description, below.icon?.id], ["1s ago", "symbol-numeric"]);
});

test("the status item says which counts are above their thresholds, unless it reports something else", () => {
  const plain = { icon: "comment-discussion", text: "9K calls", spoken: "Weave: 9,000 calls in acme/desk" };
  assert.equal(withAlerts(plain, []), plain);
  assert.deepEqual(withAlerts(plain, ["errors today: 12 calls (> 10)"]), {
    icon: "bell-dot",
    text: "9K calls",
    spoken: "Weave: 9,000 calls in acme/desk. errors today: 12 calls (> 10)",
    background: "warning",
  });
  for (const icon of ["history", "watch", "loading~spin"])
    assert.equal(withAlerts({ ...plain, icon }, ["errors today: 12 calls (> 10)"]).icon, icon);
  const failed = { ...plain, background: "error" } as const;
  assert.equal(withAlerts(failed, ["errors today: 12 calls (> 10)"]), failed);
});

test("a threshold is stored with its count, can be removed, and a broken one is ignored", async () => {
  const { saved, store, id } = await openWindow({ names: ["a"] });
  assert.equal(saved.list()[0]?.threshold, undefined);
  await saved.edit(id("a"), { threshold: { above: 10, notifies: false } });
  const later = (await openWindow({ store })).saved;
  assert.deepEqual(later.list()[0]?.threshold, { above: 10, notifies: false });
  await saved.edit(id("a"), { conditions: { ...allCalls, limit: 100 } });
  assert.deepEqual(saved.list()[0]?.threshold, { above: 10, notifies: false });
  await saved.edit(id("a"), { threshold: undefined });
  assert.equal(saved.list()[0]?.threshold, undefined);
  for (const threshold of [{ above: -1, notifies: true }, { above: "10" }, 7]) {
    const [entry] = readStoredCounts({ counts: [{ id: "1", name: "a", conditions: allCalls, threshold }] }).entries;
    assert.deepEqual(entry, { id: "1", name: "a", conditions: allCalls, threshold: undefined });
  }
});
