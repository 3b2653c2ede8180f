import * as l10n from "@vscode/l10n";
import {
  activityBins,
  binsOf,
  type Distributions,
  distributions,
  durationBins,
  failedTurnBins,
  type Measure,
  measures,
  turnCountBins,
} from "../../../core/overview/bins.ts";
import type { FailedTurns } from "../../../core/overview/failedTurns.ts";
import { measureHint, notCountedTexts } from "../../../core/overview/pageText.ts";
import type { ThreadColumns } from "../../../core/overview/threadColumns.ts";
import { barChartKeys } from "../../../core/project/accessibilityHelp.ts";
import type { TimeBounds } from "../../../core/query/startedWithin.ts";
import { button, element } from "../../shared/element.ts";
import type { Tooltip } from "../chart/chartFrame.ts";
import type { OverviewSurface } from "../overviewSurface.ts";
import { BarsChart } from "./barsChart.ts";

/** The distributions and the activity, side by side. */
export class BarCharts {
  readonly element: HTMLElement;
  readonly #surface: OverviewSurface;
  readonly #turnCounts: BarsChart;
  readonly #spread: BarsChart;
  readonly #activity: BarsChart;
  readonly #choices: readonly (readonly [Measure, HTMLButtonElement])[];
  #threads: ThreadColumns | null = null;
  /** The shown data, also used by the tables. */
  shown: Distributions | null = null;
  #selected: number | null = null;
  readonly #failedTurns: BarsChart;
  #of = "";

  constructor(surface: OverviewSurface, tooltip: Tooltip) {
    this.#surface = surface;
    const common = { keys: barChartKeys(), tools: null, lines: 3 };
    this.#choices = measures.map((measure) => [measure, this.#choice(measure)]);
    const group = { role: "group", "aria-label": l10n.t("Percentile") };
    const choices = this.#choices.map(([, one]) => one);
    const swatch = (kind: string) => element("span", { class: `swatch ${kind}`, "aria-hidden": "true" });
    const legend = [swatch("bar"), l10n.t("Started"), swatch("line"), l10n.t("Updated")];
    this.#turnCounts = new BarsChart(surface, tooltip, "turnCounts", { ...common, title: l10n.t("Turns per thread") });
    this.#spread = new BarsChart(surface, tooltip, "durationSpread", {
      ...common,
      title: l10n.t("Turn durations"),
      tools: element("span", group, choices),
    });
    this.#activity = new BarsChart(surface, tooltip, "activity", {
      ...common,
      title: l10n.t("Activity"),
      tools: element("span", "sizes", legend),
      lines: 0,
    });
    this.#failedTurns = new BarsChart(surface, tooltip, "failedTurns", {
      ...common,
      title: l10n.t("Share of failed turns"),
      lines: 0,
    });
    const sections = this.#charts.map(({ frame }) => frame.section);
    this.element = element("div", "bar-charts", sections);
  }

  /** `of` describes which threads these are; `bounds` is their time range. */
  update(threads: ThreadColumns, of: string, bounds: TimeBounds, selected: number | null): void {
    this.#threads = threads;
    this.shown = distributions(threads, bounds);
    this.#selected = selected;
    this.#of = of;
    this.#draw();
  }

  /** The chart is hidden if no turn is known to have failed. */
  showFailed(turns: FailedTurns | null): void {
    const { section } = this.#failedTurns.frame;
    section.hidden = turns === null || turns.failed.every((count) => count === 0);
    if (turns !== null) this.#failedTurns.update(failedTurnBins(this.#surface, turns));
  }

  select(place: number | null): void {
    this.#selected = place;
    this.#mark();
  }

  get #charts(): readonly BarsChart[] {
    return [this.#turnCounts, this.#spread, this.#activity, this.#failedTurns];
  }

  #mark(): void {
    if (this.shown === null || this.#threads === null) return;
    const { turnCounts, durations, activity } = this.shown;
    const { spread } = this.#surface.memory.value;
    const { turnCount, startTime, lastUpdated, [spread]: duration } = this.#threads;
    const place = this.#selected ?? -1;
    this.#turnCounts.mark(binsOf(turnCounts.edges, turnCount[place]));
    this.#spread.mark(binsOf(durations[spread].edges, duration[place]));
    this.#activity.mark(binsOf(activity.edges, startTime[place], lastUpdated[place]));
  }

  #draw(): void {
    if (this.shown === null) return;
    const { turnCounts, durations } = this.shown;
    const { spread } = this.#surface.memory.value;
    const shown = durations[spread];
    this.#mark();
    this.#turnCounts.update(turnCountBins(this.#surface, turnCounts));
    this.#spread.frame.host.hidden = shown.binned === 0;
    this.#spread.update(durationBins(this.#surface, shown, spread));
    this.#activity.update(activityBins(this.#surface, this.shown));
    for (const chart of this.#charts) chart.frame.describe(this.#of);
    this.#spread.frame.notify(notCountedTexts(shown.unknown, shown.outside, this.#surface.formats).join(" "));
  }

  #choice(measure: Measure): HTMLButtonElement {
    const { memory } = this.#surface;
    const pressed = String(memory.value.spread === measure);
    return button(measure, { class: "quiet choice", title: measureHint(measure), "aria-pressed": pressed }, () => {
      memory.change({ spread: measure });
      for (const [which, one] of this.#choices) one.ariaPressed = String(which === measure);
      this.#draw();
    });
  }
}
