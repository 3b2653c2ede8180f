import * as l10n from "@vscode/l10n";
import type { CallCount } from "../counts/callQuery.ts";
import { actionTitle } from "../failures/action.ts";
import { faultText } from "../failures/faultText.ts";
import { type TreeRow, warningIcon } from "../rows.ts";
import type { Formats } from "../text/format.ts";
import { visibleCut } from "../text/visibleText.ts";
import { detailNotes } from "../turns/threadNotes.ts";
import {
  type DetailFact,
  isOfTurns,
  span,
  storedBytes,
  type ThreadDetailRow,
  turnOfDetail,
} from "./threadDetailRow.ts";
import { finishedText, noteTexts } from "./threadFact.ts";

/** The time range of a thread's statistics, in short and in full. */
export interface DetailWindow {
  readonly short: string;
  readonly words: string;
}

/** A row inside a thread. `window` is null if the statistics cover all turns. */
export function detailTreeRow(row: ThreadDetailRow, formats: Formats, window: DetailWindow | null): TreeRow {
  const name = detailName(row.fact);
  const { text, exact, failed = false } = detailText(row, formats);
  const notes = noteTexts(detailNotes(row.checked, row.fact));
  const reach = window === null || failed ? text : reachText(row.fact, text, window);
  const description = noted(row, reach, notes);
  const lines = [`${name}: ${exact}`, ...notes];
  if (window !== null && isOfTurns(row.fact)) lines.push(l10n.t("Covers turns {0}.", window.words));
  return {
    id: `detail/${row.fact}/${row.pinned ? "found" : "thread"}/${row.thread.id}`,
    label: name,
    description,
    spoken: `${name}: ${description}`,
    tooltip: lines.join("\n"),
    contextValue: contextValue(row, failed),
    ...(failed && {
      icon: warningIcon,
      command: { command: "weaveThreads.retryDetails", title: actionTitle("retry"), arguments: [row] },
    }),
  };
}

function contextValue({ fact, thread }: ThreadDetailRow, failed: boolean): string {
  if (failed) return "detail.failed";
  return turnOfDetail(fact, thread) === null ? "detail" : "detail.turn";
}

/** Next to statistics of a time range, values of the whole thread say so; the number of turns stands for the others. */
function reachText(fact: DetailFact, text: string, { short }: DetailWindow): string {
  if (fact === "turns") return l10n.t("{0} in {1}", text, short);
  return isOfTurns(fact) ? text : l10n.t("{0} (all time)", text);
}

/** The value with its notes; those of durations have a shorter form. */
function noted({ fact, checked }: ThreadDetailRow, value: string, notes: readonly string[]): string {
  if (fact === "turns") return [value, ...notes].join(" · ");
  return checked.isRecomputed && notes.length > 0 ? finishedText(value) : value;
}

function detailName(fact: DetailFact): string {
  switch (fact) {
    case "turns":
      return l10n.t("Turns");
    case "calls":
      return l10n.t("Calls in this thread");
    case "stored":
      return l10n.t("Storage");
    case "started":
      return l10n.t("Started");
    case "updated":
      return l10n.t("Last updated");
    case "span":
      return l10n.t("Duration");
    case "p50":
      return l10n.t("p50 turn duration");
    case "p99":
      return l10n.t("p99 turn duration");
    case "firstTurn":
      return l10n.t("First turn");
    case "lastTurn":
      return l10n.t("Last finished turn");
  }
}

interface DetailText {
  readonly text: string;
  /** The value, not rounded. */
  readonly exact: string;
  readonly failed?: boolean;
}

function detailText(row: ThreadDetailRow, formats: Formats): DetailText {
  const { fact } = row;
  const { thread } = row.checked;
  const unknown = l10n.t("unknown");
  const same = (text: string): DetailText => ({ text, exact: text });
  const running = same(l10n.t("running"));
  const duration = (milliseconds: number | null): DetailText =>
    milliseconds === null
      ? same(unknown)
      : { text: formats.duration(milliseconds), exact: l10n.t("{0} ms", formats.exact(milliseconds)) };
  const id = (text: string | null) => same(text === null ? unknown : visibleCut(text));
  switch (fact) {
    case "turns":
      return same(formats.exact(thread.turnCount));
    case "calls":
    case "stored":
      return countedText(row, fact, formats);
    case "started":
      return same(formats.dateTime(thread.startTime));
    case "updated":
      return thread.lastUpdated === null ? running : same(formats.dateTime(thread.lastUpdated));
    case "span":
      return thread.lastUpdated === null ? running : duration(span(thread));
    case "p50":
      return duration(thread.p50TurnDuration);
    case "p99":
      return duration(thread.p99TurnDuration);
    case "firstTurn":
      return id(thread.firstTurnId);
    case "lastTurn":
      return thread.lastUpdated === null ? same(l10n.t("none")) : id(thread.lastTurnId);
  }
}

function countedText({ calls }: ThreadDetailRow, fact: "calls" | "stored", formats: Formats): DetailText {
  switch (calls.kind) {
    case "idle":
      return { text: "…", exact: l10n.t("counting…") };
    case "loading":
      return calls.value === null ? { text: "…", exact: l10n.t("counting…") } : knownText(calls.value, fact, formats);
    case "failed":
    case "stale": {
      const text = faultText(calls.fault);
      return { text, exact: text, failed: true };
    }
    case "shown":
      return knownText(calls.value, fact, formats);
  }
}

function knownText(calls: CallCount, fact: "calls" | "stored", formats: Formats): DetailText {
  if (fact === "calls") {
    const text = formats.exact(calls.count);
    return { text, exact: text };
  }
  const bytes = storedBytes(calls);
  if (bytes === null) return { text: l10n.t("unknown"), exact: l10n.t("unknown (no trace starts in this thread)") };
  return {
    text: formats.size(bytes),
    exact: l10n.t("{0} bytes, for traces that start in this thread", formats.exact(bytes)),
  };
}
