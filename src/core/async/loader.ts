import { ServiceError } from "../failures/fault.ts";
import { idle, type LoadState, shownValue } from "./loadState.ts";
import { Observable } from "./observable.ts";

/** Fetches a value, one request at a time, and keeps its loading state. */
export class Loader<T> {
  readonly #load = new Observable<LoadState<T>>(idle);
  readonly #now: () => number;
  /** The state to restore when the request in progress is canceled. */
  #settled: LoadState<T> = idle;
  #controller: AbortController | null = null;
  /** The part of the request in progress that has arrived. */
  #part: T | null = null;

  /** `now` returns milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get load(): LoadState<T> {
    return this.#load.value;
  }

  subscribe(listener: (load: LoadState<T>) => void): { dispose(): void } {
    return this.#load.subscribe(listener);
  }

  /**
   * Replaces the value with the result of `fetch`; a request in progress is aborted first. `show` displays a part
   * before the whole is complete; without it the old value stays. If the service fails, the displayed value stays
   * as stale. Any other error than a `ServiceError` rejects. Resolves to the final state; null if canceled.
   */
  async run(fetch: (signal: AbortSignal, show: (part: T) => void) => Promise<T>): Promise<LoadState<T> | null> {
    this.#controller?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    this.#controller = controller;
    this.#part = null;
    this.#load.value = { kind: "loading", value: shownValue(this.#settled) };
    try {
      const value = await fetch(signal, (arrived) => {
        if (signal.aborted) return;
        this.#part = arrived;
        this.#load.value = { kind: "loading", value: arrived };
      });
      return signal.aborted ? null : this.#settle({ kind: "shown", value, at: this.#now() });
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof ServiceError)) {
        this.#settle(this.#before("broken"));
        throw error;
      }
      return this.#settle(withFault(this.#settled, this.#part, error));
    }
  }

  /** Cancels the request in progress and restores the previous state. */
  cancel(): void {
    if (this.#load.value.kind !== "loading") return;
    this.#controller?.abort();
    this.#settle(this.#settled);
  }

  /** Cancels the user's request in progress and keeps the part already shown; without one, the previous state. */
  stop(): void {
    if (this.#load.value.kind !== "loading") return;
    this.#controller?.abort();
    this.#settle(
      this.#part === null ? this.#before("canceled") : { kind: "shown", value: this.#part, at: this.#now() },
    );
  }

  /** Clears the value and cancels the request in progress. */
  reset(): void {
    this.#controller?.abort();
    this.#settle(idle);
  }

  /** The state before the request that ended without a value. */
  #before(ended: "canceled" | "broken"): LoadState<T> {
    return this.#settled.kind === "idle" ? { kind: "idle", ended } : this.#settled;
  }

  #settle(load: LoadState<T>): LoadState<T> {
    this.#settled = load;
    this.#load.value = load;
    return load;
  }
}

function withFault<T>(before: LoadState<T>, part: T | null, { fault }: ServiceError): LoadState<T> {
  if (part !== null) return { kind: "stale", value: part, at: null, fault };
  switch (before.kind) {
    case "shown":
    case "stale":
      return { kind: "stale", value: before.value, at: before.at, fault };
    case "idle":
    case "failed":
    case "loading":
      return { kind: "failed", fault };
  }
}
