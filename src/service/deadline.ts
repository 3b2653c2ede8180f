import type { Clock } from "../core/async/poller.ts";
import type { Fault, TimeoutPhase } from "../core/failures/fault.ts";

/** How many timeouts a stream may take without rows. */
const freeLimits = 4;
/** Rows that extend a stream by one timeout: with the default of 30 seconds, one per second. */
const rowsPerLimit = 30;

export type Timeout = Extract<Fault, { kind: "timeout" }>;

/**
 * The deadline of an exchange. Each step has one timeout: the connection, the headers, a body that is not streamed, and
 * in a stream the time from one row to the next.
 *
 * A whole stream has four timeouts, and one more for every thirty rows received. So one row every 29 seconds
 * ends after some minutes, and a list of a hundred thousand rows at a slow two per second takes as long as it
 * needs. Only time in which the service could have sent is counted: a gap counts as one timeout at most, so that a
 * sleeping or busy machine does not end the stream.
 */
export class Deadline {
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #onUp: (timeout: Timeout) => void;
  #phase: Exclude<TimeoutPhase, "rate"> = "connect";
  #timer: { dispose(): void } | undefined;
  #stepStart = 0;
  /** Milliseconds spent on the body. */
  #spent = 0;
  #rows = 0;
  #stopped = false;
  #held = false;

  /** `limit` in milliseconds. `onUp` is called once at most. */
  constructor(clock: Clock, limit: number, onUp: (timeout: Timeout) => void) {
    this.#clock = clock;
    this.#limit = limit;
    this.#onUp = onUp;
  }

  /** Starts the timeout of this step, replacing that of the previous step. */
  begin(phase: Exclude<TimeoutPhase, "rate">): void {
    this.#phase = phase;
    this.#held = false;
    this.#stepStart = this.#clock.now();
    if (!this.#timer) this.#arm(this.#limit);
  }

  /** Suspends the timeout until the next step begins. */
  hold(): void {
    this.#spend();
    this.#held = true;
  }

  /** Rows have arrived. */
  progress(rows: number): void {
    this.#spend();
    this.#rows += rows;
    const allowed = this.#limit * (freeLimits + this.#rows / rowsPerLimit);
    if (this.#spent > allowed) this.#up({ kind: "timeout", phase: "rate", milliseconds: Math.round(allowed) });
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.dispose();
  }

  #spend(): void {
    const now = this.#clock.now();
    if (!this.#held) this.#spent += Math.min(now - this.#stepStart, this.#limit);
    this.#stepStart = now;
  }

  #arm(milliseconds: number): void {
    this.#timer = this.#clock.after(milliseconds, () => this.#check());
  }

  #check(): void {
    if (this.#held) {
      this.#arm(this.#limit);
      return;
    }
    const step = this.#stepStart;
    const left = step + this.#limit - this.#clock.now();
    if (left > 0) {
      this.#arm(left);
      return;
    }
    // Timers run before input is read. If the process was busy or asleep, data that has arrived meanwhile counts.
    setImmediate(() => {
      if (this.#stopped) return;
      if (this.#held || this.#stepStart !== step) this.#check();
      else this.#up({ kind: "timeout", phase: this.#phase, milliseconds: this.#limit });
    });
  }

  #up(timeout: Timeout): void {
    if (this.#stopped) return;
    this.stop();
    this.#onUp(timeout);
  }
}
