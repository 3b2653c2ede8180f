import type { ChartName } from "../../../core/overview/overviewProtocol.ts";
import { listed } from "../../../core/text/sentences.ts";
import { type Child, element } from "../../shared/element.ts";

export interface FrameOptions {
  readonly title: string;
  /** The description of the keyboard controls. */
  readonly keys: string;
  /** The description of the mouse controls, if needed. */
  readonly hint?: string;
  readonly tools: Child;
}

/** A chart's section of the page: its title, tools, canvas and texts. */
export class ChartFrame {
  readonly section: HTMLElement;
  /** The element that the chart is drawn in and that handles keys. */
  readonly host: HTMLElement;
  readonly #title: string;
  readonly #note = element("p", { class: "note", hidden: true });
  readonly #live = element("p", { class: "unseen", role: "status" });

  constructor(name: ChartName, { title, keys, hint, tools }: FrameOptions) {
    this.#title = title;
    const help = element("p", { id: `${name}-keys`, class: "unseen" }, keys);
    const heading = element("h2", { id: `${name}-title` }, title);
    const label = { "aria-label": title, "aria-describedby": help.id };
    this.host = element("div", { class: "plot", role: "application", tabindex: "0", ...label });
    const head = element("header", "chart-head", heading, element("div", "tools", tools));
    const parts = [head, this.host, this.#note, help, this.#live, hint !== undefined && element("p", "hint", hint)];
    const attributes = { class: "chart", "data-chart": name, "aria-labelledby": heading.id };
    this.section = element("section", attributes, parts);
  }

  /** What the chart covers, for screen readers. */
  describe(text: string): void {
    this.host.ariaLabel = listed([this.#title, text]);
  }

  /** Describes what cannot be drawn; empty for nothing. */
  notify(note: string): void {
    this.#note.hidden = note === "";
    this.#note.textContent = note;
  }

  /** Announces a text to screen readers. */
  say(text: string): void {
    this.#live.textContent = text;
  }
}

/** Distance of a tooltip from its target, in CSS pixels. */
const distance = 12;

/** The page's only tooltip. Screen readers get its text elsewhere. */
export class Tooltip {
  readonly #box = element("div", { class: "tooltip", "aria-hidden": "true", hidden: true });

  /** Next to a point of the window, in CSS pixels; the first line is a title. */
  show(lines: readonly string[], x: number, y: number): void {
    if (!this.#box.isConnected) document.body.append(this.#box);
    this.#box.replaceChildren(...lines.map((line, at) => element("p", at === 0 ? "tooltip-title" : {}, line)));
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
