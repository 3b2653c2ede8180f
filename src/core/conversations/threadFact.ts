import * as l10n from "@vscode/l10n";
import { costText, errorCountText, tokensText } from "../agents/agentText.ts";
import { isRunning, noCost } from "../query/agentFigures.ts";
import type { ConversationSummary } from "../query/thread.ts";
import type { SortField } from "../query/threadQuery.ts";
import type { Formats } from "../text/format.ts";
import { turnsText } from "../text/plural.ts";
import { visibleCut } from "../text/visibleText.ts";

/** The facts in a thread's row. */
export type ThreadFact = "turns" | "p50" | "p99" | "updated" | "started" | "tokens" | "cost" | "errors";

/** The fact that a sort field orders by; null for the ID, which is the label. */
export const factOfField: Record<SortField, ThreadFact | null> = {
  thread_id: null,
  turn_count: "turns",
  start_time: "started",
  last_updated: "updated",
  p50_turn_duration_ms: "p50",
  p99_turn_duration_ms: "p99",
  total_tokens: "tokens",
  total_cost: "cost",
  error_count: "errors",
};

export interface FactContext {
  readonly formats: Formats;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A thread's ID on one visible line. */
export function threadName({ id }: Pick<ConversationSummary, "id">): string {
  return visibleCut(id).trim() || l10n.t("(blank ID)");
}

/** In the shortest form: the order of the facts and the tooltip say which is which. */
export function factText(fact: ThreadFact, thread: ConversationSummary, { formats, now }: FactContext): string {
  const duration = (milliseconds: number | null) => (milliseconds === null ? "–" : formats.duration(milliseconds));
  switch (fact) {
    case "turns":
      return turnsText(thread.turnCount, formats);
    case "p50":
      return duration(thread.p50TurnDuration);
    case "p99":
      return duration(thread.p99TurnDuration);
    case "updated":
      if (thread.lastUpdated === null) return thread.agent === undefined ? l10n.t("running") : "–";
      return isRunning(thread, now) ? l10n.t("running") : formats.age(thread.lastUpdated, now);
    case "started":
      return formats.age(thread.startTime, now);
    case "tokens":
      return tokensText(thread.agent?.tokensSorted ?? 0, formats);
    case "cost":
      return costText(thread.agent?.cost ?? noCost, formats);
    case "errors":
      return errorCountText(thread.agent?.errors ?? 0, formats);
  }
}

/** A fact with its name, for screen readers: the `text` of a row, with times in words. */
export function spokenFact(
  fact: ThreadFact,
  text: string,
  thread: ConversationSummary,
  { formats, now }: FactContext,
): string {
  // The service's clock may be ahead.
  const ago = (time: number) => formats.ago(Math.min(time, now), now);
  switch (fact) {
    case "turns":
      return text;
    case "p50":
      return l10n.t("p50 {0}", text);
    case "p99":
      return l10n.t("p99 {0}", text);
    case "updated":
      return thread.lastUpdated === null || isRunning(thread, now)
        ? text
        : l10n.t("updated {0}", ago(thread.lastUpdated));
    case "started":
      return l10n.t("started {0}", ago(thread.startTime));
    case "cost":
      return l10n.t("cost {0}", text);
    case "tokens":
    case "errors":
      return text;
  }
}
