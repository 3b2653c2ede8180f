import * as l10n from "@vscode/l10n";
import type { ChartName } from "../../../core/overview/protocol.ts";
import { listed } from "../../../core/text/sentences.ts";
import { button, type Child, element } from "../../shared/element.ts";
import type { Surface } from "../surface.ts";
import { type Scene, scenePng, sceneSvg } from "./scene.ts";

export interface FrameOptions {
  readonly title: string;
  /** The description of the keyboard controls. */
  readonly keys: string;
  /** The description of the mouse controls, if needed. */
  readonly hint?: string;
  readonly tools: Child;
  /** The legend under the title of an exported image. */
  legend(): string;
}

/** A chart's section of the page: its title, tools, canvas and texts. */
export class ChartFrame {
  readonly section: HTMLElement;
  /** The element that the chart is drawn in and that handles keys. */
  readonly host: HTMLElement;
  readonly #options: FrameOptions;
  readonly #note = element("p", { class: "note", hidden: true });
  readonly #live = element("p", { class: "unseen", role: "status" });
  #described = "";

  /** `scene` returns the chart as an image; for an SVG, with marks as paths. */
  constructor({ post }: Surface, name: ChartName, options: FrameOptions, scene: (format: "svg" | "png") => Scene) {
    const { title, keys, hint, tools } = options;
    this.#options = options;
    const help = element("p", { id: `${name}-keys`, class: "unseen" }, keys);
    const heading = element("h2", { id: `${name}-title` }, title);
    const label = { "aria-label": title, "aria-describedby": help.id };
    this.host = element("div", { class: "plot", role: "application", tabindex: "0", ...label });
    const save = async (format: "svg" | "png") => {
      // An empty image makes the extension report that the export failed.
      const content = format === "svg" ? sceneSvg(scene(format)) : await scenePng(scene(format)).catch(() => "");
      post({ kind: "export", what: { kind: "chart", chart: name, format, content } });
    };
    const exports = (["svg", "png"] as const).map((format) => {
      const words = l10n.t("Save “{0}” as {1}", title, format.toUpperCase());
      const attributes = { class: "quiet export", title: words, "aria-label": words };
      return button(format.toUpperCase(), attributes, () => void save(format));
    });
    const head = element(
      "header",
      "chart-head",
      heading,
      element("div", "tools", tools, element("span", "exports", exports)),
    );
    const parts = [head, this.host, this.#note, help, this.#live, hint !== undefined && element("p", "hint", hint)];
    const attributes = { class: "chart", "data-chart": name, "aria-labelledby": heading.id };
    this.section = element("section", attributes, parts);
  }

  /** The titles of an exported image. */
  titles(): readonly [title: string, subtitle: string] {
    const { title, legend } = this.#options;
    return [title, [this.#described, legend()].filter((part) => part !== "").join(" · ")];
  }

  /** What the chart covers, for screen readers and exported images. */
  describe(text: string): void {
    this.#described = text;
    this.host.ariaLabel = listed([this.#options.title, text]);
  }

  /** Describes what cannot be drawn; empty for nothing. */
  tell(note: string): void {
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
