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
