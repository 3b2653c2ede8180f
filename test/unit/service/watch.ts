import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

export interface Seen {
  readonly milliseconds: number;
  /** Bytes that this process held more than at the start, at the moment when that was most: objects, texts and buffers. */
  readonly held: number;
  /** Milliseconds for which nothing else could run, at the longest. */
  readonly block: number;
}

/** Looks at the process every few milliseconds, from its making until it is read. */
export class Watch implements Disposable {
  readonly #start: number;
  readonly #heldAtStart: number;
  readonly #timer: NodeJS.Timeout;
  #held = 0;
  #block = 0;
  #last: number;

  constructor() {
    collectGarbage();
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
    this.#block = Math.max(this.#block, now - this.#last);
    this.#last = now;
    this.#held = Math.max(this.#held, held() - this.#heldAtStart);
  }
}

function held(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A line for a person who reads the tests' output. */
export function described({ milliseconds, held, block }: Seen): string {
  return `${Math.round(milliseconds)} ms, ${(held / 1e6).toFixed(1)} MB held, blocked for ${Math.round(block)} ms`;
}
