import { type Fault, requestedPause } from "../failures/fault.ts";
import { Observable } from "./observable.ts";

/** Time and timers. */
export interface Clock {
  /** Monotonic milliseconds. */
  now(): number;
  after(milliseconds: number, task: () => void): { dispose(): void };
}

/** Whether the window has the focus. */
export interface Focus {
  readonly value: boolean;
  subscribe(listener: () => void): { dispose(): void };
}

export interface PollerOptions {
  readonly clock: Clock;
  /** Pauses while it is lost, and catches up on a refresh that was due meanwhile. */
  readonly focus: Focus;
  /** Seconds; 0 is off. Read at each `restart` and `update`. */
  readonly interval: () => number;
  /** Refreshes everything that is watched. Resolves to the fault, null if there is none. */
  readonly refresh: () => Promise<Fault | null>;
  readonly onBug: (error: unknown) => void;
}

/** Paused while the window is not focused, or after a failure. */
export type PollState = "off" | "on" | "paused";

/** A timer set to more fires at once. */
const longestTimer = 2 ** 31 - 1;

/** Refreshes periodically while the window is focused, one refresh at a time. */
export class Poller {
  readonly #options: PollerOptions;
  readonly #state = new Observable<PollState>("off");
  readonly #focus: { dispose(): void };
  #interval = 0;
  #running = false;
  #failures = 0;
  /** When the next refresh is due; null for none. */
  #due: number | null = null;
  #timer: { dispose(): void } | null = null;
  /** Counts restarts, so that a refresh from before a restart does not schedule the next one. */
  #round = 0;

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#focus = options.focus.subscribe(() => this.#arm());
    this.restart();
  }

  get state(): PollState {
    return this.#state.value;
  }

  /** Calls `listener` when `state` changes. */
  subscribe(listener: () => void): { dispose(): void } {
    return this.#state.subscribe(listener);
  }

  /** Restarts the interval: after a change of session, or a manual refresh. */
  restart(): void {
    this.#round++;
    this.#failures = 0;
    this.#interval = this.#options.interval();
    this.#plan(pollDelay(this.#interval, { fault: null, took: 0, failures: 0 }));
  }

  /** Restarts if the interval has changed. */
  update(): void {
    if (this.#options.interval() !== this.#interval) this.restart();
  }

  dispose(): void {
    this.#round++;
    this.#focus.dispose();
    this.#plan(null);
  }

  #plan(delay: number | null): void {
    this.#due = delay === null ? null : this.#options.clock.now() + delay;
    this.#arm();
  }

  #arm(): void {
    this.#timer?.dispose();
    this.#timer = null;
    this.#notify();
    const { clock, focus } = this.#options;
    if (this.#due === null || !focus.value || this.#running) return;
    const wait = Math.max(this.#due - clock.now(), 0);
    const task = wait > longestTimer ? () => this.#arm() : () => void this.#run();
    this.#timer = clock.after(Math.min(wait, longestTimer), task);
  }

  #notify(): void {
    const isOn = this.#interval > 0;
    const isActive = this.#options.focus.value && this.#failures === 0 && (this.#due !== null || this.#running);
    const state = !isOn ? "off" : isActive ? "on" : "paused";
    if (state !== this.state) this.#state.value = state;
  }

  async #run(): Promise<void> {
    const { clock, refresh, onBug } = this.#options;
    const round = this.#round;
    const start = clock.now();
    this.#running = true;
    let fault: Fault | null = null;
    let broken = false;
    try {
      fault = await refresh();
    } catch (error) {
      broken = true;
      onBug(error);
    }
    this.#running = false;
    if (round !== this.#round) return this.#arm();
    // An unexpected error would recur and be reported with every refresh.
    if (broken) return this.#plan(null);
    this.#failures = fault === null ? 0 : this.#failures + 1;
    this.#plan(pollDelay(this.#interval, { fault, took: clock.now() - start, failures: this.#failures }));
  }
}

const longestDelay = 600_000;
/**
 * A long refresh is a load for the service: the pause is this multiple of its duration. A part of it may
 * have been a pause that the service asked for, so the multiple has an upper bound.
 */
const restFactor = 10;

export interface PollOutcome {
  readonly fault: Fault | null;
  /** How long the refresh took, in milliseconds. */
  readonly took: number;
  /** Refreshes in a row that have failed, this one included. */
  readonly failures: number;
}

/**
 * Milliseconds from the end of one automatic refresh to the next; null if there is to be none. `interval` is in
 * seconds, 0 is off. Failures double the wait up to ten minutes; all
 * attempts at a request within one refresh are one failure; the service's retry time is respected; after a rejected
 * account there is no next refresh.
 */
export function pollDelay(interval: number, { fault, took, failures }: PollOutcome): number | null {
  if (interval <= 0) return null;
  const usual = interval * 1000;
  if (fault === null) return Math.max(usual, Math.min(took * restFactor, longestDelay));
  if (fault.kind === "notSignedIn" || fault.kind === "forbidden") return null;
  const backedOff = Math.max(usual, Math.min(usual * 2 ** failures, longestDelay));
  return Math.max(backedOff, (requestedPause(fault) ?? 0) * 1000);
}
