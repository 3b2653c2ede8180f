import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { MarkdownString, type TreeItem } from "vscode";
import { noCounts } from "../../src/core/counts/savedCount.ts";
import { OpenProject } from "../../src/core/openProject.ts";
import { createFormats } from "../../src/core/text/format.ts";
import type { Thread } from "../../src/core/threads/thread.ts";
import type { SortKey } from "../../src/core/threads/threadQuery.ts";
import { OpenRows, type ThreadRow } from "../../src/core/threads/threadRow.ts";
import { everyThread } from "../../src/core/threads/threadSelection.ts";
import { ThreadTree } from "../../src/features/threads/threadTree.ts";
import { GatedCalls } from "../unit/core/gatedCalls.ts";
import { runningThread, thread } from "../unit/core/threads/threads.ts";
import { turn } from "../unit/core/turns/turns.ts";

const newest: SortKey = { field: "last_updated", direction: "desc" };
const slowest: SortKey = { field: "p50_turn_duration_ms", direction: "desc" };

const running: Thread = { ...runningThread("t"), startTime: Date.now() - 60_000 };

/** A tree with one thread, and its row as shown. */
async function treeOf(listed: Thread, sort: SortKey) {
  const service = new GatedCalls();
  service.threads = [listed];
  const project = new OpenProject({
    now: Date.now,
    pageSize: () => 10,
    seen: { seen: () => undefined, setSeen: async () => undefined },
    savedCounts: { load: () => noCounts, save: async () => undefined },
    // The details request call counts, which this service does not have.
    onBug: () => undefined,
  });
  project.reset({ service, project: "acme/desk" }, { ...everyThread, sort: [sort] });
  await project.threads.refresh();
  const { threads, details, turns, failed, look } = project;
  const tree = new ThreadTree(
    { threads, details, turns, failed, look, formats: createFormats("en") },
    new OpenRows(),
    () => undefined,
  );
  const [row] = tree.getChildren();
  assert.ok(row?.kind === "thread");
  return { service, tree, row, drawn: () => drawn(tree, row) };
}

function drawn(tree: ThreadTree, row: ThreadRow) {
  const item = tree.resolveTreeItem(tree.getTreeItem(row), row);
  return { description: item.description, name: item.accessibilityInformation?.label, tooltip: tooltipOf(item) };
}

function tooltipOf({ tooltip }: TreeItem): string {
  const text = tooltip instanceof MarkdownString ? tooltip.value : (tooltip ?? "");
  return text.replaceAll("&nbsp;", " ").replaceAll("\\", "").replaceAll("  \n", "\n");
}

test("a thread without a finished turn is shown as running, with the reason for its position", async () => {
  const places = [
    [newest, "running · 1 turn · p50 – · p99 –", "Running. The service sorts it as last updated in 1970."],
    [slowest, "p50 – · running · 1 turn · p99 –", "Running. The service sorts it as a negative duration."],
  ] as const;
  for (const [sort, description, reason] of places) {
    const { drawn: shown } = await treeOf(running, sort);
    assert.equal(shown().description, description);
    assert.equal(
      shown().name,
      `Thread t, ${description.replaceAll(" · ", ", ")}. ${reason} A turn is running. p50 and p99 are unknown.`,
    );
    for (const line of [reason, "Last updated: running", "Last finished turn: none"])
      assert.ok(shown().tooltip.includes(line), line);
    assert.doesNotMatch(shown().tooltip.replace(reason, ""), /1970|-/);
  }
});

test("details of a thread without a finished turn are shown as running, unknown or none", async () => {
  const { tree, row } = await treeOf(running, newest);
  const facts = tree
    .getChildren(row)
    .flatMap((child) => (child.kind === "detail" ? [[child.fact, drawn(tree, child)] as const] : []));
  const told = Object.fromEntries(facts.map(([fact, { description }]) => [fact, description]));
  assert.deepEqual(
    [told.updated, told.span, told.p50, told.p99, told.lastTurn],
    ["running", "running", "unknown", "unknown", "none"],
  );
  const [, p50] = facts.find(([fact]) => fact === "p50") ?? [];
  assert.match(p50?.tooltip ?? "", /A turn is running\. p50 and p99 are unknown\.$/);
});

test("once its turns are loaded, a running thread shows finished durations and notes deleted turns", async () => {
  const skewed = {
    ...thread("t"),
    turnCount: 3,
    lastUpdated: Date.now() - 200_000,
    p50TurnDuration: 305.5,
    p99TurnDuration: 451,
  };
  const { service, tree, row, drawn: shown } = await treeOf(skewed, slowest);
  assert.equal(shown().description, "p50 306ms · 3m ago · 3 turns · p99 451ms");
  tree.getChildren(row);
  await settled();
  service.lists[0]?.give(
    turn("b", { startedAt: 5, status: "running", endedAt: null, storedBytes: 1e9 }),
    turn("a", { endedAt: 454, storedBytes: 1e9 }),
  );
  service.lists[0]?.end();
  await settled();
  assert.equal(shown().description, "p50 454ms (finished) · 3m ago · 3 turns · p99 454ms");
  const notes = [
    "Sorted by the service's value, which includes running turns.",
    "p50 and p99 cover finished turns only.",
    "Deleted turns may still be counted.",
  ];
  assert.ok(shown().name?.endsWith(`. ${notes.join(" ")}`), shown().name);
  for (const note of notes) assert.ok(shown().tooltip.includes(note), note);
  const details = tree.getChildren(row).flatMap((child) => (child.kind === "detail" ? [drawn(tree, child)] : []));
  assert.deepEqual(
    details.map(({ name }) => name).filter((name) => /^(Turns|p50|p99)/.test(name ?? "")),
    [
      "Turns: 3 · Deleted turns may still be counted.",
      "p50 turn duration: 454ms (finished)",
      "p99 turn duration: 454ms (finished)",
    ],
  );
});
