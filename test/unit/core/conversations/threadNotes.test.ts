import assert from "node:assert/strict";
import { test } from "node:test";
import { type DetailFact, detailFacts } from "../../../../src/core/conversations/threadDetails.ts";
import { detailNotes, threadNotes } from "../../../../src/core/conversations/threadNotes.ts";
import type { CheckedThread } from "../../../../src/core/conversations/threadTurns.ts";
import { type SortField, sortFields } from "../../../../src/core/query/threadQuery.ts";
import { runningThread, thread } from "./threads.ts";

const finished = { ...thread("a"), p50TurnDuration: 305.5, p99TurnDuration: 451 };
const mixed = { ...thread("a"), hasRunning: true };
const asListed = (listed: CheckedThread["listed"]): CheckedThread => ({
  thread: listed,
  listed,
  countsDeleted: false,
});
const foundRunning = (listed: CheckedThread["listed"]): CheckedThread => ({
  ...asListed(listed),
  thread: { ...listed, hasRunning: true, p50TurnDuration: null, p99TurnDuration: null },
});

const as1970 = "Running. The service sorts it as last updated in 1970.";
const belowZero = "Running. The service sorts it as a negative duration.";
const byService = "Sorted by the service's value, which includes running turns.";
const unknown = "A turn is running. p50 and p99 are unknown.";
const deleted = "Deleted turns may still be counted.";

const other = ["thread_id", "turn_count", "start_time"] as const;
const cases: readonly (readonly [
  of: string,
  checked: CheckedThread,
  by: readonly (SortField | null)[],
  says: string[],
])[] = [
  ["a finished thread", asListed(finished), [null, ...sortFields], []],
  ["a thread with only running turns", asListed(runningThread("a")), ["last_updated"], [as1970, unknown]],
  [
    "a thread with only running turns",
    asListed(runningThread("a")),
    ["p50_turn_duration_ms", "p99_turn_duration_ms"],
    [belowZero, unknown],
  ],
  ["a thread with only running turns", asListed(runningThread("a")), [null, ...other], [unknown]],
  [
    "a thread with negative percentiles",
    asListed(mixed),
    ["p50_turn_duration_ms", "p99_turn_duration_ms"],
    [belowZero, unknown],
  ],
  ["a thread with negative percentiles", asListed(mixed), [null, "last_updated", ...other], [unknown]],
  [
    "a thread with a running turn among those loaded",
    foundRunning(finished),
    ["p50_turn_duration_ms", "p99_turn_duration_ms"],
    [byService, unknown],
  ],
  [
    "a thread with a running turn among those loaded",
    foundRunning(finished),
    [null, "last_updated", ...other],
    [unknown],
  ],
  [
    "a thread with fewer turns than counted",
    { ...asListed(finished), countsDeleted: true },
    [null, ...sortFields],
    [deleted],
  ],
  [
    "a thread with negative percentiles and fewer turns than counted",
    { ...foundRunning(mixed), countsDeleted: true },
    ["p99_turn_duration_ms"],
    [belowZero, unknown, deleted],
  ],
];
for (const [of, checked, orders, says] of cases) {
  for (const sortedBy of orders) {
    const where = sortedBy === null ? "above the list" : `sorted by ${sortedBy}`;
    test(`${of} ${where}: ${says.length === 0 ? "no notes" : says.join(" ")}`, () =>
      assert.deepEqual(threadNotes(checked, sortedBy === null ? "found" : "list", sortedBy ?? "last_updated"), says));
  }
}

const details: readonly (readonly [of: string, checked: CheckedThread, Partial<Record<DetailFact, string[]>>])[] = [
  ["a finished thread", asListed(finished), {}],
  ["a thread with only running turns", asListed(runningThread("a")), { p50: [unknown], p99: [unknown] }],
  ["a thread with loaded turns", foundRunning(mixed), { p50: [unknown], p99: [unknown] }],
  ["a thread with fewer turns than counted", { ...asListed(finished), countsDeleted: true }, { turns: [deleted] }],
];
for (const [of, checked, says] of details) {
  test(`the details of ${of} have their notes`, () => {
    for (const fact of detailFacts) assert.deepEqual(detailNotes(checked, fact), says[fact] ?? [], fact);
  });
}

test("the figures of a pinned conversation cover all turns", () => {
  const [, checked] = cases[0] ?? assert.fail();
  assert.equal(threadNotes(checked, "pinned", "last_updated")[0], "Pinned. Figures cover all turns.");
});
