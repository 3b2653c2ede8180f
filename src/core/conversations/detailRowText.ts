import * as l10n from "@vscode/l10n";
import { costNote, costText, knownCostText } from "../agents/agentText.ts";
import { mostFailed } from "../calls/failedCalls.ts";
import { usageTotals } from "../calls/usage.ts";
import { actionTitle } from "../failures/action.ts";
import { faultText } from "../failures/faultText.ts";
import { shortFaultText } from "../failures/shortFaultText.ts";
import type { AgentFigures } from "../query/agentFigures.ts";
import type { CallCount } from "../query/callQuery.ts";
import type { ConversationSummary } from "../query/thread.ts";
import type { Formats } from "../text/format.ts";
import { type TreeRow, warningIcon } from "../text/rows.ts";
import { listed, sentences } from "../text/sentences.ts";
import { quoted, visibleCut } from "../text/visibleText.ts";
import type { DetailFact, ThreadDetailRow } from "./threadDetails.ts";
import { detailNotes } from "./threadNotes.ts";
import type { TurnList } from "./turnList.ts";
import { rowId } from "./turnRow.ts";

/** The time range of a thread's statistics, in short and in full. */
export interface DetailWindow {
  readonly short: string;
  readonly words: string;
}

/** A row inside a thread. `window` is null if the statistics cover all turns. */
export function detailTreeRow(row: ThreadDetailRow, formats: Formats, window: DetailWindow | null): TreeRow {
  const { fact, thread, checked } = row;
  const name = detailName(fact);
  const { text, exact = text, failed = false } = detailText(row, formats);
  const notes = detailNotes(checked, fact);
  const reach = window === null || failed ? text : reachText(fact, text, window);
  const description = fact === "turns" ? [reach, ...notes].join(" · ") : reach;
  const lines = [`${name}: ${exact}`, ...notes];
  if (window !== null && isOfTurns(fact)) lines.push(l10n.t("Covers turns {0}.", window.words));
  const style: Partial<TreeRow> = failed
    ? {
        icon: warningIcon,
        contextValue: "detail.failed",
        command: { command: "weaveThreads.retryDetails", title: actionTitle("retry"), arguments: [row] },
      }
    : { contextValue: turnOfDetail(fact, thread) === null ? "detail" : "detail.turn" };
  return {
    id: `detail/${fact}/${rowId(row)}`,
    label: name,
    description,
    spoken: `${name}: ${failed ? exact : description}`,
    tooltip: lines.join("\n"),
    ...style,
  };
}

/** Next to statistics of a time range, values of the whole thread say so; the number of turns stands for the others. */
function reachText(fact: DetailFact, text: string, { short }: DetailWindow): string {
  if (fact === "turns") return l10n.t("{0} in {1}", text, short);
  return isOfTurns(fact) || isOfLatest(fact) ? text : l10n.t("{0} (all time)", text);
}

function detailName(fact: DetailFact): string {
  const names: Readonly<Record<DetailFact, string>> = {
    turns: l10n.t("Turns"),
    calls: l10n.t("Calls in this thread"),
    stored: l10n.t("Storage"),
    started: l10n.t("Started"),
    updated: l10n.t("Last updated"),
    span: l10n.t("Duration"),
    p50: l10n.t("p50 turn duration"),
    p99: l10n.t("p99 turn duration"),
    tokens: l10n.t("Tokens"),
    cost: l10n.t("Cost"),
    models: l10n.t("Models"),
    failed: l10n.t("Failed calls"),
    firstTurn: l10n.t("First turn"),
    lastTurn: l10n.t("Last finished turn"),
  };
  return names[fact];
}

interface DetailText {
  readonly text: string;
  /** The value, not rounded. */
  readonly exact?: string;
  readonly failed?: boolean;
}

