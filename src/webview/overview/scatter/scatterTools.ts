import * as l10n from "@vscode/l10n";
import { measureHint } from "../../../core/overview/pageText.ts";
import { button, element } from "../../shared/element.ts";
import { type Measure, measures } from "../memory.ts";
import type { Surface } from "../surface.ts";

interface ToolActs {
  /** The hidden measure has changed. */
  hide(hidden: Measure | null): void;
  /** By a factor, below 1 to zoom in. */
  zoom(factor: number): void;
  showAll(): void;
}

/** The tools next to the title of the scatter plot: its legend and its zoom. */
export class ScatterTools {
  readonly nodes: readonly HTMLElement[];
  readonly #all: HTMLButtonElement;

  constructor(surface: Surface, acts: ToolActs) {
    this.#all = button(l10n.t("Show all"), { class: "quiet", hidden: true }, () => acts.showAll());
    const step = (sign: string, name: string, factor: number) =>
      button(sign, { class: "quiet", title: name, "aria-label": name }, () => acts.zoom(factor));
    const zoom = element("span", {}, step("+", l10n.t("Zoom in"), 0.5), step("−", l10n.t("Zoom out"), 2), this.#all);
    this.nodes = [...toggles(surface, acts), sizeLegend(l10n.t("Size: turns")), zoom];
  }

  showZoom(zoomed: boolean): void {
    this.#all.hidden = !zoomed;
  }
}

/** One toggle per measure; at most one is off. */
function toggles({ memory }: Surface, { hide }: ToolActs): readonly HTMLButtonElement[] {
  const made = measures.map((measure) => {
    const mark = element("span", { class: `mark ${measure}`, "aria-hidden": "true" });
    const toggle = button("", { class: "quiet", title: measureHint(measure) }, () => {
      memory.change({ hidden: memory.value.hidden === measure ? null : measure });
      show();
      hide(memory.value.hidden);
    });
    toggle.append(mark, measure);
    return [measure, toggle] as const;
  });
  const show = () => {
    const { hidden } = memory.value;
    for (const [measure, toggle] of made) toggle.setAttribute("aria-pressed", String(hidden !== measure));
  };
  show();
  return made.map(([, toggle]) => toggle);
}

/** The legend of mark sizes, by number of turns. */
function sizeLegend(title: string): HTMLElement {
  const [few, many] = ["1", "30+"].map((turns, at) => [
    element("span", { class: `size ${at === 0 ? "least" : "most"}`, "aria-hidden": "true" }),
    turns,
  ]);
  return element("span", { class: "sizes" }, title, ...(few ?? []), ...(many ?? []));
}
