import { l10n, MarkdownString, ThemeIcon, TreeItem } from "vscode";
import type { Formats } from "../../core/format.ts";
import type { Thread } from "../../core/thread.ts";
import type { SortField } from "../../core/threadQuery.ts";
import { middleCut, visibleText } from "../../core/visibleText.ts";

/** An id beyond this would push the figures out of a side bar of usual width. */
const longestLabel = 18;

/** The row of a thread, the value it is sorted by in front. Both times are milliseconds since the epoch. */
export function threadItem(thread: Thread, sortedBy: SortField, formats: Formats, now: number): TreeItem {
  const name = visibleText(thread.id).trim() || l10n.t("(blank id)");
  const item = new TreeItem(middleCut(name, longestLabel));
  item.id = `thread/${thread.id}`;
  item.contextValue = "thread";
  item.iconPath = new ThemeIcon("comment-discussion");
  const facts = factsInOrder(sortedBy).map((fact) => factText(fact, thread, formats, now));
  item.description = facts.join(" · ");
  item.accessibilityInformation = { label: l10n.t("Thread {0}, {1}", name, facts.join(", ")) };
  return item;
}

/** Every value in full. The ids are a stranger's text and are appended as such. */
export function threadTooltip(thread: Thread, formats: Formats): MarkdownString {
  const unknown = l10n.t("unknown");
  const duration = (milliseconds: number | null) =>
    milliseconds === null
      ? unknown
      : l10n.t("{0} ({1} ms)", formats.duration(milliseconds), formats.exact(milliseconds));
  const tooltip = new MarkdownString();
  const line = (name: string, value: string) => tooltip.appendText(`${name}: ${value}`).appendMarkdown("  \n");
  line(l10n.t("Thread"), visibleText(thread.id));
  line(l10n.t("Turns"), formats.exact(thread.turnCount));
  line(l10n.t("Median turn (p50)"), duration(thread.p50TurnDuration));
  line(l10n.t("Slow turns (p99)"), duration(thread.p99TurnDuration));
  line(l10n.t("Started"), formats.dateTime(thread.startTime));
  line(l10n.t("Last updated"), formats.dateTime(thread.lastUpdated));
  line(l10n.t("First turn"), visibleText(thread.firstTurnId ?? unknown));
  line(l10n.t("Last finished turn"), visibleText(thread.lastTurnId ?? unknown));
  return tooltip;
}

type Fact = "turns" | "p50" | "p99" | "updated" | "started";

const usualOrder: readonly Fact[] = ["updated", "turns", "p50", "p99"];

const factOfField: Record<SortField, Fact | null> = {
  thread_id: null,
  turn_count: "turns",
  start_time: "started",
  last_updated: "updated",
  p50_turn_duration_ms: "p50",
  p99_turn_duration_ms: "p99",
};

function factsInOrder(sortedBy: SortField): readonly Fact[] {
  const first = factOfField[sortedBy];
  return first === null ? usualOrder : [first, ...usualOrder.filter((fact) => fact !== first)];
}

function factText(fact: Fact, thread: Thread, formats: Formats, now: number): string {
  const duration = (milliseconds: number | null) => (milliseconds === null ? "–" : formats.duration(milliseconds));
  switch (fact) {
    case "turns":
      return thread.turnCount === 1 ? l10n.t("1 turn") : l10n.t("{0} turns", formats.exact(thread.turnCount));
    case "p50":
      return l10n.t("p50 {0}", duration(thread.p50TurnDuration));
    case "p99":
      return l10n.t("p99 {0}", duration(thread.p99TurnDuration));
    case "updated":
      return formats.ago(thread.lastUpdated, now);
    case "started":
      return l10n.t("started {0}", formats.ago(thread.startTime, now));
  }
}
