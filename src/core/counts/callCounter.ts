import { Loader } from "../async/loader.ts";
import type { LoadState } from "../async/loadState.ts";
import { countCalls } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { CallCount } from "../query/callQuery.ts";
import type { CallConditions } from "./callCondition.ts";
import { callQueryOf } from "./countedQuery.ts";

/** Counts calls; a new count aborts the previous request. */
export class CallCounter {
  readonly #loader: Loader<CallCount>;
  readonly #target: ProjectClient;
  readonly #now: () => number;
  #conditions: CallConditions | null = null;

  /** `now` returns milliseconds since the epoch. */
  constructor(target: ProjectClient, now: () => number) {
    this.#loader = new Loader(now);
    this.#target = target;
    this.#now = now;
  }

  /** The conditions that are counted; null if none. */
  get conditions(): CallConditions | null {
    return this.#conditions;
  }

  /** Never stale: the count of other conditions is not an older value of this one. */
  get load(): LoadState<CallCount> {
    return this.#loader.load;
  }

  subscribe(listener: () => void): { dispose(): void } {
    return this.#loader.subscribe(listener);
  }

  /** Resolves when the count is loaded, failed or canceled. */
  async count(conditions: CallConditions): Promise<void> {
    const { service, project } = this.#target;
    this.#conditions = conditions;
    this.#loader.reset();
    await this.#loader.run((signal) => service.ask(countCalls, callQueryOf(conditions, project, this.#now()), signal));
  }

  /** Cancels the pending request and clears the count. */
  clear(): void {
    this.#conditions = null;
    this.#loader.reset();
  }
}
