import { element } from "../../shared/element.ts";

/** Beside what it is about, in CSS pixels. */
const distance = 12;

/** The page's one tooltip. What it says is said to screen readers elsewhere. */
export class Tooltip {
  readonly #box = element("div", { class: "tooltip", "aria-hidden": "true", hidden: true });

  /** Beside a place in the window, in CSS pixels; the first line is a title. */
  show(lines: readonly string[], x: number, y: number): void {
    if (!this.#box.isConnected) document.body.append(this.#box);
    this.#box.replaceChildren(
      ...lines.map((line, at) => element("p", at === 0 ? { class: "tooltip-title" } : {}, line)),
    );
    this.#box.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.#box;
    const { clientWidth, clientHeight } = document.documentElement;
    const left = x + distance + width <= clientWidth ? x + distance : x - distance - width;
    const top = y + distance + height <= clientHeight ? y + distance : y - distance - height;
    this.#box.style.left = `${Math.max(Math.min(left, clientWidth - width), 0)}px`;
    this.#box.style.top = `${Math.max(top, 0)}px`;
  }

  hide(): void {
    this.#box.hidden = true;
  }
}
