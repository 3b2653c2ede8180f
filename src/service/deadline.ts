import type { Fault, TimeoutPhase } from "../core/failures/fault.ts";
import type { Clock } from "../core/poller.ts";

/** How many limits a stream may take before its rows are counted. */
const freeLimits = 4;
/** Rows that earn a stream one limit more: with the usual 30 seconds, one in a second. */
const rowsPerLimit = 30;

export type Timeout = Extract<Fault, { kind: "timeout" }>;

/**
 * How long an exchange may take. Each step has one limit: the connection, the headers, a body that comes as a whole, and
 * in a stream the time from one row to the next.
 *
 * All of a stream has four limits, and one more for every thirty rows that it has brought. So one row every 29 seconds
 * ends after some minutes, and a list of a hundred thousand rows at two in a second, which is slow, lives as long as it
 * takes. What counts is time in which the service could have sent: a gap counts as one limit at most, so that a
 * machine that slept, or was busy, does not end the stream.
 */
export class Deadline {
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #onUp: (timeout: Timeout) => void;
  #phase: Exclude<TimeoutPhase, "rate"> = "connect";
  #timer: { dispose(): void } | undefined;
  #stepStart = 0;
  /** Milliseconds that the body has taken. */
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

  /** The time of this step begins, instead of that of the step before. */
  begin(phase: Exclude<TimeoutPhase, "rate">): void {
    this.#phase = phase;
    this.#held = false;
    this.#stepStart = this.#clock.now();
    if (!this.#timer) this.#arm(this.#limit);
  }

  /** The service is not waited for until the next step begins. */
  hold(): void {
    this.#spend();
    this.#held = true;
  }

  /** So many rows have come. */
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
    // Timers run before input is read. Where the process was busy or asleep, what has arrived meanwhile counts.
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
