import type { Call } from "../../core/calls/call.ts";
import { visibleText } from "../../core/visibleText.ts";
import { element } from "./element.ts";
import type { Surface } from "./surface.ts";
import { durationText, opName } from "./turnHead.ts";

/** The calls of a turn as a tree, each with a bar in the scale of the turn's time. */
export class Waterfall {
  readonly #surface: Surface;
  readonly #turnId: string;

  constructor(surface: Surface, turnId: string) {
    this.#surface = surface;
    this.#turnId = turnId;
  }

  draw(calls: readonly Call[]): HTMLElement {
    const rows = calls.map((call) =>
      element("div", { role: "treeitem" }, `${visibleText(opName(call.op))} ${durationText(this.#surface, call)}`),
    );
    return element("div", { role: "tree", "data-turn": this.#turnId }, ...rows);
  }
}
