import * as l10n from "@vscode/l10n";
import type { Formats } from "../text/format.ts";
import { visibleText } from "../text/visibleText.ts";
import { reachText } from "./pageText.ts";
import type { OverviewState } from "./protocol.ts";
import type { ThreadFigures } from "./threadFigures.ts";
import { durationText } from "./threadText.ts";

/** One headline figure. */
export interface Figure {
  readonly key: "threads" | "turns" | "calls" | "storage" | "medianP50" | "worstP99";
  readonly name: string;
  readonly value: string;
  /** What the figure covers. */
  readonly of: string;
  readonly hint: string;
  /** The thread of the figure. */
  readonly threadId: string | null;
}

/** The figures as text, for the tiles and the table. */
export function figureTexts(state: OverviewState, figures: ThreadFigures, formats: Formats): readonly Figure[] {
  const { threads, running, turns, medianP50, worstP99 } = figures;
  const { whole } = state;
  const inWindow = (what: string) => `${what} · ${visibleText(state.window)}`;
  const ofThreads = inWindow(reachText(state, threads, formats));
  const these = whole ? l10n.t("all") : l10n.t("loaded so far");
  const withRunning = l10n.t("{0}, {1} running", these, formats.exact(running));
  const figure = (key: Figure["key"], value: string, of: string, rest: Partial<Figure> = {}): Figure => ({
    key,
    name: nameOf(key),
    value,
    of,
    hint: "",
    threadId: null,
    ...rest,
  });
  return [
    figure("threads", formats.exact(threads), inWindow(running === 0 ? these : withRunning)),
    figure("turns", formats.exact(turns), ofThreads),
    ...callFigures(state, inWindow, formats).map(({ key, value, of }) => figure(key, value, of)),
    figure("medianP50", durationText(medianP50 ?? Number.NaN, formats), ofThreads, {
      hint: l10n.t("Median of the threads' median turn durations"),
    }),
    figure("worstP99", durationText(worstP99?.value, formats), ofThreads, {
      hint: l10n.t("Longest p99 turn duration of a thread"),
      threadId: worstP99?.threadId ?? null,
    }),
  ];
}

function nameOf(key: Figure["key"]): string {
  switch (key) {
    case "threads":
      return l10n.t("Threads");
    case "turns":
      return l10n.t("Turns");
    case "calls":
      return l10n.t("Calls");
    case "storage":
      return l10n.t("Storage");
    case "medianP50":
      return l10n.t("Typical turn (median)");
    case "worstP99":
      return l10n.t("Worst p99");
  }
}

function callFigures(
  { calls }: OverviewState,
  inWindow: (what: string) => string,
  formats: Formats,
): readonly Pick<Figure, "key" | "value" | "of">[] {
  const both = (count: string, size: string, of = inWindow(l10n.t("including calls outside threads"))) => [
    { key: "calls", value: count, of } as const,
    { key: "storage", value: size, of: inWindow(l10n.t("used by these calls")) } as const,
  ];
  switch (calls.kind) {
    case "loading":
      return both("…", "…");
    case "failed":
      return both(l10n.t("unknown"), l10n.t("unknown"), visibleText(calls.text));
    case "shown": {
      const { count, capped, storageSize } = calls;
      const least = (text: string) => (capped ? l10n.t("{0} or more", text) : text);
      const size = storageSize === null ? l10n.t("unknown") : least(formats.size(storageSize));
      return both(least(formats.exact(count)), size);
    }
  }
}
