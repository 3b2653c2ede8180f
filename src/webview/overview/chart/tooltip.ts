import { element } from "../../shared/element.ts";

/** Distance from its target, in CSS pixels. */
const distance = 12;

/** The page's only tooltip. Screen readers get its text elsewhere. */
export class Tooltip {
  readonly #box = element("div", { class: "tooltip", "aria-hidden": "true", hidden: true });

  /** Next to a point of the window, in CSS pixels; the first line is a title. */
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
