import * as l10n from "@vscode/l10n";
import type { DetailFact } from "../threads/threadDetailRow.ts";
import type { SortField } from "../threads/threadQuery.ts";
import type { CheckedThread } from "./checkedThread.ts";

/** A note on a thread's position in the list or on its statistics. */
export type ThreadNote =
  | "sortedAs1970"
  | "sortedBelowZero"
  | "sortedByService"
  | "durationsUnknown"
  | "finishedOnly"
  | "deletedCounted";

export function threadNoteText(note: ThreadNote): string {
  switch (note) {
    case "sortedAs1970":
      return l10n.t("Running. The service sorts it as last updated in 1970.");
    case "sortedBelowZero":
      return l10n.t("Running. The service sorts it as a negative duration.");
    case "sortedByService":
      return l10n.t("Sorted by the service's value, which includes running turns.");
    case "durationsUnknown":
      return l10n.t("A turn is running. p50 and p99 are unknown.");
    case "finishedOnly":
      return l10n.t("p50 and p99 cover finished turns only.");
    case "deletedCounted":
      return l10n.t("Deleted turns may still be counted.");
  }
}

/** `sortedBy` is null for a thread above the list. */
export function threadNotes(checked: CheckedThread, sortedBy: SortField | null): readonly ThreadNote[] {
  const deletedNote = checked.countsDeleted ? ("deletedCounted" as const) : null;
  return [sortNote(checked, sortedBy), durationNote(checked), deletedNote].filter((note) => note !== null);
}

/** The notes of a row inside the thread. */
export function detailNotes(checked: CheckedThread, fact: DetailFact): readonly ThreadNote[] {
  return threadNotes(checked, null).filter((note) =>
    note === "deletedCounted" ? fact === "turns" : fact === "p50" || fact === "p99",
  );
}

function sortNote({ listed, thread }: CheckedThread, sortedBy: SortField | null): ThreadNote | null {
  switch (sortedBy) {
    case "last_updated":
      return listed.lastUpdated === null ? "sortedAs1970" : null;
    case "p50_turn_duration_ms":
    case "p99_turn_duration_ms": {
      if (listed.hasRunning) return "sortedBelowZero";
      const field = sortedBy === "p50_turn_duration_ms" ? "p50TurnDuration" : "p99TurnDuration";
      return listed[field] === thread[field] ? null : "sortedByService";
    }
    default:
      return null;
  }
}

function durationNote({ thread, isRecomputed }: CheckedThread): ThreadNote | null {
  if (isRecomputed) return "finishedOnly";
  return thread.hasRunning ? "durationsUnknown" : null;
}
