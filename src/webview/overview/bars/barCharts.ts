import type { ThreadColumns } from "../../../core/overview/threadColumns.ts";
import { button, element } from "../../shared/element.ts";
import type { Tooltip } from "../chart/tooltip.ts";
import { type Measure, measures } from "../memory.ts";
import type { Surface } from "../surface.ts";
import { BarsChart } from "./barsChart.ts";
import { activityBins, durationBins, turnCountBins } from "./bins.ts";
import { type Distributions, distributions, type ThreadBins, threadBins } from "./distributions.ts";

const nowhere: ThreadBins = { turnCounts: [], durations: { p50: [], p99: [] }, activity: [] };

/** The distributions and the activity, beside each other. */
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
    const { say, memory } = surface;
    this.#surface = surface;
    const common = { keys: say("barsKeys"), hint: "", legend: () => "" };
    this.#choices = measures.map((measure) => [measure, this.#choice(measure)]);
    const choices = element(
      "span",
      { role: "group", "aria-label": say("spreadOf") },
      ...this.#choices.map(([, one]) => one),
    );
    const legend = element("span", { class: "sizes" });
    legend.append(
      ...[["started", "bar"] as const, ["updated", "line"] as const].flatMap(([word, kind]) => [
        element("span", { class: `swatch ${kind}`, "aria-hidden": "true" }),
        say(word),
      ]),
    );
    this.#turnCounts = new BarsChart(surface, tooltip, "turnCounts", {
      ...common,
      title: say("turnCounts"),
      tools: [],
      lines: 3,
    });
    this.#spread = new BarsChart(surface, tooltip, "durationSpread", {
      ...common,
      title: say("durationSpread"),
      tools: [choices],
      legend: () => say(memory.value.spread),
      lines: 3,
    });
    this.#activity = new BarsChart(surface, tooltip, "activity", {
      ...common,
      title: say("activity"),
      tools: [legend],
      legend: () => `■ ${say("started")}  ─ ${say("updated")}`,
      lines: 0,
    });
    this.element = element("div", { class: "bar-charts" }, ...this.#charts.map(({ frame }) => frame.section));
  }

  /** What is shown, which the tables tell too. */
  get shown(): Distributions | null {
    return this.#shown;
  }

  /** `of` says what threads these are. */
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
    const { say, formats, memory } = this.#surface;
    const { spread } = memory.value;
    const durations = this.#shown.durations[spread];
    const marked = this.#marked;
    this.#turnCounts.update(turnCountBins(this.#surface, this.#shown.turnCounts), marked.turnCounts);
    this.#spread.frame.host.hidden = durations.binned === 0;
    this.#spread.update(durationBins(this.#surface, durations), marked.durations[spread]);
    this.#activity.update(activityBins(this.#surface, this.#shown.activity), marked.activity);
    for (const chart of this.#charts) chart.frame.describe(this.#of);
    const { unknown, outside } = durations;
    const notes = [
      unknown === 1 ? say("oneNotCounted") : unknown > 1 ? say("manyNotCounted", formats.exact(unknown)) : "",
      outside === 1 ? say("oneWithoutBar") : outside > 1 ? say("manyWithoutBar", formats.exact(outside)) : "",
    ];
    this.#spread.frame.tell(notes.filter((note) => note !== "").join(" "));
  }

  #choice(measure: Measure): HTMLButtonElement {
    const { say, memory } = this.#surface;
    const hint = say(measure === "p50" ? "p50Hint" : "p99Hint");
    const pressed = String(memory.value.spread === measure);
    return button(say(measure), { class: "quiet choice", title: hint, "aria-pressed": pressed }, () => {
      memory.change({ spread: measure });
      for (const [which, one] of this.#choices) one.setAttribute("aria-pressed", String(which === measure));
      this.#draw();
    });
  }
}
