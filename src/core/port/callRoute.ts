import { type Fault, ServiceError } from "../failures/fault.ts";
import type { ConversationKind } from "../query/conversationKey.ts";

/** Whether the service supports a route. An older service does not, and is asked only once. */
export class CallRoute {
  #missing: Fault | null;

  /** `missing` is why the service is known not to support it. */
  constructor(missing: Fault | null = null) {
    this.#missing = missing;
  }

  /** Why it does not; null if it does or was not asked. */
  get missing(): Fault | null {
    return this.#missing;
  }

  /** The route to what is inside conversations of a kind: only threads need this one. */
  to(kind: ConversationKind): Pick<CallRoute, "missing" | "ask"> {
    return kind === "thread" ? this : { missing: null, ask: (task) => task() };
  }

  /** Resets the state: the service or its version may have changed. */
  reset(): void {
    this.#missing = null;
  }

  /** Sends the request, or fails at once if the route is known to be missing. */
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
