/** Does one thing at a time: what is begun meanwhile is not done. */
export class OneAtATime {
  readonly #show: (busy: boolean) => void;
  #busy = false;

  /** `show` hears when something begins, and when it has ended, however that was. */
  constructor(show: (busy: boolean) => void) {
    this.#show = show;
  }

  get busy(): boolean {
    return this.#busy;
  }

  async run(task: () => Promise<void>): Promise<void> {
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
