import type { ConversationSummary } from "../query/thread.ts";
import type { ThreadColumns } from "./threadColumns.ts";

const leastRoom = 1024;

const numberColumns = ["startTime", "lastUpdated", "turnCount", "p50", "p99"] as const;

function numbersOf(column: (name: (typeof numberColumns)[number]) => Float64Array): Omit<ThreadColumns, "ids"> {
  return {
    startTime: column("startTime"),
    lastUpdated: column("lastUpdated"),
    turnCount: column("turnCount"),
    p50: column("p50"),
    p99: column("p99"),
  };
}

/** Threads as columns that grow at their end. */
export class GrowingColumns {
  readonly #ids: string[] = [];
  #numbers = numbersOf(() => new Float64Array(leastRoom));

  get length(): number {
    return this.#ids.length;
  }

  add(threads: readonly ConversationSummary[]): void {
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

  append({ ids, ...numbers }: ThreadColumns): void {
    const { length } = this;
    this.#makeRoom(length + ids.length);
    for (const id of ids) this.#ids.push(id);
    for (const name of numberColumns) this.#numbers[name].set(numbers[name], length);
  }

  /** Drops all but the first `count`. */
  keep(count: number): void {
    this.#ids.length = Math.min(count, this.length);
  }

  /** All of them, without a copy: valid until more are added. */
  view(): ThreadColumns {
    return { ids: this.#ids, ...numbersOf((name) => this.#numbers[name].subarray(0, this.length)) };
  }

  /** A copy from one index up to another, exclusive. */
  copy(from: number, to: number): ThreadColumns {
    const end = Math.min(to, this.length);
    return { ids: this.#ids.slice(from, end), ...numbersOf((name) => this.#numbers[name].slice(from, end)) };
  }

  #makeRoom(length: number): void {
    const room = this.#numbers.startTime.length;
    if (length <= room) return;
    const before = this.#numbers;
    this.#numbers = numbersOf((name) => {
      const wider = new Float64Array(Math.max(2 * room, length));
      wider.set(before[name].subarray(0, this.length));
      return wider;
    });
  }
}
