import { ServiceError } from "../failures/fault.ts";
import type { Load } from "../load.ts";
import { Slots } from "../slots.ts";
import type { Target } from "../target.ts";
import { callQueryOf } from "./callConditions.ts";
import type { CallCount } from "./callQuery.ts";
import type { WatchedCount } from "./watchedCount.ts";

const mostRequests = 3;

/** Asks about several counts at once, and no more of the service than it can be expected to bear. */
export class CountRounds {
  readonly #now: () => number;
  readonly #slots = new Slots(mostRequests);

  /** `now` gives milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts each of them again, in order. Resolves to how those ended that were not begun anew meanwhile. */
  async run(counts: readonly WatchedCount[], { service, project }: Target): Promise<readonly Load<CallCount>[]> {
    let refusal: ServiceError | null = null;
    const ask = async ({ saved: { conditions } }: WatchedCount, signal: AbortSignal) => {
      // A service that asks for fewer requests gets no more of them.
      if (refusal !== null) throw refusal;
      try {
        return await service.countCalls(callQueryOf(conditions, project, this.#now()), signal);
      } catch (error) {
        if (error instanceof ServiceError && error.fault.kind === "rateLimited") refusal = error;
        throw error;
      }
    };
    const ended = await Promise.all(
      counts.map((count) => count.count((signal) => this.#slots.run(() => ask(count, signal), signal))),
    );
    return ended.filter((load) => load !== null);
  }
}
