import type { Extent } from "../../../core/overview/ticks.ts";

/** Shorter time ranges, in milliseconds, show no more detail. */
const shortest = 1000;
/** Margin around all threads, as a share of their time range. */
const margin = 0.02;

/** The visible time range of the scatter plot, which is within the whole range. */
export class TimeView {
  #all: Extent = { min: 0, max: shortest };
  /** Null if everything is shown. */
  zoom: Extent | null;

  constructor(zoom: Extent | null) {
    this.zoom = zoom;
  }

  get shown(): Extent {
    return this.zoom !== null && this.isZoomed ? this.#within(this.zoom) : this.#all;
  }

  /** A zoom to a range without threads is ignored. */
  get isZoomed(): boolean {
    return this.zoom !== null && this.zoom.max > this.#all.min && this.zoom.min < this.#all.max;
  }

  /** `time` covers all threads; without threads, the previous range stays. */
  span(time: Extent): void {
    if (time.min > time.max) return;
    const room = Math.max((time.max - time.min) * margin, shortest);
    this.#all = { min: time.min - room, max: time.max + room };
  }

  /** By `factor`, below 1 to zoom in, around a moment. */
  zoomAround(factor: number, moment: number): void {
    const { min, max } = this.shown;
    const middle = moment + ((min + max) / 2 - moment) * factor;
    const length = Math.max((max - min) * factor, shortest);
    const wanted = { min: middle - length / 2, max: middle + length / 2 };
    this.zoom = length >= this.#all.max - this.#all.min ? null : this.#within(wanted);
  }

  /** By milliseconds. */
  pan(by: number): void {
    if (this.zoom === null) return;
    const { min, max } = this.shown;
    this.zoom = this.#within({ min: min + by, max: max + by });
  }

  /** Moves no more than needed to make a moment visible. */
  include(moment: number): void {
    const { min, max } = this.shown;
    const room = (max - min) * 0.1;
    if (moment < min) this.pan(moment - min - room);
    else if (moment > max) this.pan(moment - max + room);
  }

  reset(): void {
    this.zoom = null;
  }

  #within({ min, max }: Extent): Extent {
    const length = Math.min(max - min, this.#all.max - this.#all.min);
    const start = Math.min(Math.max(min, this.#all.min), this.#all.max - length);
    return { min: start, max: start + length };
  }
}
