import { rangeLabel, startedText } from "../../../core/overview/pageText.ts";
import type { Extent } from "../chart/geometry.ts";
import type { Surface } from "../surface.ts";
import { Brush } from "./brush.ts";
import { Highlight } from "./highlight.ts";
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
  readonly #surface: Surface;
  readonly #scatter: ScatterPlot;
  readonly #selectedMark: Highlight;
  readonly #pointedMark: Highlight;
  readonly #brush: Brush;

  constructor(surface: Surface, scatter: ScatterPlot) {
    const { over } = scatter.plot.chart;
    this.#surface = surface;
    this.#scatter = scatter;
    this.#brush = new Brush(over);
    this.#selectedMark = new Highlight(over, "selected");
    this.#pointedMark = new Highlight(over, "pointed");
  }

  /** Updates all positions. */
  place(): void {
    this.#mark(this.#selectedMark, this.selected);
    this.#mark(this.#pointedMark, this.pointed);
    if (this.chosen === null) this.#brush.hide();
    else {
      const { range, by } = this.chosen;
      const text = rangeLabel(...this.told(range), by);
      this.#brush.show(this.#scatter.positionOf(range.min), this.#scatter.positionOf(range.max), text);
    }
  }

  /** A range, and how many threads started in it: others may have turns in it, and match the filter too. */
  told({ min, max }: Extent): readonly [range: string, threads: string] {
    const { formats } = this.#surface;
    return [formats.range(min, max), startedText(this.#count(min, max), formats)];
  }

  #mark(mark: Highlight, place: number | null): void {
    if (place === null) {
      mark.hide();
      return;
    }
    const points = { p50: this.#scatter.pointOf(place, "p50"), p99: this.#scatter.pointOf(place, "p99") };
    mark.show(points, this.#scatter.radiusOf(place));
  }

  #count(min: number, max: number): number {
    const { marks } = this.#scatter;
    if (marks === null) return 0;
    const [first, end] = placesBetween(marks, min, max);
    if (marks.order !== 0) return end - first;
    return marks.threads.startTime.reduce((count, time) => (time >= min && time <= max ? count + 1 : count), 0);
  }
}
