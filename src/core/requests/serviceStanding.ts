import { Observable } from "../async/observable.ts";
import type { Clock } from "../async/poller.ts";
import type { RequestEntry } from "./requestEntry.ts";

/** What responses to any request say about all requests of the account. */
export interface Standing {
  /** The service rejected the API key. */
  readonly isKeyRejected: boolean;
  /** When the service accepts requests again, in milliseconds since the epoch; null if it does now. */
  readonly limitedUntil: number | null;
}

export const goodStanding: Standing = { isKeyRejected: false, limitedUntil: null };

/** The standing of this window's account with its service. */
export class ServiceStanding {
  readonly #clock: Clock;
  readonly #now: () => number;
  readonly #standing = new Observable(goodStanding);
  #timer: { dispose(): void } | null = null;
  /** When the limit was set, in milliseconds since the epoch; null if a request waits for its end. */
  #refusedAt: number | null = null;

  /** `now` returns milliseconds since the epoch. */
  constructor(clock: Clock, now: () => number) {
    this.#clock = clock;
    this.#now = now;
  }

  get value(): Standing {
    return this.#standing.value;
  }

  subscribe(listener: () => void): { dispose(): void } {
    return this.#standing.subscribe(listener);
  }

  /** Another account, or none. */
  reset(): void {
    this.#timer?.dispose();
    this.#standing.value = goodStanding;
  }

  /** A request has ended, or waits for its next attempt. */
  add({ outcome, nextIn, at }: Pick<RequestEntry, "outcome" | "nextIn" | "at">): void {
    if (outcome === "aborted") return;
    const fault = outcome === "ok" ? null : outcome;
    // The service may accept requests again earlier than it said.
    const isOver = this.#refusedAt !== null && at > this.#refusedAt;
    if (fault === null) this.#change({ isKeyRejected: false, ...(isOver && { limitedUntil: null }) });
    else if (fault.kind === "notSignedIn") this.#change({ isKeyRejected: true });
    else if (fault.kind === "rateLimited" && fault.retryAfter !== null) {
      this.#refusedAt = nextIn === null ? this.#now() : null;
      this.#limit(nextIn ?? fault.retryAfter * 1000);
    }
  }

  #limit(milliseconds: number): void {
    this.#timer?.dispose();
    this.#timer = this.#clock.after(milliseconds, () => this.#change({ limitedUntil: null }));
    this.#change({ limitedUntil: this.#now() + milliseconds });
  }

  #change(change: Partial<Standing>): void {
    const next = { ...this.value, ...change };
    const { isKeyRejected, limitedUntil } = this.value;
    if (next.isKeyRejected !== isKeyRejected || next.limitedUntil !== limitedUntil) this.#standing.value = next;
  }
}
