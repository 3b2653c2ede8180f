import * as l10n from "@vscode/l10n";
import type { Figure } from "../../core/overview/figureTexts.ts";
import { shortId } from "../../core/overview/pageText.ts";
import { button, element } from "../shared/element.ts";
import { keepingFocus } from "../shared/focus.ts";
import type { Surface } from "./surface.ts";

/** The headline figures as tiles. */
export class FiguresView {
  readonly list = element("dl", { class: "tiles" });
  readonly #surface: Surface;
  #drawn = "";

  constructor(surface: Surface) {
    this.#surface = surface;
    this.list.setAttribute("aria-label", l10n.t("Figures"));
  }

  update(figures: readonly Figure[]): void {
    const drawn = JSON.stringify(figures);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    keepingFocus(this.list, () => this.list.replaceChildren(...figures.map((figure) => this.#tile(figure))));
  }

  #tile({ key, name, value, of, hint, threadId }: Figure): HTMLElement {
    const { post } = this.#surface;
    const parts: HTMLElement[] = [
      element("dt", hint === "" ? {} : { title: hint }, name),
      element("dd", { class: "value" }, value),
      element("dd", { class: "of", title: of }, of),
    ];
    if (threadId !== null) {
      const id = shortId(threadId);
      const title = l10n.t("Show {0} in the Threads view", id);
      const whose = button(id, { class: "link", title, "aria-label": title, "data-focus": key }, () =>
        post({ kind: "reveal", threadId }),
      );
      parts.push(element("dd", { class: "whose", dir: "auto" }, whose));
    }
    return element("div", { class: "tile", "data-figure": key }, ...parts);
  }
}
