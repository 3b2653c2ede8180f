import type { Clock } from "../../../src/core/async/poller.ts";

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

/** A clock that a test advances. */
export class HandClock implements Clock {
  #time = 0;
  readonly #timers = new Set<Timer>();

  /** When the pending tasks are due, in milliseconds from the start. */
  get planned(): readonly number[] {
    return [...this.#timers].map(({ at }) => at);
  }

  now(): number {
    return this.#time;
  }

  after(milliseconds: number, task: () => void): { dispose(): void } {
    const timer = { at: this.#time + milliseconds, task };
    this.#timers.add(timer);
    return { dispose: () => this.#timers.delete(timer) };
  }

  /** Advances the time without running tasks, like a busy or sleeping machine. */
  skip(milliseconds: number): void {
    this.#time += milliseconds;
  }

  /** Advances the time, and runs each task when it is due. */
  pass(milliseconds: number): void {
    const end = this.#time + milliseconds;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#time = Math.max(this.#time, next.at);
      next.task();
    }
    this.#time = end;
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}
