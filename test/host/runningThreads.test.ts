import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { MarkdownString, type TreeItem } from "vscode";
import { realClock } from "../../src/core/async/clock.ts";
import { projectClient } from "../../src/core/conversations/conversationSources.ts";
import { OpenRows, type ThreadRow } from "../../src/core/conversations/threadRows.ts";
import { everyThread } from "../../src/core/conversations/threadSelection.ts";
import { noCounts } from "../../src/core/counts/savedCount.ts";
import { ServiceError } from "../../src/core/failures/fault.ts";
import { OpenProject } from "../../src/core/project/openProject.ts";
import type { ConversationSummary } from "../../src/core/query/thread.ts";
import type { SortKey } from "../../src/core/query/threadQuery.ts";
import { createFormats } from "../../src/core/text/format.ts";
import { ThreadTree } from "../../src/features/threads/threadTree.ts";
import { runningThread, thread } from "../unit/core/conversations/threads.ts";
import { turn } from "../unit/core/conversations/turns.ts";
import { GatedCalls } from "../unit/core/gatedCalls.ts";

const newest: SortKey = { field: "last_updated", direction: "desc" };
const slowest: SortKey = { field: "p50_turn_duration_ms", direction: "desc" };

const running: ConversationSummary = { ...runningThread("t"), startTime: Date.now() - 60_000 };

/** A tree of a project whose threads are not loaded yet. */
function treeBefore(sort: SortKey) {
  const service = new GatedCalls();
  const project = new OpenProject({
    clock: realClock,
    now: Date.now,
    pageSize: () => 10,
    threadMessages: () => false,
    seen: { seen: () => undefined, setSeen: async () => undefined },
    savedCounts: {
      load: () => noCounts,
      change: async () => false,
      loadSeen: () => new Map(),
      saveSeen: async () => undefined,
    },
    // The details request call counts, which this service does not have.
    onBug: () => undefined,
  });
  project.reset(projectClient(service, "acme/desk"), { ...everyThread, sort: [sort] });
  const { threads, details, turns, failed, failures, messages, lastSeen, standing } = project;
  const tree = new ThreadTree(
    { project, threads, details, turns, failed, failures, messages, lastSeen, standing, formats: createFormats("en") },
    new OpenRows(),
    () => undefined,
  );
  return { service, project, tree };
}

/** A tree with one thread, and its row as shown. */
async function treeOf(listed: ConversationSummary, sort: SortKey) {
  const { service, project, tree } = treeBefore(sort);
  service.threads = [listed];
  await project.threads.refresh();
  const [row] = tree.getChildren();
  assert.ok(row?.kind === "thread");
  return { service, tree, row, drawn: () => drawn(tree, row) };
}

async function drawn(tree: ThreadTree, row: ThreadRow) {
  const item = await tree.resolveTreeItem(tree.getTreeItem(row), row);
  return {
    facts: `${item.label} · ${item.description}`,
    description: item.description,
    name: item.accessibilityInformation?.label,
    tooltip: tooltipOf(item),
  };
}

/** The rows in the details of a thread. */
async function details(tree: ThreadTree, row: ThreadRow) {
  const folded = (await tree.getChildren(row)).find(({ kind }) => kind === "details");
  const rows = folded === undefined ? [] : await tree.getChildren(folded);
  const shown: [fact: string, Awaited<ReturnType<typeof drawn>>][] = [];
  for (const child of rows) if (child.kind === "detail") shown.push([child.fact, await drawn(tree, child)]);
  return shown;
}

function tooltipOf({ tooltip }: TreeItem): string {
  const text = tooltip instanceof MarkdownString ? tooltip.value : (tooltip ?? "");
  return text.replaceAll("&nbsp;", " ").replaceAll("\\", "").replaceAll("  \n", "\n");
}

test("a thread without a finished turn is shown as running, with the reason for its position", async () => {
  const places = [
    [
      newest,
      "running  t · 1 turn · –",
      "running, 1 turn, p50 –",
      "Running. The service sorts it as last updated in 1970.",
    ],
    [
      slowest,
      "–  t · 1 turn · running",
      "p50 –, 1 turn, running",
      "Running. The service sorts it as a negative duration.",
    ],
  ] as const;
  for (const [sort, facts, spoken, reason] of places) {
    const { drawn: shown } = await treeOf(running, sort);
    const item = await shown();
    assert.equal(item.facts, facts);
    assert.equal(item.name, `Thread t, ${spoken}. ${reason} A turn is running. p50 and p99 are unknown.`);
    for (const line of [reason, "Last updated: running"]) assert.ok(item.tooltip.includes(line), line);
    assert.doesNotMatch(item.tooltip.replace(reason, ""), /1970|-/);
  }
});

