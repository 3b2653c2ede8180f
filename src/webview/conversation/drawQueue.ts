import { nearestFirst } from "./screenDistance.ts";

/** Milliseconds of one frame that drawing may take before the rest waits for the next. */
const budget = 8;

/** Draws content piece by piece, nearest to the middle of the screen first, so that scrolling stays smooth. */
export class DrawQueue {
  readonly #waiting = new Map<Element, () => void>();
  #frame: number | null = null;

  /** Replaces a pending draw of the same element. */
  add(place: Element, draw: () => void): void {
    this.#waiting.set(place, draw);
    this.#frame ??= requestAnimationFrame(() => this.#run());
  }

  #run(): void {
    this.#frame = null;
    const begun = performance.now();
    for (const place of nearestFirst(this.#waiting.keys())) {
      if (performance.now() - begun > budget) break;
      const draw = this.#waiting.get(place);
      this.#waiting.delete(place);
      draw?.();
    }
    if (this.#waiting.size > 0) this.#frame = requestAnimationFrame(() => this.#run());
  }
}
