import * as l10n from "@vscode/l10n";
import type { SortField } from "../query/threadQuery.ts";
import type { DetailFact } from "./threadDetails.ts";
import type { CheckedThread } from "./threadTurns.ts";
import type { ListSection } from "./turnRow.ts";

/** Notes on a thread's position in the list and on its statistics. */
export function threadNotes(checked: CheckedThread, section: ListSection, sortedBy: SortField): readonly string[] {
  const pinned = section === "pinned" ? [l10n.t("Pinned. Figures cover all turns.")] : [];
  if (checked.thread.agent !== undefined) return pinned;
  const notes = [section === "list" ? sortNote(checked, sortedBy) : null, durationNote(checked), deletedNote(checked)];
  return [...pinned, ...notes.filter((note) => note !== null)];
}

/** The notes of a row inside the thread. */
export function detailNotes(checked: CheckedThread, fact: DetailFact): readonly string[] {
  if (checked.thread.agent !== undefined) return [];
  const isDuration = fact === "p50" || fact === "p99";
  const note = fact === "turns" ? deletedNote(checked) : isDuration ? durationNote(checked) : null;
  return note === null ? [] : [note];
}

function sortNote({ listed, thread }: CheckedThread, sortedBy: SortField): string | null {
  switch (sortedBy) {
    case "last_updated":
      return listed.lastUpdated === null ? l10n.t("Running. The service sorts it as last updated in 1970.") : null;
    case "p50_turn_duration_ms":
    case "p99_turn_duration_ms": {
      if (listed.hasRunning) return l10n.t("Running. The service sorts it as a negative duration.");
      const field = sortedBy === "p50_turn_duration_ms" ? "p50TurnDuration" : "p99TurnDuration";
      const isSame = listed[field] === thread[field];
      return isSame ? null : l10n.t("Sorted by the service's value, which includes running turns.");
    }
    default:
      return null;
  }
}

function durationNote({ thread }: CheckedThread): string | null {
  return thread.hasRunning ? l10n.t("A turn is running. p50 and p99 are unknown.") : null;
}

function deletedNote({ countsDeleted }: CheckedThread): string | null {
  return countsDeleted ? l10n.t("Deleted turns may still be counted.") : null;
}