test("details of a thread without a finished turn are shown as running, unknown or none yet", async () => {
  const { tree, row } = await treeOf(running, newest);
  const facts = await details(tree, row);
  const notified = Object.fromEntries(facts.map(([fact, { description }]) => [fact, description]));
  assert.deepEqual(
    [notified.updated, notified.span, notified.p50, notified.p99, notified.lastTurn],
    ["running", "running", "unknown", "unknown", "none yet"],
  );
  const [, p50] = facts.find(([fact]) => fact === "p50") ?? [];
  assert.match(p50?.tooltip ?? "", /A turn is running\. p50 and p99 are unknown\.$/);
});

test("once its turns are loaded, a running thread shows no durations and notes deleted turns", async () => {
  const skewed = {
    ...thread("t"),
    turnCount: 3,
    lastUpdated: Date.now() - 200_000,
    p50TurnDuration: 305.5,
    p99TurnDuration: 451,
  };
  const { service, tree, row, drawn: shown } = await treeOf(skewed, slowest);
  assert.equal((await shown()).facts, "306ms  t · 3 turns · 3m");
  tree.getChildren(row);
  await settled();
  service.lists[0]?.give(
    turn("b", { startedAt: 5, status: "running", endedAt: null, storedBytes: 1e9 }),
    turn("a", { endedAt: 454, storedBytes: 1e9 }),
  );
  service.lists[0]?.end();
  await settled();
  assert.equal((await shown()).facts, "–  t · 3 turns · 3m");
  const notes = [
    "Sorted by the service's value, which includes running turns.",
    "A turn is running. p50 and p99 are unknown.",
    "Deleted turns may still be counted.",
  ];
  const item = await shown();
  assert.ok(item.name?.endsWith(`. ${notes.join(" ")}`), item.name);
  for (const note of notes) assert.ok(item.tooltip.includes(note), note);
  const facts = (await details(tree, row)).map(([, detail]) => detail);
  assert.deepEqual(
    facts.map(({ name }) => name).filter((name) => /^(Turns|p50|p99)/.test(name ?? "")),
    ["Turns: 3 · Deleted turns may still be counted.", "p50 turn duration: unknown", "p99 turn duration: unknown"],
  );
});

test("the first rows are due at once, and once only", async () => {
  const { service, project, tree } = treeBefore(newest);
  assert.deepEqual(tree.getChildren(), []);
  assert.equal(tree.isFilling, false);
  service.threads = [thread("t")];
  await project.threads.refresh();
  assert.equal(tree.isFilling, true);
  tree.redraw();
  assert.equal(tree.isFilling, false, "VS Code has been told");
  assert.notEqual(tree.getChildren().length, 0);
  assert.equal(tree.isFilling, false);
});

test("threads whose texts begin alike have labels that begin where they differ", async () => {
  const { service, project, tree } = treeBefore(newest);
  const beginning = "conversation-of-the-support-team-number-";
  service.threads = ["1", "2", "other"].map((end) => thread(end === "other" ? end : `${beginning}${end}`));
  await project.threads.refresh();
  const labels = tree.getChildren().map((row) => String(tree.getTreeItem(row).label));
  assert.deepEqual(
    labels.map((label) => label.replace(/^\S+ {2}/, "").split(" · ")),
    [["…-number-1", `${beginning}1`], ["…-number-2", `${beginning}2`], ["other"], ["Load more"]],
  );
});

test("a failed refresh and what an automatic one found are the first rows of the tree", async () => {
  const { service, project, tree } = treeBefore(newest);
  service.threads = [thread("a")];
  await project.threads.refresh();
  service.threads = [thread("b"), thread("a")];
  await project.threads.refresh(true);
  service.queryThreads = () => {
    throw new ServiceError({ kind: "serviceFailure", status: 500, detail: "", retryAfter: null });
  };
  await project.threads.refresh(true);
  const labels = tree.getChildren().map((row) => String(tree.getTreeItem(row).label).replace(/^\S+ {2}/, ""));
  assert.deepEqual(labels.slice(0, 3), ["Status 500. Retry", "1 new", "a"]);
});
