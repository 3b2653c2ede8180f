import assert from "node:assert/strict";
import { test } from "node:test";
import { type DetailFact, detailFacts } from "../../../../src/core/threads/threadDetails.ts";
import { type SortField, sortFields } from "../../../../src/core/threads/threadQuery.ts";
import { detailNotes, threadNotes } from "../../../../src/core/turns/threadNotes.ts";
import type { CheckedThread } from "../../../../src/core/turns/threadTurns.ts";
import { runningThread, thread } from "../threads/threads.ts";

const finished = { ...thread("a"), p50TurnDuration: 305.5, p99TurnDuration: 451 };
const mixed = { ...thread("a"), hasRunning: true };
const asListed = (listed: CheckedThread["listed"]): CheckedThread => ({
  thread: listed,
  listed,
  isRecomputed: false,
  countsDeleted: false,
});
const recomputed = (listed: CheckedThread["listed"]): CheckedThread => ({
  ...asListed(listed),
  thread: { ...listed, p50TurnDuration: 454, p99TurnDuration: 451 },
  isRecomputed: true,
});

const as1970 = "Running. The service sorts it as last updated in 1970.";
const belowZero = "Running. The service sorts it as a negative duration.";
const byService = "Sorted by the service's value, which includes running turns.";
const unknown = "A turn is running. p50 and p99 are unknown.";
const finishedOnly = "p50 and p99 cover finished turns only.";
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
    "a thread with negative percentiles and loaded turns",
    recomputed(mixed),
    ["p50_turn_duration_ms", "p99_turn_duration_ms"],
    [belowZero, finishedOnly],
  ],
  [
    "a thread with negative percentiles and loaded turns",
    recomputed(mixed),
    [null, "last_updated", ...other],
    [finishedOnly],
  ],
  [
    "a thread with another p50 and loaded turns",
    recomputed(finished),
    ["p50_turn_duration_ms"],
    [byService, finishedOnly],
  ],
  [
    "a thread with another p50 and loaded turns",
    recomputed(finished),
    [null, "p99_turn_duration_ms", "last_updated", ...other],
    [finishedOnly],
  ],
  [
    "a thread with fewer turns than counted",
    { ...asListed(finished), countsDeleted: true },
    [null, ...sortFields],
    [deleted],
  ],
  [
    "a thread with negative percentiles and fewer turns than counted",
    { ...recomputed(mixed), countsDeleted: true },
    ["p99_turn_duration_ms"],
    [belowZero, finishedOnly, deleted],
  ],
];
for (const [of, checked, orders, says] of cases) {
  for (const sortedBy of orders) {
    const where = sortedBy === null ? "above the list" : `sorted by ${sortedBy}`;
    test(`${of} ${where}: ${says.length === 0 ? "no notes" : says.join(" ")}`, () =>
      assert.deepEqual(threadNotes(checked, sortedBy), says));
  }
}

const details: readonly (readonly [of: string, checked: CheckedThread, Partial<Record<DetailFact, string[]>>])[] = [
  ["a finished thread", asListed(finished), {}],
  ["a thread with only running turns", asListed(runningThread("a")), { p50: [unknown], p99: [unknown] }],
  ["a thread with loaded turns", recomputed(mixed), { p50: [finishedOnly], p99: [finishedOnly] }],
  ["a thread with fewer turns than counted", { ...asListed(finished), countsDeleted: true }, { turns: [deleted] }],
];
for (const [of, checked, says] of details) {
  test(`the details of ${of} have their notes`, () => {
    for (const fact of detailFacts) assert.deepEqual(detailNotes(checked, fact), says[fact] ?? [], fact);
  });
}
