import * as l10n from "@vscode/l10n";
import type { Formats } from "../text/format.ts";
import { turnsText } from "../text/plural.ts";
import { type ThreadNote, threadNoteText } from "../turns/threadNotes.ts";
import type { Thread } from "./thread.ts";
import type { SortField } from "./threadQuery.ts";

/** What a row says of a thread beside its id. */
export type ThreadFact = "turns" | "p50" | "p99" | "updated" | "started";

/** The fact that a sort field orders by; null for the id, which is the label. */
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
  /** The window that turns are counted in, in short; null when all of them are. */
  readonly window: string | null;
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

/** A duration that leaves running turns out. */
export function finishedText(duration: string): string {
  return l10n.t("{0} (finished)", duration);
}

export function noteTexts(notes: readonly ThreadNote[]): readonly string[] {
  return notes.map(threadNoteText);
}
