import * as l10n from "@vscode/l10n";
import type { Fault } from "../failures/fault.ts";
import { faultText } from "../failures/faultText.ts";
import { type RowIcon, type TreeRow, warningIcon } from "../rows.ts";
import type { Formats } from "../text/format.ts";
import { threadsText } from "../text/plural.ts";
import { apart, middleCut, sentences, visibleCut } from "../text/visibleText.ts";
import type { CheckedThread } from "../turns/threadTurns.ts";
import { openCommand } from "../turns/turnRow.ts";
import type { Thread } from "./thread.ts";
import { type FactContext, factOfField, factText, finishedText, type ThreadFact, threadName } from "./threadFact.ts";
import type { ShortPage } from "./threadPages.ts";
import type { SortField } from "./threadQuery.ts";
import type { ThreadBlock } from "./threadRow.ts";

/** A longer ID would push the facts out of a side bar of usual width. */
const longestLabel = 18;

export interface ThreadRowContext extends FactContext {
  readonly sortedBy: SortField;
  /** Updated since the last look. */
  readonly isNew: boolean;
  /** A turn or one of its calls is known to have failed. */
  readonly hasFailed: boolean;
  /** Whether a click opens its conversation; it expands the row if the service does not support conversations. */
  readonly opens: boolean;
  /** Found by ID and shown above the list. */
  readonly pinned: boolean;
  /** Whether the row is expanded if VS Code has no state for it. */
  readonly isOpen: boolean;
  /** Notes on its position and statistics, as sentences. */
  readonly notes: readonly string[];
}

/** The row of a thread, starting with the value it is sorted by. */
export function threadTreeRow(checked: CheckedThread, context: ThreadRowContext): TreeRow {
  const { thread } = checked;
  const { pinned, isNew, isOpen, hasFailed, notes } = context;
  const name = threadName(thread);
  const order = factsInOrder(context.sortedBy);
  const firstDuration = checked.isRecomputed ? order.find((fact) => fact === "p50" || fact === "p99") : undefined;
  const facts = order.map((fact) => {
    const text = factText(fact, thread, context);
    return fact === firstDuration ? finishedText(text) : text;
  });
  if (hasFailed) facts.unshift(l10n.t("errors"));
  if (isNew) facts.unshift(l10n.t("new"));
  if (pinned) facts.unshift(l10n.t("found"));
  const spoken = [l10n.t("Thread {0}", name), ...facts].join(", ");
  return {
    id: `${pinned ? "found" : "thread"}/${thread.id}`,
    label: apart(middleCut(name, longestLabel)),
    description: facts.join(" · "),
    icon: threadIcon(context),
    spoken: notes.length === 0 ? spoken : `${spoken}. ${sentences(...notes)}`,
    contextValue: "thread",
    isOpen,
    ...(context.opens && { command: openCommand({ threadId: thread.id }) }),
  };
}

function threadIcon({ pinned, isNew, hasFailed }: ThreadRowContext): RowIcon {
  if (hasFailed) return { id: "error", color: "list.errorForeground" };
  if (isNew) return { id: "circle-filled", color: "charts.blue" };
  return { id: pinned ? "search" : "comment-discussion" };
}

export interface TooltipContext {
  readonly formats: Formats;
  /** Notes on its position and statistics, as sentences. */
  readonly notes: readonly string[];
  readonly isNew: boolean;
  readonly hasFailed: boolean;
  /** Its turns were not checked for errors. */
  readonly isUnknown: boolean;
  /** The time range of the statistics, in words; null for all turns. */
  readonly window: string | null;
}

