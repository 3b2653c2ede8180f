import { usageTotals } from "../calls/usage.ts";
import { shownCost } from "../query/agentFigures.ts";
import { type ConversationSummary, threadRecord } from "../query/thread.ts";
import { storedBytes, timeSpan } from "./detailRowText.ts";
import type { DetailFact, ThreadDetailRow } from "./threadDetails.ts";

/** A detail as plain text for other programs: ISO timestamps, numbers of milliseconds and bytes; null if unknown. */
export function plainDetail(
  fact: DetailFact,
  thread: ConversationSummary,
  { calls, turns }: Pick<ThreadDetailRow, "calls" | "turns">,
): string | null {
  const counted = calls.kind === "shown" ? calls.value : null;
  const { agent } = thread;
  const { tokens, cost, models } =
    agent === undefined
      ? usageTotals(turns?.turns ?? [])
      : { tokens: agent.tokensSorted, cost: shownCost(agent.cost), models: agent.models };
  const record = threadRecord(thread);
  const values: Readonly<Record<DetailFact, string | number | null>> = {
    turns: record.turn_count,
    calls: counted?.count ?? null,
    stored: counted && storedBytes(counted),
    started: record.start_time,
    updated: record.last_updated,
    span: timeSpan(thread),
    p50: record.p50_turn_duration_ms,
    p99: record.p99_turn_duration_ms,
    tokens,
    cost,
    models: models.length === 0 ? null : models.join(", "),
    failed: agent?.errors ?? turns?.failed?.length ?? null,
    firstTurn: record.first_turn_id,
    lastTurn: record.last_turn_id,
  };
  const value = values[fact];
  return value === null ? null : String(value);
}
