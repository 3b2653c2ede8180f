import type { LoadState } from "../async/loadState.ts";
import type { CallCount } from "../query/callQuery.ts";
import type { ConversationSummary } from "../query/thread.ts";
import type { CheckedThread } from "./threadTurns.ts";
import type { TurnList } from "./turnList.ts";
import type { ListSection } from "./turnRow.ts";

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
  readonly thread: ConversationSummary;
  readonly section: ListSection;
}

/** A row inside it. */
export interface ThreadDetailRow {
  readonly kind: "detail";
  readonly fact: DetailFact;
  readonly thread: ConversationSummary;
  /** The thread that the facts describe. */
  readonly checked: CheckedThread;
  /** The calls of the whole thread, regardless of the time range; null if its source does not count them. */
  readonly calls: LoadState<CallCount | null>;
  /** The latest turns; null if they are not known. */
  readonly turns: TurnList | null;
  readonly section: ListSection;
}

/** Those that an agent conversation has. */
const agentFacts: readonly DetailFact[] = ["turns", "started", "updated", "span", "tokens", "cost", "models", "failed"];

export function detailRows(given: Omit<ThreadDetailRow, "kind" | "fact" | "thread">): readonly ThreadDetailRow[] {
  const facts = given.checked.listed.kind === "thread" ? detailFacts : agentFacts;
  return facts.map((fact) => ({ kind: "detail", fact, thread: given.checked.listed, ...given }));
}
