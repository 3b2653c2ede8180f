import type { LoadState } from "../async/loadState.ts";
import { Semaphore } from "../async/semaphore.ts";
import { ServiceError } from "../failures/fault.ts";
import type { ProjectClient } from "../projectClient.ts";
import { callQueryOf } from "./callConditions.ts";
import type { CallCount } from "./callQuery.ts";
import type { WatchedCount } from "./watchedCount.ts";

const mostRequests = 3;

/** Loads several counts with bounded concurrency. */
export class CountRounds {
  readonly #now: () => number;
  readonly #semaphore = new Semaphore(mostRequests);

  /** `now` gives milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts all in order. Resolves to the results of counts that were not restarted meanwhile. */
  async run(
    counts: readonly WatchedCount[],
    { service, project }: ProjectClient,
  ): Promise<readonly LoadState<CallCount>[]> {
    let refusal: ServiceError | null = null;
    const ask = async ({ saved: { conditions } }: WatchedCount, signal: AbortSignal) => {
      // Sends no further requests once rate limited.
      if (refusal !== null) throw refusal;
      try {
        return await service.countCalls(callQueryOf(conditions, project, this.#now()), signal);
      } catch (error) {
        if (error instanceof ServiceError && error.fault.kind === "rateLimited") refusal = error;
        throw error;
      }
    };
    const ended = await Promise.all(
      counts.map((count) => count.count((signal) => this.#semaphore.run(() => ask(count, signal), signal))),
    );
    return ended.filter((load) => load !== null);
  }
}
