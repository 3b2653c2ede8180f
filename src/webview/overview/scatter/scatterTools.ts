import * as l10n from "@vscode/l10n";
import { measureHint } from "../../../core/overview/pageText.ts";
import { button, type Child, element } from "../../shared/element.ts";
import { measures, type Surface } from "../surface.ts";
import type { ScatterChart } from "./scatterChart.ts";

/** The tools next to the title of the scatter plot: its legend and its zoom. */
export class ScatterTools {
  readonly nodes: Child;
  readonly #all: HTMLButtonElement;

  constructor(surface: Surface, chart: ScatterChart) {
    const showAll = () => chart.changeView((view) => view.reset());
    this.#all = button(l10n.t("Show all"), { class: "quiet", hidden: true }, showAll);
    const step = (sign: string, title: string, factor: number) =>
      button(sign, { class: "quiet", title, "aria-label": title }, () => chart.zoom(factor));
    const steps = [step("+", l10n.t("Zoom in"), 0.5), step("−", l10n.t("Zoom out"), 2)];
    const size = (name: string) => element("span", { class: `size ${name}`, "aria-hidden": "true" });
    const sizes = element("span", "sizes", l10n.t("Size: turns"), size("least"), "1", size("most"), "30+");
    this.nodes = [toggles(surface, chart), sizes, element("span", {}, steps, this.#all)];
  }

  showZoom(zoomed: boolean): void {
    this.#all.hidden = !zoomed;
  }
}

/** One toggle per measure; at most one is off. */
function toggles({ memory }: Surface, chart: ScatterChart): readonly HTMLButtonElement[] {
  const made = measures.map((measure) => {
    const toggle = button("", { class: "quiet", title: measureHint(measure) }, () => {
      memory.change({ hidden: memory.value.hidden === measure ? null : measure });
      show();
      if (chart.scatter.marks !== null) chart.scatter.show(chart.scatter.marks, memory.value.hidden);
    });
    toggle.append(element("span", { class: `mark ${measure}`, "aria-hidden": "true" }), measure);
    return [measure, toggle] as const;
  });
  const show = () => {
    for (const [measure, toggle] of made) toggle.ariaPressed = String(memory.value.hidden !== measure);
  };
  show();
  return made.map(([, toggle]) => toggle);
}
