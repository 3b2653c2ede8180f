import * as l10n from "@vscode/l10n";
import type { Formats } from "../text/format.ts";
import { turnsText } from "../text/plural.ts";
import { visibleCut } from "../text/visibleText.ts";
import type { Thread } from "./thread.ts";
import type { SortField } from "./threadQuery.ts";

/** The facts in a thread's row. */
export type ThreadFact = "turns" | "p50" | "p99" | "updated" | "started";

/** The fact that a sort field orders by; null for the ID, which is the label. */
export const factOfField: Record<SortField, ThreadFact | null> = {
  thread_id: null,
  turn_count: "turns",
  start_time: "started",
  last_updated: "updated",
  p50_turn_duration_ms: "p50",
  p99_turn_duration_ms: "p99",
};

export interface FactContext {
  readonly formats: Formats;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The short name of the time range that turns are counted in; null for all turns. */
  readonly window: string | null;
}

/** A thread's ID on one visible line. */
export function threadName({ id }: Thread): string {
  return visibleCut(id).trim() || l10n.t("(blank ID)");
}

export function factText(fact: ThreadFact, thread: Thread, { formats, now, window }: FactContext): string {
  const duration = (milliseconds: number | null) => (milliseconds === null ? "–" : formats.duration(milliseconds));
  switch (fact) {
    case "turns": {
      const turns = turnsText(thread.turnCount, formats);
      return window === null ? turns : l10n.t("{0} in {1}", turns, window);
    }
    case "p50":
      return l10n.t("p50 {0}", duration(thread.p50TurnDuration));
    case "p99":
      return l10n.t("p99 {0}", duration(thread.p99TurnDuration));
    case "updated":
      return thread.lastUpdated === null ? l10n.t("running") : formats.ago(thread.lastUpdated, now);
    case "started":
      return l10n.t("started {0}", formats.ago(thread.startTime, now));
  }
}

/** A duration computed without running turns. */
export function finishedText(duration: string): string {
  return l10n.t("{0} (finished)", duration);
}
