import type { LoadState } from "../async/loadState.ts";
import type { CallCount } from "../counts/callQuery.ts";
import type { CheckedThread } from "../turns/checkedThread.ts";
import type { Thread } from "./thread.ts";
import { startStamp, updatedStamp } from "./threadStamp.ts";

/** The rows inside a thread, in order. */
export const detailFacts = [
  "turns",
  "calls",
  "stored",
  "started",
  "updated",
  "span",
  "p50",
  "p99",
  "firstTurn",
  "lastTurn",
] as const;

export type DetailFact = (typeof detailFacts)[number];

/** A row inside a thread. */
export interface ThreadDetailRow {
  readonly kind: "detail";
  readonly fact: DetailFact;
  readonly thread: Thread;
  /** The thread that the facts describe. */
  readonly checked: CheckedThread;
  /** The calls of the whole thread, regardless of the time range. */
  readonly calls: LoadState<CallCount>;
  /** The thread was found by ID and is shown above the list. */
  readonly pinned: boolean;
}

export function detailRows(
  checked: CheckedThread,
  calls: LoadState<CallCount>,
  pinned: boolean,
): readonly ThreadDetailRow[] {
  return detailFacts.map((fact) => ({ kind: "detail", fact, thread: checked.listed, checked, calls, pinned }));
}

/** Facts of the requested turns, possibly those of a time range only; the others describe the whole thread. */
export function isOfTurns(fact: DetailFact): boolean {
  return fact !== "calls" && fact !== "stored";
}

/** The turn ID that a detail contains; null for other details, and if unknown. */
export function turnOfDetail(fact: DetailFact, { firstTurnId, lastTurnId }: Thread): string | null {
  if (fact === "firstTurn") return firstTurnId;
  return fact === "lastTurn" ? lastTurnId : null;
}

/** From the start of the first turn to the end of the last finished one, in milliseconds; null while none has finished. */
export function span({ startTime, lastUpdated }: Thread): number | null {
  return lastUpdated === null ? null : lastUpdated - startTime;
}

/**
 * Bytes stored by the traces that start in the thread; null if unknown. The service sums root calls
 * only, so 0 means that there are none, not that nothing is stored.
 */
export function storedBytes({ storageSize }: CallCount): number | null {
  return storageSize === 0 ? null : storageSize;
}

/** A detail as plain text for other programs: ISO timestamps, numbers of milliseconds and bytes; null if unknown. */
export function plainDetail(fact: DetailFact, thread: Thread, calls: LoadState<CallCount>): string | null {
  const counted = calls.kind === "shown" ? calls.value : null;
  const text = (value: number | null) => (value === null ? null : String(value));
  switch (fact) {
    case "turns":
      return String(thread.turnCount);
    case "calls":
      return text(counted?.count ?? null);
    case "stored":
      return text(counted && storedBytes(counted));
    case "started":
      return startStamp(thread);
    case "updated":
      return updatedStamp(thread);
    case "span":
      return text(span(thread));
    case "p50":
      return text(thread.p50TurnDuration);
    case "p99":
      return text(thread.p99TurnDuration);
    case "firstTurn":
      return thread.firstTurnId;
    case "lastTurn":
      return thread.lastTurnId;
  }
}
