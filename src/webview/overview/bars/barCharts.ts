import * as l10n from "@vscode/l10n";
import { measureHint, notCountedTexts } from "../../../core/overview/pageText.ts";
import type { ThreadColumns } from "../../../core/overview/threadColumns.ts";
import { button, element } from "../../shared/element.ts";
import type { Tooltip } from "../chart/tooltip.ts";
import { type Measure, measures } from "../memory.ts";
import type { Surface } from "../surface.ts";
import { BarsChart } from "./barsChart.ts";
import { activityBins, durationBins, turnCountBins } from "./bins.ts";
import { type Distributions, distributions, type ThreadBins, threadBins } from "./distributions.ts";

const nowhere: ThreadBins = { turnCounts: [], durations: { p50: [], p99: [] }, activity: [] };

/** The distributions and the activity, side by side. */
export class BarCharts {
  readonly element: HTMLElement;
  readonly #surface: Surface;
  readonly #turnCounts: BarsChart;
  readonly #spread: BarsChart;
  readonly #activity: BarsChart;
  readonly #choices: readonly (readonly [Measure, HTMLButtonElement])[];
  #threads: ThreadColumns | null = null;
  #shown: Distributions | null = null;
  #selected: number | null = null;
  #of = "";

  constructor(surface: Surface, tooltip: Tooltip) {
    const { memory } = surface;
    this.#surface = surface;
    const common = {
      keys: l10n.t("Use the left and right arrow keys to move between bars."),
      hint: "",
      legend: () => "",
    };
    this.#choices = measures.map((measure) => [measure, this.#choice(measure)]);
    const choices = element(
      "span",
      { role: "group", "aria-label": l10n.t("Percentile") },
      ...this.#choices.map(([, one]) => one),
    );
    const legend = element("span", { class: "sizes" });
    legend.append(
      ...[[l10n.t("Started"), "bar"] as const, [l10n.t("Updated"), "line"] as const].flatMap(([name, kind]) => [
        element("span", { class: `swatch ${kind}`, "aria-hidden": "true" }),
        name,
      ]),
    );
    this.#turnCounts = new BarsChart(surface, tooltip, "turnCounts", {
      ...common,
      title: l10n.t("Turns per thread"),
      tools: [],
      lines: 3,
    });
    this.#spread = new BarsChart(surface, tooltip, "durationSpread", {
      ...common,
      title: l10n.t("Turn durations"),
      tools: [choices],
      legend: () => memory.value.spread,
      lines: 3,
    });
    this.#activity = new BarsChart(surface, tooltip, "activity", {
      ...common,
      title: l10n.t("Activity"),
      tools: [legend],
      legend: () => `■ ${l10n.t("Started")}  ─ ${l10n.t("Updated")}`,
      lines: 0,
    });
    this.element = element("div", { class: "bar-charts" }, ...this.#charts.map(({ frame }) => frame.section));
  }

  /** The shown data, also used by the tables. */
  get shown(): Distributions | null {
    return this.#shown;
  }

  /** `of` describes which threads these are. */
  update(threads: ThreadColumns, of: string, selected: number | null): void {
    this.#threads = threads;
    this.#shown = distributions(threads);
    this.#selected = selected;
    this.#of = of;
    this.#draw();
  }

  select(place: number | null): void {
    this.#selected = place;
    const marked = this.#marked;
    this.#turnCounts.mark(marked.turnCounts);
    this.#spread.mark(marked.durations[this.#surface.memory.value.spread]);
    this.#activity.mark(marked.activity);
  }

  themeChanged(): void {
    for (const chart of this.#charts) chart.themeChanged();
  }

  get #charts(): readonly BarsChart[] {
    return [this.#turnCounts, this.#spread, this.#activity];
  }

  get #marked(): ThreadBins {
    if (this.#shown === null || this.#threads === null || this.#selected === null) return nowhere;
    return threadBins(this.#shown, this.#threads, this.#selected);
  }

  #draw(): void {
    if (this.#shown === null) return;
    const { formats, memory } = this.#surface;
    const { spread } = memory.value;
    const durations = this.#shown.durations[spread];
    const marked = this.#marked;
    this.#turnCounts.update(turnCountBins(this.#surface, this.#shown.turnCounts), marked.turnCounts);
    this.#spread.frame.host.hidden = durations.binned === 0;
    this.#spread.update(durationBins(this.#surface, durations), marked.durations[spread]);
    this.#activity.update(activityBins(this.#surface, this.#shown.activity), marked.activity);
    for (const chart of this.#charts) chart.frame.describe(this.#of);
    const { unknown, outside } = durations;
    this.#spread.frame.tell(notCountedTexts(unknown, outside, formats).join(" "));
  }

  #choice(measure: Measure): HTMLButtonElement {
    const { memory } = this.#surface;
    const pressed = String(memory.value.spread === measure);
    return button(measure, { class: "quiet choice", title: measureHint(measure), "aria-pressed": pressed }, () => {
      memory.change({ spread: measure });
      for (const [which, one] of this.#choices) one.setAttribute("aria-pressed", String(which === measure));
      this.#draw();
    });
  }
}
