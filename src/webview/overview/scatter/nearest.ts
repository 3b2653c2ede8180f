import type { Point } from "../chart/geometry.ts";
import { type Measure, measures } from "../memory.ts";
import { placesBetween, type ThreadMarks } from "./threadMarks.ts";

/** In CSS pixels. */
const cell = 16;

/** Finds the mark nearest to a point, for one state of the plot. */
export class NearestMark {
  readonly #x: Float32Array;
  readonly #y: Float32Array;
  /** The first mark of each cell, and the next one in the cell of each mark; -1 for none. Mark `2 × place + measure`. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #columns: number;
  readonly #rows: number;

  constructor(
    marks: ThreadMarks,
    hidden: Measure | null,
    {
      width,
      height,
      from,
      to,
      place,
    }: {
      readonly width: number;
      readonly height: number;
      readonly from: number;
      readonly to: number;
      place(time: number, log: number): Point;
    },
  ) {
    this.#columns = Math.ceil(width / cell) + 1;
    this.#rows = Math.ceil(height / cell) + 1;
    this.#first = new Int32Array(this.#columns * this.#rows).fill(-1);
    const count = marks.threads.ids.length * measures.length;
    this.#next = new Int32Array(count).fill(-1);
    this.#x = new Float32Array(count);
    this.#y = new Float32Array(count);
    const [first, end] = placesBetween(marks, from, to);
    for (const [nth, measure] of measures.entries()) {
      if (measure === hidden) continue;
      for (let thread = first; thread < end; thread++) {
        const log = marks.logs[measure][thread] ?? Number.NaN;
        if (Number.isNaN(log)) continue;
        const { x, y } = place(marks.threads.startTime[thread] ?? Number.NaN, log);
        if (!(x >= 0 && x <= width && y >= 0 && y <= height)) continue;
        const mark = thread * measures.length + nth;
        const at = Math.floor(y / cell) * this.#columns + Math.floor(x / cell);
        this.#x[mark] = x;
        this.#y[mark] = y;
        this.#next[mark] = this.#first[at] ?? -1;
        this.#first[at] = mark;
      }
    }
  }

  /** The thread of the nearest mark, if it is within `reach` CSS pixels. */
  find({ x, y }: Point, reach: number): { readonly thread: number; readonly measure: Measure } | null {
    let [found, least] = [-1, reach * reach];
    const [left, right] = [x - reach, x + reach].map((edge) => Math.floor(edge / cell));
    const [top, bottom] = [y - reach, y + reach].map((edge) => Math.floor(edge / cell));
    for (let row = Math.max(top ?? 0, 0); row <= Math.min(bottom ?? 0, this.#rows - 1); row++) {
      for (let column = Math.max(left ?? 0, 0); column <= Math.min(right ?? 0, this.#columns - 1); column++) {
        for (let mark = this.#first[row * this.#columns + column] ?? -1; mark >= 0; mark = this.#next[mark] ?? -1) {
          const distance = ((this.#x[mark] ?? 0) - x) ** 2 + ((this.#y[mark] ?? 0) - y) ** 2;
          if (distance < least) [found, least] = [mark, distance];
        }
      }
    }
    const measure = measures[found % measures.length];
    return found < 0 || measure === undefined ? null : { thread: Math.floor(found / measures.length), measure };
  }
}
