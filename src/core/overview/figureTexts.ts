import * as l10n from "@vscode/l10n";
import { type ConversationKey, threadKey } from "../query/conversationKey.ts";
import type { Formats } from "../text/format.ts";
import { visibleText } from "../text/visibleText.ts";
import { knownOf, quantile } from "./histogram.ts";
import type { OverviewState } from "./overviewProtocol.ts";
import { shortDurationText } from "./pageText.ts";
import type { ThreadColumns } from "./threadColumns.ts";

export interface ThreadFigures {
  readonly threads: number;
  /** Threads without a finished turn. */
  readonly running: number;
  /** Of all threads. */
  readonly turns: number;
  /** The median of the threads' median turn durations, in milliseconds; null if none is known. */
  readonly medianP50: number | null;
  /** The longest 99th percentile, in milliseconds, and the first thread with it; null if none is known. */
  readonly worstP99: { readonly conversation: ConversationKey; readonly value: number } | null;
}

export function threadFigures({ ids, lastUpdated, turnCount, p50, p99 }: ThreadColumns): ThreadFigures {
  const known = knownOf(p50);
  let [place, greatest] = [-1, Number.NEGATIVE_INFINITY];
  for (const [index, duration] of p99.entries()) if (duration > greatest) [place, greatest] = [index, duration];
  const [id, value] = [ids[place], p99[place]];
  return {
    threads: ids.length,
    running: ids.length - knownOf(lastUpdated).length,
    turns: turnCount.reduce((sum, count) => sum + count, 0),
    medianP50: known.length === 0 ? null : quantile(known, 0.5),
    worstP99: id === undefined || value === undefined ? null : { conversation: threadKey(id), value },
  };
}

/** One headline figure. */
export interface Figure {
  readonly key: "threads" | "turns" | "calls" | "storage" | "medianP50" | "worstP99";
  readonly name: string;
  readonly value: string;
  /** What the figure covers beyond what the page says of all; mostly empty. */
  readonly of: string;
  readonly hint: string;
  /** The conversation of the figure. */
  readonly conversation: ConversationKey | null;
  /** The figure is a number of calls, which can be shown. */
  readonly hasCalls: boolean;
}

export function figureTexts(state: OverviewState, figures: ThreadFigures, formats: Formats): readonly Figure[] {
  const { threads, running, turns, medianP50, worstP99 } = figures;
  const usual = { hint: "", conversation: null, hasCalls: false };
  const figure = (key: Figure["key"], name: string, value: string, of = "", rest: Partial<Figure> = {}): Figure => {
    return { key, name, value, of, ...usual, ...rest };
  };
  const [calls, storage] = callTexts(state, formats);
  const outside = l10n.t("including calls outside threads");
  const ofCalls = state.calls.kind === "failed" ? visibleText(state.calls.text) : outside;
  const ofThreads = running === 0 ? "" : l10n.t("{0} running", formats.exact(running));
  return [
    figure("threads", l10n.t("Threads"), formats.exact(threads), ofThreads),
    figure("turns", l10n.t("Turns"), formats.exact(turns)),
    figure("calls", l10n.t("Calls"), calls, ofCalls, {
      hasCalls: state.calls.kind === "shown" && state.calls.count > 0,
    }),
    figure("storage", l10n.t("Storage"), storage, l10n.t("used by these calls")),
    figure("medianP50", l10n.t("Typical turn (median)"), shortDurationText(medianP50 ?? Number.NaN, formats), "", {
      hint: l10n.t("Median of the threads' median turn durations"),
    }),
    figure("worstP99", l10n.t("Worst p99"), shortDurationText(worstP99?.value, formats), "", {
      hint: l10n.t("Longest p99 turn duration of a thread"),
      conversation: worstP99?.conversation ?? null,
    }),
  ];
}

function callTexts({ calls }: OverviewState, formats: Formats): readonly [count: string, storage: string] {
  if (calls.kind === "loading") return ["…", "…"];
  const unknown = l10n.t("unknown");
  if (calls.kind === "failed") return [unknown, unknown];
  const { count, capped, storageSize } = calls;
  const least = (text: string) => (capped ? l10n.t("{0} or more", text) : text);
  return [least(formats.exact(count)), storageSize === null ? unknown : least(formats.size(storageSize))];
}
