import type { Measure } from "../../../core/overview/bins.ts";
import { rangeLabel, startedText } from "../../../core/overview/pageText.ts";
import type { Extent } from "../../../core/overview/ticks.ts";
import { element } from "../../shared/element.ts";
import type { OverviewSurface } from "../overviewSurface.ts";
import type { ScatterPlot } from "./scatterPlot.ts";
import { placesBetween } from "./threadMarks.ts";

/** A selected time range, and the input device it was selected with. */
export interface Chosen {
  readonly range: Extent;
  readonly by: "mouse" | "keys";
}

/** The layer above the marks: the highlighted threads, by index, and the selected range. */
export class ScatterOverlay {
  selected: number | null = null;
  pointed: number | null = null;
  chosen: Chosen | null = null;
  readonly #surface: OverviewSurface;
  readonly #scatter: ScatterPlot;
  readonly #band = element("div", { class: "brush", hidden: true });
  readonly #label = element("div", { class: "brush-label", hidden: true });
  readonly #selectedMark = highlight("selected");
  readonly #pointedMark = highlight("pointed");

  constructor(surface: OverviewSurface, scatter: ScatterPlot) {
    this.#surface = surface;
    this.#scatter = scatter;
    const marks = [this.#selectedMark, this.#pointedMark].flatMap(({ line, p50, p99 }) => [line, p50, p99]);
    scatter.plot.chart.over.append(this.#band, this.#label, ...marks);
  }

  /** Updates all positions. */
  place(): void {
    this.#mark(this.#selectedMark, this.selected);
    this.#mark(this.#pointedMark, this.pointed);
    this.#band.hidden = this.chosen === null;
    this.#label.hidden = this.chosen === null;
    if (this.chosen === null) return;
    const { range, by } = this.chosen;
    const width = this.#scatter.plot.chart.over.clientWidth;
    const from = Math.max(this.#scatter.positionOf(range.min), 0);
    const to = Math.min(this.#scatter.positionOf(range.max), width);
    put(this.#band, { left: from, width: Math.max(to - from, 1) });
    this.#label.textContent = rangeLabel(...this.texts(range), by);
    const own = this.#label.offsetWidth;
    put(this.#label, { left: Math.min(Math.max((from + to - own) / 2, 0), Math.max(width - own, 0)) });
  }

  /** A range, and how many threads started in it: others may have turns in it, and match the filter too. */
  texts({ min, max }: Extent): readonly [range: string, threads: string] {
    const { formats } = this.#surface;
    return [formats.range(min, max), startedText(this.#count(min, max), formats)];
  }

  #mark({ line, ...rings }: ReturnType<typeof highlight>, place: number | null): void {
    const point = (measure: Measure) => (place === null ? null : this.#scatter.pointOf(place, measure));
    const [p50, p99] = [point("p50"), point("p99")];
    const radius = this.#scatter.radiusOf(place ?? 0) + 3.5;
    for (const [ring, at] of [[rings.p50, p50] as const, [rings.p99, p99] as const]) {
      const size = { width: 2 * radius, height: 2 * radius };
      put(ring, at && { left: at.x - radius, top: at.y - radius, ...size });
    }
    const gap = p50 && p99 ? p50.y - p99.y - 2 * radius : 0;
    put(line, p50 && p99 && gap > 0 ? { left: p50.x - 0.5, top: p99.y + radius, height: gap } : null);
  }

  #count(min: number, max: number): number {
    const { marks } = this.#scatter;
    if (marks === null) return 0;
    const [first, end] = placesBetween(marks, min, max);
    const { startTime } = marks.threads;
    return startTime.subarray(first, end).reduce((count, time) => (time >= min && time <= max ? count + 1 : count), 0);
  }
}

/** A highlighted thread: a ring around each of its marks, and a line between them. */
function highlight(kind: "selected" | "pointed") {
  const part = (name: string) => element("div", { class: `${name} ${kind}`, hidden: true });
  return { line: part("ring-line"), p50: part("ring disc"), p99: part("ring diamond") };
}

type Sides = Partial<Record<"left" | "top" | "width" | "height", number>>;

/** Shows an element at a place, in CSS pixels from the top left corner of the plot; null hides it. */
function put(part: HTMLElement, place: Sides | null): void {
  part.hidden = place === null;
  for (const [side, pixels] of Object.entries(place ?? {})) part.style.setProperty(side, `${pixels}px`);
}
