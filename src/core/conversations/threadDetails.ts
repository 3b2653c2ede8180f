import type { LoadState } from "../async/loadState.ts";
import { usageTotals } from "../calls/usage.ts";
import type { CallCount } from "../counts/callQuery.ts";
import { type Thread, threadRecord } from "./thread.ts";
import type { CheckedThread } from "./threadTurns.ts";
import type { TurnList } from "./turnList.ts";

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
  "tokens",
  "cost",
  "models",
  "failed",
  "firstTurn",
  "lastTurn",
] as const;

export type DetailFact = (typeof detailFacts)[number];

/** The folded row of a thread's details. */
export interface ThreadDetails {
  readonly kind: "details";
  readonly thread: Thread;
  readonly pinned: boolean;
}

/** A row inside it. */
export interface ThreadDetailRow {
  readonly kind: "detail";
  readonly fact: DetailFact;
  readonly thread: Thread;
  /** The thread that the facts describe. */
  readonly checked: CheckedThread;
  /** The calls of the whole thread, regardless of the time range. */
  readonly calls: LoadState<CallCount>;
  /** The latest turns; null if they are not known. */
  readonly turns: TurnList | null;
  /** The thread was found by ID and is shown above the list. */
  readonly pinned: boolean;
}

export function detailRows(given: Omit<ThreadDetailRow, "kind" | "fact" | "thread">): readonly ThreadDetailRow[] {
  return detailFacts.map((fact) => ({ kind: "detail", fact, thread: given.checked.listed, ...given }));
}

/** Facts of the requested turns, possibly those of a time range only; the others describe the whole thread. */
export function isOfTurns(fact: DetailFact): boolean {
  return fact !== "calls" && fact !== "stored" && !isOfLatest(fact);
}

/** Facts of the latest turns, as many as are listed, regardless of the time range. */
export function isOfLatest(fact: DetailFact): boolean {
  return fact === "tokens" || fact === "cost" || fact === "models" || fact === "failed";
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
export function plainDetail(
  fact: DetailFact,
  thread: Thread,
  { calls, turns }: Pick<ThreadDetailRow, "calls" | "turns">,
): string | null {
  const counted = calls.kind === "shown" ? calls.value : null;
  const { tokens, cost, models } = usageTotals(turns?.turns ?? []);
  const record = threadRecord(thread);
  const values: Readonly<Record<DetailFact, string | number | null>> = {
    turns: record.turn_count,
    calls: counted?.count ?? null,
    stored: counted && storedBytes(counted),
    started: record.start_time,
    updated: record.last_updated,
    span: span(thread),
    p50: record.p50_turn_duration_ms,
    p99: record.p99_turn_duration_ms,
    tokens,
    cost,
    models: models.length === 0 ? null : models.join(", "),
    failed: turns?.failed?.length ?? null,
    firstTurn: record.first_turn_id,
    lastTurn: record.last_turn_id,
  };
  const value = values[fact];
  return value === null ? null : String(value);
}
