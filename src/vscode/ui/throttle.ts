import type { Disposable } from "vscode";

/**
 * Runs `task` at once at the first call, then at most once per `interval` milliseconds; the last call always runs. If
 * a function, `interval` is called after each run.
 */
export class Throttle implements Disposable {
  readonly #task: () => void;
  readonly #interval: number | (() => number);
  #timer: NodeJS.Timeout | null = null;
  #due = false;
  #disposed = false;

  constructor(task: () => void, interval: number | (() => number)) {
    this.#task = task;
    this.#interval = interval;
  }

  call(): void {
    if (this.#timer === null) this.now();
    else this.#due = true;
  }

  /** Runs `task` at once, even if it ran recently. */
  now(): void {
    if (this.#disposed) return;
    this.#due = false;
    this.#wait();
    this.#task();
  }

  /** Runs `task` at once if a call is waiting for the interval. */
  flush(): void {
    if (this.#due) this.now();
  }

  /** Runs `task` when the interval is over, and not before. */
  later(): void {
    this.#due = true;
    if (this.#timer === null) this.#wait();
  }

  /** Nothing runs afterwards, whatever is called. */
  dispose(): void {
    this.#disposed = true;
    this.#clear();
  }

  #clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wait(): void {
    this.#clear();
    if (this.#disposed) return;
    const interval = typeof this.#interval === "number" ? this.#interval : this.#interval();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#due) this.now();
    }, interval);
  }
}