/** The lines of a thread's tooltip, with exact values. */
export function threadTooltip({ thread }: CheckedThread, context: TooltipContext): readonly string[] {
  const { formats, window } = context;
  const { lastUpdated } = thread;
  const unknown = l10n.t("unknown");
  const duration = (milliseconds: number | null) =>
    milliseconds === null
      ? unknown
      : l10n.t("{0} ({1} ms)", formats.duration(milliseconds), formats.exact(milliseconds));
  const values = [
    [l10n.t("Thread"), visibleCut(thread.id)],
    [l10n.t("Turns"), formats.exact(thread.turnCount)],
    [l10n.t("p50 turn duration"), duration(thread.p50TurnDuration)],
    [l10n.t("p99 turn duration"), duration(thread.p99TurnDuration)],
    [l10n.t("Started"), formats.dateTime(thread.startTime)],
    [l10n.t("Last updated"), lastUpdated === null ? l10n.t("running") : formats.dateTime(lastUpdated)],
    [l10n.t("First turn"), visibleCut(thread.firstTurnId ?? unknown)],
    [l10n.t("Last finished turn"), lastUpdated === null ? l10n.t("none") : visibleCut(thread.lastTurnId ?? unknown)],
  ];
  const lines = [...values.map(([name, text]) => `${name}: ${text}`), ...context.notes];
  if (window !== null) lines.push(l10n.t("Statistics cover turns {0}.", window));
  if (context.hasFailed) lines.push(l10n.t("A turn or one of its calls failed."));
  if (context.isUnknown) lines.push(l10n.t("Not checked for errors."));
  if (context.isNew) lines.push(l10n.t("Updated since you last looked."));
  return lines;
}

const usualOrder: readonly ThreadFact[] = ["updated", "turns", "p50", "p99"];

function factsInOrder(sortedBy: SortField): readonly ThreadFact[] {
  const first = factOfField[sortedBy];
  return first === null ? usualOrder : [first, ...usualOrder.filter((fact) => fact !== first)];
}

/** Of an ID in the label of a block. */
const longestId = 14;

/** The row of a block: the sort value of its first and last thread. */
export function blockTreeRow(block: ThreadBlock, sortedBy: SortField, isOpen: boolean, context: FactContext): TreeRow {
  const fact = factOfField[sortedBy];
  const value = (thread: Thread) =>
    fact === null ? visibleCut(thread.id, longestId) : factText(fact, thread, { ...context, window: null });
  const { exact } = context.formats;
  const label = `${value(block.first)} → ${value(block.last)}`;
  const description = l10n.t("{0} to {1}", exact(block.start + 1), exact(block.end));
  return {
    id: `block/${block.index}`,
    label,
    description,
    icon: { id: "list-ordered" },
    spoken: l10n.t("Threads {0}, {1}", description, label),
    contextValue: "block",
    isOpen,
  };
}

/** Shown while rows are loading. */
export function loadingRow(): TreeRow {
  return endRow(l10n.t("Loading…"), { icon: { id: "loading~spin" } });
}

/** Shown while loaded threads are checked for errors. */
export function lookingRow(): TreeRow {
  return endRow(l10n.t("Checking for errors…"), { icon: { id: "loading~spin" } });
}

/** Offers the next page. A page shorter than requested says so: the service drops rows, and more may follow. */
export function moreRow(shortPage: ShortPage | null, formats: Formats): TreeRow {
  const label = l10n.t("Load more");
  const icon = { id: "ellipsis" };
  if (shortPage === null) return loadRow(label, { icon });
  const [rows, size] = [formats.exact(shortPage.rows), formats.exact(shortPage.size)];
  const description = threadsText(shortPage.rows, formats);
  const tooltip = l10n.t("The service returned {0} of {1} requested threads. There may be more.", rows, size);
  return loadRow(label, { icon, description, tooltip, spoken: `${label}, ${description}` });
}

/** Shown where loading failed midway. */
export function incompleteRow(fault: Fault): TreeRow {
  const text = faultText(fault);
  const spoken = l10n.t("Incomplete: {0} Retry", text);
  return loadRow(l10n.t("Incomplete. Retry"), { icon: warningIcon, description: text, tooltip: text, spoken });
}

function loadRow(label: string, row: Partial<TreeRow>): TreeRow {
  return endRow(label, { isButton: true, command: { command: "weaveThreads.loadMore", title: label }, ...row });
}

/** Always has the same ID, so it keeps the focus when one replaces another. */
function endRow(label: string, row: Partial<TreeRow>): TreeRow {
  return { id: "end", label, spoken: label, ...row };
}
