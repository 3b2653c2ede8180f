import { ServiceError } from "./failures/fault.ts";
import { idle, type Load, shownValue } from "./load.ts";
import { Observable } from "./observable.ts";

/** Fetches a value, one request at a time, and keeps how far that has come. */
export class Loader<T> {
  readonly #load = new Observable<Load<T>>(idle);
  readonly #now: () => number;
  /** What to go back to when the request under way is given up. */
  #settled: Load<T> = idle;
  #controller: AbortController | null = null;
  /** What has arrived of the request under way. */
  #part: T | null = null;

  /** `now` gives milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get load(): Load<T> {
    return this.#load.value;
  }

  subscribe(listener: (load: Load<T>) => void): { dispose(): void } {
    return this.#load.subscribe(listener);
  }

  /**
   * Replaces the value by what `fetch` resolves to; a request still under way is aborted first. `show` puts a part on
   * screen before the whole is there; without it the old value stays. When the service fails, what was on screen stays
   * as stale. Anything but a `ServiceError` is a bug and rejects. Resolves to how it ended; null when it was given up.
   */
  async run(fetch: (signal: AbortSignal, show: (part: T) => void) => Promise<T>): Promise<Load<T> | null> {
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
        this.#settle(this.#settled);
        throw error;
      }
      return this.#settle(withFault(this.#settled, this.#part, error));
    }
  }

  /** Gives up the request under way and shows what was there before it. */
  cancel(): void {
    if (this.#load.value.kind !== "loading") return;
    this.#controller?.abort();
    this.#settle(this.#settled);
  }

  /** Gives up the request under way and keeps the part of it that has been shown; without one, what was there before. */
  stop(): void {
    if (this.#load.value.kind !== "loading") return;
    this.#controller?.abort();
    this.#settle(this.#part === null ? this.#settled : { kind: "shown", value: this.#part, at: this.#now() });
  }

  /** Forgets the value and gives up the request under way. */
  reset(): void {
    this.#controller?.abort();
    this.#settle(idle);
  }

  #settle(load: Load<T>): Load<T> {
    this.#settled = load;
    this.#load.value = load;
    return load;
  }
}

function withFault<T>(before: Load<T>, part: T | null, { fault }: ServiceError): Load<T> {
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
