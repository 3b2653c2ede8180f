import type { Load } from "../load.ts";
import { Loader } from "../loader.ts";
import type { Target } from "../target.ts";
import type { CallConditions } from "./callCondition.ts";
import { callQueryOf } from "./callConditions.ts";
import type { CallCount } from "./callQuery.ts";

/** Counts calls by one set of conditions after the other; a new one aborts the request of the one before. */
export class CallCounter {
  readonly #loader: Loader<CallCount>;
  readonly #target: Target;
  readonly #now: () => number;
  #conditions: CallConditions | null = null;

  /** `now` gives milliseconds since the epoch. */
  constructor(target: Target, now: () => number) {
    this.#loader = new Loader(now);
    this.#target = target;
    this.#now = now;
  }

  /** What is counted; null for nothing yet. */
  get conditions(): CallConditions | null {
    return this.#conditions;
  }

  /** Never stale: the count of other conditions is no older form of this one. */
  get load(): Load<CallCount> {
    return this.#loader.load;
  }

  subscribe(listener: () => void): { dispose(): void } {
    return this.#loader.subscribe(listener);
  }

  /** Resolves when the count has come, has failed, or was given up. */
  async count(conditions: CallConditions): Promise<void> {
    const { service, project } = this.#target;
    this.#conditions = conditions;
    this.#loader.reset();
    await this.#loader.run((signal) => service.countCalls(callQueryOf(conditions, project, this.#now()), signal));
  }

  /** Gives up the request under way, and forgets what was counted. */
  clear(): void {
    this.#conditions = null;
    this.#loader.reset();
  }
}
