/** A semaphore: a limited number of tasks run at a time; the others wait in order. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Rejects with the signal's reason if aborted before the task starts. */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((turn) => this.#waiting.push(turn));
    try {
      signal.throwIfAborted();
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/** A mutex that does not wait: a task that is started while another runs is skipped. */
export class Mutex {
  readonly #show: (busy: boolean) => void;
  #busy = false;

  /** `show` is called when a task starts and when it has ended, with or without an error. */
  constructor(show: (busy: boolean) => void) {
    this.#show = show;
  }

  get busy(): boolean {
    return this.#busy;
  }

  async run(task: () => Promise<unknown>): Promise<void> {
    if (this.#busy) return;
    this.#set(true);
    try {
      await task();
    } finally {
      this.#set(false);
    }
  }

  #set(busy: boolean): void {
    this.#busy = busy;
    this.#show(busy);
  }
}
