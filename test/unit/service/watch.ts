import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

export interface Seen {
  readonly milliseconds: number;
  /**
   * Peak memory of this process above that at the start, in bytes: objects, strings and buffers. Too low by `litter` at
   * most.
   */
  readonly held: number;
  /** The longest block of the event loop, in milliseconds of its thread: other load of the machine does not count. */
  readonly block: number;
}

/** Bytes of garbage allowed at the start, because collecting it takes longer than most watched operations. */
const litter = 8e6;
let clean = Number.NEGATIVE_INFINITY;

function tidy(): void {
  if (held() < clean + litter) return;
  collectGarbage();
  clean = held();
}

/** Samples memory and blocking of the process every 20 ms until `seen` is called. */
export class Watch implements Disposable {
  readonly #start: number;
  readonly #heldAtStart: number;
  readonly #timer: NodeJS.Timeout;
  #held = 0;
  #block = 0;
  #worked = process.threadCpuUsage();
  #last: number;

  constructor() {
    tidy();
    this.#heldAtStart = held();
    this.#start = performance.now();
    this.#last = this.#start;
    this.#timer = setInterval(() => this.#look(), 20);
  }

  seen(): Seen {
    this.#look();
    clearInterval(this.#timer);
    return { milliseconds: this.#last - this.#start, held: this.#held, block: this.#block };
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    const worked = process.threadCpuUsage(this.#worked);
    this.#block = Math.max(this.#block, (worked.user + worked.system) / 1000);
    // Garbage that is not collected yet is not held.
    if (held() - this.#heldAtStart > Math.max(this.#held, 32e6)) tidy();
    this.#worked = process.threadCpuUsage();
    this.#last = now;
    this.#held = Math.max(this.#held, held() - this.#heldAtStart);
  }
}

function held(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A line for the test output. */
export function described({ milliseconds, held, block }: Seen): string {
  return `${Math.round(milliseconds)} ms, ${(held / 1e6).toFixed(1)} MB held, blocked for ${Math.round(block)} ms`;
}
