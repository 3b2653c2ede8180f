import * as l10n from "@vscode/l10n";
import {
  activityBins,
  type Bins,
  type Distributions,
  durationBins,
  failedTurnBins,
  turnCountBins,
} from "../../core/overview/bins.ts";
import type { FailedTurns } from "../../core/overview/failedTurns.ts";
import type { Figure } from "../../core/overview/figureTexts.ts";
import {
  activityTitle,
  durationsTitle,
  shortDurationText,
  threadsTitle,
  turnsTitle,
  updatedText,
} from "../../core/overview/pageText.ts";
import type { ThreadColumns } from "../../core/overview/threadColumns.ts";
import { type ConversationKey, keyText, threadKey } from "../../core/query/conversationKey.ts";
import { visibleCut } from "../../core/text/visibleText.ts";
import { button, type Child, element, redraw } from "../shared/element.ts";
import { callsButton } from "./overviewHead.ts";
import type { OverviewSurface } from "./overviewSurface.ts";
import { plainTable } from "./plainTable.ts";

/** Threads listed at first, and added each time. */
const threadsAtOnce = 100;

export interface TableData {
  readonly figures: readonly Figure[];
  readonly distributions: Distributions;
  readonly failedTurns: FailedTurns | null;
  readonly threads: ThreadColumns;
  /** Which threads these are. */
  readonly of: string;
}

/** The numbers of the charts as tables, created while they are expanded. */
export class TablesView {
  readonly fold: HTMLDetailsElement;
  readonly #surface: OverviewSurface;
  readonly #body = element("div", "tables");
  #data: TableData | null = null;
  #listed = threadsAtOnce;

  constructor(surface: OverviewSurface) {
    const { memory } = surface;
    this.#surface = surface;
    this.fold = element("details", "numbers", element("summary", {}, l10n.t("Data tables")), this.#body);
    this.fold.open = memory.value.tables;
    this.fold.addEventListener("toggle", () => {
      memory.change({ tables: this.fold.open });
      this.#draw();
    });
  }

  update(data: TableData): void {
    this.#data = data;
    this.#draw();
  }

  #draw(): void {
    if (!this.fold.open || this.#data === null) return;
    const { figures, distributions, failedTurns, threads, of } = this.#data;
    redraw(this.#body, this.#figures(figures), this.#bins(distributions, failedTurns, of), this.#threads(threads, of));
  }

  #figures(figures: readonly Figure[]): HTMLElement {
    const rows = figures.map(({ name, value, of, conversation }) => [
      name,
      value,
      of,
      conversation !== null && this.#threadButton(conversation, "figure"),
    ]);
    return table(l10n.t("Figures"), [l10n.t("Figure"), l10n.t("Value"), l10n.t("Scope"), l10n.t("Thread")], rows);
  }

  #bins(distributions: Distributions, failedTurns: FailedTurns | null, of: string): readonly HTMLElement[] {
    const { formats } = this.#surface;
    const { turnCounts, durations, activity } = distributions;
    const number = (count: number | undefined) => formats.exact(count ?? 0);
    const turns = turnCountBins(this.#surface, turnCounts);
    const spread = durationBins(this.#surface, durations.p50, "p50");
    const spreadP99 = durationBins(this.#surface, durations.p99, "p99");
    const times = activityBins(this.#surface, distributions);
    const failed = failedTurns && failedTurnBins(this.#surface, failedTurns);
    /** The number of a bar, which shows its calls as the bar does. */
    const shown = ({ columns, calls, height = number }: Bins, bin: number) => {
      const of = calls(bin);
      const text = height(columns[0]?.[bin] ?? 0);
      if (of === null) return text;
      return callsButton(this.#surface, text, of, l10n.t("Show the calls of {0}", of.name), `${of.kind}/${bin}`);
    };
    const bins = ({ count }: { readonly count: number }) => Array.from({ length: count }, (_, bin) => bin);
    return [
      table(
        turnsTitle(of, turnCounts, formats),
        [l10n.t("Turns"), l10n.t("Threads")],
        bins(turns).map((bin) => [turns.name(bin), shown(turns, bin)]),
      ),
      table(
        durationsTitle(of, durations, formats),
        [l10n.t("Duration"), l10n.t("Threads by p50"), l10n.t("Threads by p99")],
        bins(spread).map((bin) => [spread.name(bin), shown(spread, bin), shown(spreadP99, bin)]),
      ),
      table(
        activityTitle(of),
        [l10n.t("Interval"), l10n.t("Started"), l10n.t("Updated")],
        bins(times).map((bin) => [times.name(bin), shown(times, bin), number(activity.updated[bin])]),
      ),
      ...(failed === null
        ? []
        : [
            table(
              l10n.t("Share of failed turns"),
              [l10n.t("Interval"), l10n.t("Failed"), l10n.t("Turns")],
              bins(failed).map((bin) => [failed.name(bin), shown(failed, bin), number(failedTurns?.turns[bin])]),
            ),
          ]),
    ];
  }

  #threads(threads: ThreadColumns, of: string): readonly HTMLElement[] {
    const { formats } = this.#surface;
    const shown = Math.min(this.#listed, threads.ids.length);
    const rows = Array.from({ length: shown }, (_, place) => [
      this.#threadButton(threadKey(threads.ids[place] ?? ""), "row"),
      formats.dateTime(threads.startTime[place] ?? 0),
      updatedText(threads, place, formats),
      formats.exact(threads.turnCount[place] ?? 0),
      shortDurationText(threads.p50[place], formats),
      shortDurationText(threads.p99[place], formats),
    ]);
    const heads = [
      l10n.t("Thread"),
      l10n.t("Started"),
      l10n.t("Updated"),
      l10n.t("Turns"),
      l10n.t("p50"),
      l10n.t("p99"),
    ];
    const list = table(threadsTitle(of, shown, threads.ids.length, formats), heads, rows);
    if (shown === threads.ids.length) return [list];
    const more = button(l10n.t("Show more"), { "data-focus": "more" }, () => {
      this.#listed += threadsAtOnce;
      this.#draw();
    });
    return [list, more];
  }

  #threadButton(conversation: ConversationKey, where: string): HTMLButtonElement {
    const { post } = this.#surface;
    const id = visibleCut(conversation.id);
    const title = l10n.t("Show {0} in the Threads view", id);
    const options = { class: "link", title, dir: "auto", "data-focus": `${where}/${keyText(conversation)}` };
    return button(id, options, () => post({ kind: "reveal", conversation }));
  }
}

/** A native caption would be as narrow as the first cell. */
function table(title: string, heads: readonly string[], rows: readonly (readonly Child[])[]): HTMLElement {
  return element("div", "table", element("h3", {}, title), plainTable(title, heads, rows));
}
