import { Observable } from "./observable.ts";
import type { Clock } from "./poller.ts";

/** Milliseconds after which waiting users want to cancel. */
const patience = 2000;

/** Whether something has been loading for so long that canceling is offered. */
export class LongWait {
  readonly #clock: Clock;
  readonly #isLong = new Observable(false);
  #timer: { dispose(): void } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isLong(): boolean {
    return this.#isLong.value;
  }

  subscribe(listener: () => void): { dispose(): void } {
    return this.#isLong.subscribe(listener);
  }

  /** Called whenever it may have changed whether something is loading. */
  follow(isLoading: boolean): void {
    if (isLoading) {
      this.#timer ??= this.#clock.after(patience, () => {
        this.#isLong.value = true;
      });
      return;
    }
    this.#timer?.dispose();
    this.#timer = null;
    if (this.isLong) this.#isLong.value = false;
  }
}
