import * as l10n from "@vscode/l10n";
import type { RowIcon, TreeRow } from "../rows.ts";
import type { Formats } from "../text/format.ts";
import { apart, middleCut, sentences, visibleCut } from "../text/visibleText.ts";
import type { CheckedThread } from "../turns/checkedThread.ts";
import { openCommand } from "../turns/turnTreeRow.ts";
import { type FactContext, factOfField, factText, finishedText, type ThreadFact, threadName } from "./threadFact.ts";
import type { SortField } from "./threadQuery.ts";

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
  const { formats, notes, isNew, hasFailed, isUnknown, window } = context;
  const unknown = l10n.t("unknown");
  const { lastUpdated } = thread;
  const duration = (milliseconds: number | null) =>
    milliseconds === null
      ? unknown
      : l10n.t("{0} ({1} ms)", formats.duration(milliseconds), formats.exact(milliseconds));
  const lines: string[] = [];
  const value = (name: string, text: string) => lines.push(`${name}: ${text}`);
  value(l10n.t("Thread"), visibleCut(thread.id));
  value(l10n.t("Turns"), formats.exact(thread.turnCount));
  value(l10n.t("p50 turn duration"), duration(thread.p50TurnDuration));
  value(l10n.t("p99 turn duration"), duration(thread.p99TurnDuration));
  value(l10n.t("Started"), formats.dateTime(thread.startTime));
  value(l10n.t("Last updated"), lastUpdated === null ? l10n.t("running") : formats.dateTime(lastUpdated));
  value(l10n.t("First turn"), visibleCut(thread.firstTurnId ?? unknown));
  value(l10n.t("Last finished turn"), lastUpdated === null ? l10n.t("none") : visibleCut(thread.lastTurnId ?? unknown));
  lines.push(...notes);
  if (window !== null) lines.push(l10n.t("Statistics cover turns {0}.", window));
  if (hasFailed) lines.push(l10n.t("A turn or one of its calls failed."));
  if (isUnknown) lines.push(l10n.t("Not checked for errors."));
  if (isNew) lines.push(l10n.t("Updated since you last looked."));
  return lines;
}

const usualOrder: readonly ThreadFact[] = ["updated", "turns", "p50", "p99"];

function factsInOrder(sortedBy: SortField): readonly ThreadFact[] {
  const first = factOfField[sortedBy];
  return first === null ? usualOrder : [first, ...usualOrder.filter((fact) => fact !== first)];
}
