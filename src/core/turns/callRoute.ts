import { type Fault, ServiceError } from "../failures/fault.ts";

/** Whether the service can show what calls say. One that cannot is older, and is asked for it only once. */
export class CallRoute {
  #missing: Fault | null = null;

  /** Why it cannot; null where it can, or has not been asked. */
  get missing(): Fault | null {
    return this.#missing;
  }

  /** Forgets what is known: there may be another service, or another version of it. */
  reset(): void {
    this.#missing = null;
  }

  /** Asks by the route, and fails at once where it is known to be missing. */
  async ask<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#missing !== null) throw new ServiceError(this.#missing);
    try {
      return await task();
    } catch (error) {
      if (error instanceof ServiceError && error.fault.kind === "routeMissing" && !signal.aborted)
        this.#missing = error.fault;
      throw error;
    }
  }
}
