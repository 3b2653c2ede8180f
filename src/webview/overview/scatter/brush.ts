import { minute } from "../../../core/timeSpans.ts";
import { element } from "../../shared/element.ts";
import type { Extent } from "../chart/geometry.ts";

/** Intervals, in milliseconds, that a selected range is rounded to: the longest that is not wider than a pixel. */
const roundTo = [1, 10, 100, 1000, 5000, 15_000, minute, 5 * minute, 15 * minute];

/**
 * The range around two moments, widened to round times: both are inside it and not at its ends, which a filter excludes.
 * `pixel` is the duration of one plot pixel.
 */
export function roundRange(one: number, other: number, pixel: number): Extent {
  const step = roundTo.findLast((length) => length <= pixel) ?? 1;
  return {
    min: (Math.ceil(Math.min(one, other) / step) - 1) * step,
    max: (Math.floor(Math.max(one, other) / step) + 1) * step,
  };
}

/** A time range being selected, on top of the plot. */
export class Brush {
  readonly #band = element("div", { class: "brush", hidden: true });
  readonly #label = element("div", { class: "brush-label", hidden: true });
  readonly #over: HTMLElement;

  constructor(over: HTMLElement) {
    this.#over = over;
    over.append(this.#band, this.#label);
  }

  /** From one position to another, in CSS pixels from the left of the plot. */
  show(left: number, right: number, text: string): void {
    const width = this.#over.clientWidth;
    const [from, to] = [Math.max(left, 0), Math.min(right, width)];
    this.#band.hidden = false;
    this.#label.hidden = false;
    this.#label.textContent = text;
    this.#band.style.left = `${from}px`;
    this.#band.style.width = `${Math.max(to - from, 1)}px`;
    const half = this.#label.offsetWidth / 2;
    this.#label.style.left = `${Math.min(Math.max((from + to) / 2 - half, 0), Math.max(width - 2 * half, 0))}px`;
  }

  hide(): void {
    this.#band.hidden = true;
    this.#label.hidden = true;
  }
}
