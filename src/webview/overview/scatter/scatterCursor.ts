import { timeOrder } from "../../../core/overview/threadColumns.ts";
import type { Surface } from "../surface.ts";
import type { ScatterPlot } from "./scatterPlot.ts";
import type { ThreadMarks } from "./threadMarks.ts";

/** The thread at the keyboard cursor, or last under the mouse: stored by ID, because the threads may be replaced. */
export class ScatterCursor {
  readonly #memory: Surface["memory"];
  readonly #scatter: Pick<ScatterPlot, "marks">;
  #ordered: { readonly marks: ThreadMarks; readonly order: Uint32Array } | null = null;

  constructor({ memory }: Surface, scatter: Pick<ScatterPlot, "marks">) {
    this.#memory = memory;
    this.#scatter = scatter;
  }

  /** Its index among the drawn threads; null if it is not drawn. */
  get place(): number | null {
    const { cursor } = this.#memory.value;
    const place = cursor === null ? -1 : (this.#scatter.marks?.threads.ids.indexOf(cursor) ?? -1);
    return place < 0 ? null : place;
  }

  set place(place: number | null) {
    const id = place === null ? undefined : this.#scatter.marks?.threads.ids[place];
    this.#memory.change({ cursor: id ?? null });
  }

  /** The indexes that it can move to, in order of time. */
  get order(): Uint32Array {
    const { marks } = this.#scatter;
    if (marks === null) return new Uint32Array();
    if (this.#ordered?.marks !== marks) {
      const { p50, p99 } = marks.logs;
      const isDrawn = (place: number) =>
        !Number.isNaN(p50[place] ?? Number.NaN) || !Number.isNaN(p99[place] ?? Number.NaN);
      this.#ordered = { marks, order: timeOrder(marks.threads).filter(isDrawn) };
    }
    return this.#ordered.order;
  }
}