function detailText({ fact, checked: { thread }, calls, turns }: ThreadDetailRow, formats: Formats): DetailText {
  const unknown = { text: l10n.t("unknown") };
  const running = { text: l10n.t("running") };
  const duration = (milliseconds: number | null): DetailText =>
    milliseconds === null
      ? unknown
      : { text: formats.duration(milliseconds), exact: l10n.t("{0} ms", formats.exact(milliseconds)) };
  const id = (text: string | null) => (text === null ? unknown : { text: visibleCut(text) });
  switch (fact) {
    case "turns":
      return { text: formats.exact(thread.turnCount) };
    case "calls":
    case "stored":
      if (calls.kind === "failed" || calls.kind === "stale")
        return { text: shortFaultText(calls.fault), exact: faultText(calls.fault), failed: true };
      if (calls.kind === "idle" && calls.ended !== undefined) return { ...unknown, failed: true };
      if (calls.kind === "shown" && calls.value === null) return unknown;
      if (calls.kind === "idle" || calls.value === null) return { text: "…", exact: l10n.t("counting…") };
      return fact === "calls" ? { text: formats.exact(calls.value.count) } : storedText(calls.value, formats);
    case "started":
      return { text: formats.dateTime(thread.startTime) };
    case "updated":
      return thread.lastUpdated === null ? running : { text: formats.dateTime(thread.lastUpdated) };
    case "span":
      return thread.lastUpdated === null ? running : duration(timeSpan(thread));
    case "p50":
      return duration(thread.p50TurnDuration);
    case "p99":
      return duration(thread.p99TurnDuration);
    case "tokens":
    case "cost":
    case "models":
    case "failed":
      if (thread.agent !== undefined) return agentText(fact, thread.agent, formats);
      return turns === null ? unknown : latestText(fact, turns, formats);
    case "firstTurn":
      return id(thread.firstTurnId);
    case "lastTurn":
      return thread.lastUpdated === null ? { text: l10n.t("none yet") } : id(thread.lastTurnId);
  }
}

function agentText(fact: "tokens" | "cost" | "models" | "failed", agent: AgentFigures, formats: Formats): DetailText {
  const { tokens, cost, models, errors } = agent;
  const texts: Readonly<Record<typeof fact, string>> = {
    tokens: formats.exact(tokens.uncached + tokens.cacheRead + tokens.cacheWrite + tokens.output),
    cost: costText(cost, formats),
    models: models.length === 0 ? l10n.t("unknown") : quoted(listed(models)),
    failed: formats.exact(errors),
  };
  return { text: texts[fact], ...(fact === "cost" && { exact: sentences(texts.cost, costNote(cost) ?? "") }) };
}

/** Of failed calls, no more are requested. */
function countText(count: number, formats: Formats): string {
  return count < mostFailed ? formats.exact(count) : l10n.t("{0} or more", formats.exact(count));
}

/** A fact of the listed turns; earlier ones are not part of it, and it says so. */
function latestText(fact: "tokens" | "cost" | "models" | "failed", list: TurnList, formats: Formats): DetailText {
  const { tokens, cost, isPart, models } = usageTotals(list.turns);
  const texts: Readonly<Record<typeof fact, string | null>> = {
    tokens: tokens === null ? null : formats.exact(tokens),
    cost: cost === null ? null : knownCostText(cost, isPart, formats),
    models: models.length === 0 ? null : quoted(listed(models)),
    failed: list.failed === null ? null : countText(list.failed.length, formats),
  };
  const text = texts[fact];
  if (text === null) return { text: l10n.t("unknown") };
  return { text: list.earlier ? l10n.t("{0} (latest {1} turns)", text, formats.exact(list.turns.length)) : text };
}

function storedText(calls: CallCount, formats: Formats): DetailText {
  const bytes = storedBytes(calls);
  if (bytes === null) return { text: l10n.t("unknown"), exact: l10n.t("unknown (no trace starts in this thread)") };
  return {
    text: formats.size(bytes),
    exact: l10n.t("{0} bytes, for traces that start in this thread", formats.exact(bytes)),
  };
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
export function turnOfDetail(fact: DetailFact, { firstTurnId, lastTurnId }: ConversationSummary): string | null {
  if (fact === "firstTurn") return firstTurnId;
  return fact === "lastTurn" ? lastTurnId : null;
}

/** From the start of the first turn to the end of the last finished one, in milliseconds; null while none has finished. */
export function timeSpan({ startTime, lastUpdated }: ConversationSummary): number | null {
  return lastUpdated === null ? null : lastUpdated - startTime;
}

/**
 * Bytes stored by the traces that start in the thread; null if unknown. The service sums root calls
 * only, so 0 means that there are none, not that nothing is stored.
 */
export function storedBytes({ storageSize }: CallCount): number | null {
  return storageSize === 0 ? null : storageSize;
}
