import { element } from "../../shared/element.ts";
import type { Point } from "../chart/geometry.ts";
import type { Measure } from "../memory.ts";

/** A highlighted thread in the scatter plot: a ring around each of its marks, and a line between them. */
export class Highlight {
  readonly #rings: Readonly<Record<Measure, HTMLElement>>;
  readonly #line: HTMLElement;

  constructor(over: HTMLElement, kind: "selected" | "pointed") {
    const part = (name: string) => element("div", { class: `${name} ${kind}`, hidden: true });
    this.#rings = { p50: part("ring disc"), p99: part("ring diamond") };
    this.#line = part("ring-line");
    over.append(this.#line, this.#rings.p50, this.#rings.p99);
  }

  /** `radius` is the radius of the mark; all in CSS pixels. */
  show(marks: Readonly<Record<Measure, Point | null>>, radius: number): void {
    for (const [measure, ring] of [["p50", this.#rings.p50] as const, ["p99", this.#rings.p99] as const]) {
      const at = marks[measure];
      ring.hidden = at === null;
      if (at === null) continue;
      const size = 2 * (radius + 3.5);
      ring.style.width = `${size}px`;
      ring.style.height = `${size}px`;
      ring.style.left = `${at.x - size / 2}px`;
      ring.style.top = `${at.y - size / 2}px`;
    }
    const { p50, p99 } = marks;
    const gap = p50 === null || p99 === null ? 0 : p50.y - p99.y - 2 * (radius + 3.5);
    this.#line.hidden = gap <= 0;
    if (p50 === null || p99 === null || gap <= 0) return;
    this.#line.style.left = `${p50.x - 0.5}px`;
    this.#line.style.top = `${p99.y + radius + 3.5}px`;
    this.#line.style.height = `${gap}px`;
  }

  hide(): void {
    for (const part of [this.#rings.p50, this.#rings.p99, this.#line]) part.hidden = true;
  }
}
