import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../../../src/core/fault.ts";
import type { Load } from "../../../src/core/load.ts";
import type { ThreadPages } from "../../../src/core/threadPages.ts";
import { threadRows } from "../../../src/core/threadRow.ts";
import { thread } from "./threads.ts";

const fault: Fault = { kind: "cutShort", rowsBefore: 1, detail: "" };
const pages: ThreadPages = { threads: [thread("t")], nextOffset: 100, ended: false };

const cases: readonly [sentence: string, load: Load<ThreadPages>, kinds: readonly string[]][] = [
  ["nothing loaded is no row", { kind: "idle" }, []],
  ["a failure alone is no row: the view has a text for it", { kind: "failed", fault }, []],
  ["an empty page is no row", { kind: "shown", value: { ...pages, threads: [] }, at: 1 }, []],
  ["a page ends with an offer of the next", { kind: "shown", value: pages, at: 1 }, ["thread", "more"]],
  ["the last page ends with its last thread", { kind: "shown", value: { ...pages, ended: true }, at: 1 }, ["thread"]],
  ["rows on their way end with a sign of it", { kind: "loading", value: pages }, ["thread", "loading"]],
  ["older rows are whole and offer the next page", { kind: "stale", value: pages, at: 1, fault }, ["thread", "more"]],
  ["rows that broke off say so", { kind: "stale", value: pages, at: null, fault }, ["thread", "incomplete"]],
];

for (const [sentence, load, kinds] of cases) {
  test(sentence, () =>
    assert.deepEqual(
      threadRows(load).map(({ kind }) => kind),
      kinds,
    ),
  );
}
