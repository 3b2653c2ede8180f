import * as l10n from "@vscode/l10n";
import { MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { Formats } from "../../core/format.ts";
import type { SortField } from "../../core/threads/threadQuery.ts";
import type { CheckedThread } from "../../core/turns/checkedThread.ts";
import { apart, middleCut, visibleCut } from "../../core/visibleText.ts";
import { sentences } from "../../host/quotedText.ts";
import { type FactContext, factOfField, factText, finishedOnly, type ThreadFact } from "./threadFact.ts";
import { openCommand } from "./turnItem.ts";

/** An id beyond this would push the figures out of a side bar of usual width. */
const longestLabel = 18;

export interface ThreadItemContext extends FactContext {
  readonly sortedBy: SortField;
  /** Updated since the last look. */
  readonly isNew: boolean;
  /** A turn of it, or a call below one, is known to have gone wrong. */
  readonly hasFailed: boolean;
  /** Whether a click opens its conversation; it opens the row where the service cannot show one. */
  readonly opens: boolean;
  /** Stands above the list, because it was looked up. */
  readonly pinned: boolean;
  /** Whether the row is open where VS Code does not know better. */
  readonly isOpen: boolean;
  /** What is to be known of its place and figures, in sentences. */
  readonly notes: readonly string[];
}

/** The row of a thread, the value it is sorted by in front. */
export function threadItem(checked: CheckedThread, context: ThreadItemContext): TreeItem {
  const { thread } = checked;
  const { pinned, isNew, isOpen, hasFailed, notes } = context;
  const name = visibleCut(thread.id).trim() || l10n.t("(blank id)");
  const item = new TreeItem(
    apart(middleCut(name, longestLabel)),
    isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed,
  );
  item.id = `${pinned ? "found" : "thread"}/${thread.id}`;
  item.contextValue = "thread";
  item.iconPath = threadIcon(context);
  const facts = factsInOrder(context.sortedBy).map((fact) => factText(fact, thread, context));
  if (checked.isRecomputed) facts.push(finishedOnly());
  if (hasFailed) facts.unshift(l10n.t("errors"));
  if (isNew) facts.unshift(l10n.t("new"));
  if (pinned) facts.unshift(l10n.t("found"));
  item.description = facts.join(" · ");
  const label = l10n.t("Thread {0}, {1}", name, facts.join(", "));
  item.accessibilityInformation = { label: notes.length === 0 ? label : `${label}. ${sentences(...notes)}` };
  if (context.opens) item.command = openCommand({ threadId: thread.id });
  return item;
}

function threadIcon({ pinned, isNew, hasFailed }: ThreadItemContext): ThemeIcon {
  if (hasFailed) return new ThemeIcon("error", new ThemeColor("list.errorForeground"));
  if (isNew) return new ThemeIcon("circle-filled", new ThemeColor("charts.blue"));
  return new ThemeIcon(pinned ? "search" : "comment-discussion");
}

export interface TooltipContext {
  readonly formats: Formats;
  /** What is to be known of its place and figures, in sentences. */
  readonly notes: readonly string[];
  readonly isNew: boolean;
  readonly hasFailed: boolean;
  /** Nobody has looked whether a turn of it failed. */
  readonly isUnknown: boolean;
  /** The window that the figures are of, in words; null when they are of all turns. */
  readonly window: string | null;
}

/** Every value unrounded. IDs are untrusted text and are appended as text. */
export function threadTooltip({ thread }: CheckedThread, context: TooltipContext): MarkdownString {
  const { formats, notes, isNew, hasFailed, isUnknown, window } = context;
  const unknown = l10n.t("unknown");
  const { lastUpdated } = thread;
  const duration = (milliseconds: number | null) =>
    milliseconds === null
      ? unknown
      : l10n.t("{0} ({1} ms)", formats.duration(milliseconds), formats.exact(milliseconds));
  const tooltip = new MarkdownString();
  const line = (text: string) => tooltip.appendText(text).appendMarkdown("  \n");
  const value = (name: string, text: string) => line(`${name}: ${text}`);
  value(l10n.t("Thread"), visibleCut(thread.id));
  value(l10n.t("Turns"), formats.exact(thread.turnCount));
  value(l10n.t("Median turn (p50)"), duration(thread.p50TurnDuration));
  value(l10n.t("Slow turns (p99)"), duration(thread.p99TurnDuration));
  value(l10n.t("Started"), formats.dateTime(thread.startTime));
  value(l10n.t("Last updated"), lastUpdated === null ? l10n.t("running") : formats.dateTime(lastUpdated));
  value(l10n.t("First turn"), visibleCut(thread.firstTurnId ?? unknown));
  value(l10n.t("Last finished turn"), lastUpdated === null ? l10n.t("none") : visibleCut(thread.lastTurnId ?? unknown));
  for (const note of notes) line(note);
  if (window !== null) line(l10n.t("Only turns that started {0} count here; the thread may have others.", window));
  if (hasFailed) line(l10n.t("A turn of it failed, or a call below one."));
  if (isUnknown) line(l10n.t("It has not been looked at for errors."));
  if (isNew) line(l10n.t("Updated since you last looked."));
  return tooltip;
}

const usualOrder: readonly ThreadFact[] = ["updated", "turns", "p50", "p99"];

function factsInOrder(sortedBy: SortField): readonly ThreadFact[] {
  const first = factOfField[sortedBy];
  return first === null ? usualOrder : [first, ...usualOrder.filter((fact) => fact !== first)];
}
