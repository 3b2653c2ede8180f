import type { Thread } from "../threads/thread.ts";
import type { ThreadColumns } from "./threadColumns.ts";

const leastRoom = 1024;

type NumberColumn = Exclude<keyof ThreadColumns, "ids">;

const numberColumns = [
  "startTime",
  "lastUpdated",
  "turnCount",
  "p50",
  "p99",
] as const satisfies readonly NumberColumn[];

/** Threads as columns that grow at their end. */
export class GrowingColumns {
  readonly #ids: string[] = [];
  readonly #numbers: Record<NumberColumn, Float64Array> = {
    startTime: new Float64Array(leastRoom),
    lastUpdated: new Float64Array(leastRoom),
    turnCount: new Float64Array(leastRoom),
    p50: new Float64Array(leastRoom),
    p99: new Float64Array(leastRoom),
  };

  get length(): number {
    return this.#ids.length;
  }

  add(threads: readonly Thread[]): void {
    this.#makeRoom(this.length + threads.length);
    const { startTime, lastUpdated, turnCount, p50, p99 } = this.#numbers;
    for (const thread of threads) {
      const place = this.#ids.push(thread.id) - 1;
      startTime[place] = thread.startTime;
      lastUpdated[place] = thread.lastUpdated ?? Number.NaN;
      turnCount[place] = thread.turnCount;
      p50[place] = thread.p50TurnDuration ?? Number.NaN;
      p99[place] = thread.p99TurnDuration ?? Number.NaN;
    }
  }

  append(columns: ThreadColumns): void {
    const { length } = this;
    this.#makeRoom(length + columns.ids.length);
    for (const id of columns.ids) this.#ids.push(id);
    for (const name of numberColumns) this.#numbers[name].set(columns[name], length);
  }

  /** Drops all but the first `count`. */
  keep(count: number): void {
    this.#ids.length = Math.min(count, this.length);
  }

  /** All of them, without a copy: valid until more are added. */
  view(): ThreadColumns {
    return this.#part((column) => column.subarray(0, this.length), this.#ids);
  }

  /** A copy from one index up to another, exclusive. */
  copy(from: number, to: number): ThreadColumns {
    const end = Math.min(to, this.length);
    return this.#part((column) => column.slice(from, end), this.#ids.slice(from, end));
  }

  #part(cut: (column: Float64Array) => Float64Array, ids: readonly string[]): ThreadColumns {
    const { startTime, lastUpdated, turnCount, p50, p99 } = this.#numbers;
    return {
      ids,
      startTime: cut(startTime),
      lastUpdated: cut(lastUpdated),
      turnCount: cut(turnCount),
      p50: cut(p50),
      p99: cut(p99),
    };
  }

  #makeRoom(length: number): void {
    const room = this.#numbers.startTime.length;
    if (length <= room) return;
    for (const name of numberColumns) {
      const wider = new Float64Array(Math.max(2 * room, length));
      wider.set(this.#numbers[name].subarray(0, this.length));
      this.#numbers[name] = wider;
    }
  }
}
