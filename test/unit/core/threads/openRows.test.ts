import assert from "node:assert/strict";
import { test } from "node:test";
import { OpenRows } from "../../../../src/core/threads/openRows.ts";
import type { ThreadRow } from "../../../../src/core/threads/threadRow.ts";
import { pagesOf, thread } from "./threads.ts";

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
  const pages = pagesOf(numbered(998));
  rows.update(pages.threads);
  assert.deepEqual(open(rows), []);
  pages.add([thread("one more")]);
  rows.update(pages.threads);
  assert.deepEqual(open(rows), [0, 1]);
});

test("a folded list that grows or reloads keeps the rows that the user expanded and collapsed", () => {
  const rows = new OpenRows();
  rows.update(numbered(1600).map(thread));
  rows.set(block(0), false);
  rows.set(block(3), true);
  rows.update(numbered(2000).map(thread));
  assert.deepEqual(open(rows), [1, 3]);
});

test("another list starts with collapsed rows", () => {
  const rows = new OpenRows();
  rows.update(numbered(1600).map(thread));
  rows.set(block(3), true);
  rows.update([]);
  assert.deepEqual(open(rows), []);
  rows.update(numbered(1600).map(thread));
  assert.deepEqual(open(rows), [0, 1]);
});

test("an expanded thread stays expanded wherever it moves in the list", () => {
  const rows = new OpenRows();
  const row: ThreadRow = { kind: "thread", thread: thread("a"), pinned: false };
  rows.set(row, true);
  rows.update(numbered(1600).map(thread));
  assert.equal(rows.isOpen({ ...row }), true);
  assert.equal(rows.isOpen({ ...row, pinned: true }), false);
  rows.set(row, false);
  assert.equal(rows.isOpen(row), false);
});
