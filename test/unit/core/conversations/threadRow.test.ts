import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type LoadState, shownValue } from "../../../../src/core/async/loadState.ts";
import type { ConversationListing, ConversationPages } from "../../../../src/core/conversations/conversationPages.ts";
import { failureOf } from "../../../../src/core/conversations/listNotice.ts";
import {
  blockOf,
  blockRows,
  blockSize,
  OpenRows,
  type ThreadBlock,
  type ThreadRow,
  threadRows,
} from "../../../../src/core/conversations/threadRows.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import type { ConversationSummary } from "../../../../src/core/query/thread.ts";
import { cursorOf, everyOne, pagesOf, thread } from "./threads.ts";

function rowsOf(
  load: LoadState<ConversationPages>,
  listing: ConversationListing,
  found: ConversationSummary | null = null,
  newCount = 0,
  isFiltered = false,
) {
  return threadRows({ load, listing, found, failure: failureOf(load), newCount }, isFiltered);
}

const fault: Fault = { kind: "cutShort", rowsBefore: 1, detail: "" };
const pages = pagesOf(["t"]);
const growing = pagesOf(["t"]);
cursorOf(growing).startPage();

const cases: readonly [sentence: string, load: LoadState<ConversationPages>, kinds: readonly string[]][] = [
  ["nothing loaded is no row", { kind: "idle" }, []],
  ["a failure alone is no row: the view has a text for it", { kind: "failed", fault }, []],
  ["an empty page is no row", { kind: "shown", value: pagesOf([]), at: 1 }, []],
  ["a page ends with an offer of the next", { kind: "shown", value: pages, at: 1 }, ["thread", "more"]],
  [
    "the last page ends with its last thread",
    { kind: "shown", value: pagesOf(["t"], { ended: true }), at: 1 },
    ["thread"],
  ],
  ["rows on their way end with a sign of it", { kind: "loading", value: growing }, ["thread", "loading"]],
  ["rows that are asked for again stay as they are", { kind: "loading", value: pages }, ["thread", "more"]],
  [
    "older rows are whole, below the failure",
    { kind: "stale", value: pages, at: 1, fault },
    ["failed", "thread", "more"],
  ],
  ["rows that broke off say so", { kind: "stale", value: pages, at: null, fault }, ["thread", "incomplete"]],
];

for (const [sentence, load, kinds] of cases) {
  test(sentence, () =>
    assert.deepEqual(
      rowsOf(load, everyOne(shownValue(load) ?? undefined)).map(({ kind }) => kind),
      kinds,
    ),
  );
}

test("a failure is the first row, then what is new, then a found thread", () => {
  const load = { kind: "stale", value: pages, at: 1, fault } as const;
  assert.deepEqual(rowsOf(load, everyOne(pages), thread("found"), 3).slice(0, 3), [
    { kind: "failed", fault, at: 1 },
    { kind: "new", count: 3 },
    { kind: "thread", thread: thread("found"), section: "found" as const },
  ]);
  assert.equal(rowsOf({ kind: "failed", fault }, everyOne(), thread("found"))[0]?.kind, "failed");
});

test("a found thread is the first row, even if it is the only one", () => {
  const found = thread("found");
  for (const load of [{ kind: "idle" }, { kind: "shown", value: pages, at: 1 }] as const) {
    assert.deepEqual(rowsOf(load, everyOne(), found)[0], { kind: "thread", thread: found, section: "found" as const });
  }
});

test("a filter in force is cleared by the first row, which an empty list does not have", () => {
  const kinds = (value: ConversationPages, found: ConversationSummary | null) =>
    rowsOf({ kind: "shown", value, at: 1 }, value, found, 0, true).map(({ kind }) => kind);
  assert.deepEqual(kinds(pages, null), ["filter", "thread", "more"]);
  assert.deepEqual(kinds(pagesOf([]), thread("found")), ["filter", "thread"]);
  assert.deepEqual(kinds(pagesOf([]), null), []);
});

test("no node has more than 500 threads, and the blocks contain each thread once, in order", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3200 }), (count) => {
      const ids = Array.from({ length: count }, (_, index) => `t${index}`);
      const long = pagesOf(ids, { ended: true });
      const rows = rowsOf({ kind: "shown", value: long, at: 1 }, everyOne(long));
      const blocks = rows.filter((row): row is ThreadBlock => row.kind === "block");
      assert.equal(blocks.length > 0, count > blockSize);
      const leaves = rows.flatMap((row) => (row.kind === "block" ? blockRows(long.threads, row) : [row]));
      assert.deepEqual(
        leaves.map((row) => (row.kind === "thread" ? row.thread.id : row.kind)),
        ids,
      );
      for (const row of blocks) {
        assert.ok(row.end - row.start <= blockSize);
        assert.deepEqual([row.first, row.last], [long.threads[row.start], long.threads[row.end - 1]]);
        assert.deepEqual(blockOf(long.threads, row.last), row);
      }
    }),
    { numRuns: 30 },
  );
});

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
const block = (index: number): ThreadRow => ({
  kind: "block",
  index,
  start: 0,
  end: 1,
  first: thread("a"),
  last: thread("a"),
});
const open = (rows: OpenRows) => [0, 1, 2, 3].filter((index) => rows.isOpen(block(index)));

test("a list that folds keeps expanded rows expanded", () => {
  const rows = new OpenRows();
  const pages = pagesOf(numbered(blockSize));
  rows.update(pages.threads, 100);
  assert.deepEqual(open(rows), []);
  cursorOf(pages).add([thread("one more")]);
  rows.update(pages.threads, 100);
  assert.deepEqual(open(rows), [0]);
});

for (const [pageSize, expanded] of [
  [500, [0]],
  [501, [0, 1]],
  [1000, [0, 1]],
] as const) {
  test(`the rows of a first page of ${pageSize} are expanded`, () => {
    const rows = new OpenRows();
    // As soon as the list folds, which is before all of them have arrived.
    rows.update(numbered(507).map(thread), pageSize);
    rows.update(numbered(1600).map(thread), pageSize);
    assert.deepEqual(open(rows), expanded);
  });
}

test("a folded list that grows or reloads keeps the rows that the user expanded and collapsed", () => {
  const rows = new OpenRows();
  rows.update(numbered(1600).map(thread), 100);
  rows.set(block(0), false);
  rows.set(block(3), true);
  rows.update(numbered(2000).map(thread), 100);
  assert.deepEqual(open(rows), [3]);
});

test("another list starts with collapsed rows", () => {
  const rows = new OpenRows();
  rows.update(numbered(1600).map(thread), 100);
  rows.set(block(3), true);
  rows.update([], 100);
  assert.deepEqual(open(rows), []);
  rows.update(numbered(1600).map(thread), 100);
  assert.deepEqual(open(rows), [0]);
});

test("an expanded thread stays expanded wherever it moves in the list", () => {
  const rows = new OpenRows();
  const row: ThreadRow = { kind: "thread", thread: thread("a"), section: "list" as const };
  rows.set(row, true);
  rows.update(numbered(1600).map(thread), 100);
  assert.equal(rows.isOpen({ ...row }), true);
  assert.equal(rows.isOpen({ ...row, section: "found" as const }), false);
  rows.set(row, false);
  assert.equal(rows.isOpen(row), false);
});
