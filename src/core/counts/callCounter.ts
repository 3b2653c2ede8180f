import { Loader } from "../async/loader.ts";
import { countCalls } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { CallCount } from "../query/callQuery.ts";
import type { CallConditions } from "./callCondition.ts";
import { callQueryOf } from "./countedQuery.ts";

/** Counts calls. It is never stale: the count of other conditions is not an older value of this one. */
export class CallCounter extends Loader<CallCount> {
  readonly #target: ProjectClient;
  readonly #now: () => number;
  #conditions: CallConditions | null = null;

  constructor(target: ProjectClient, now: () => number) {
    super(now);
    this.#target = target;
    this.#now = now;
  }

  /** The conditions that are counted; null if none. */
  get conditions(): CallConditions | null {
    return this.#conditions;
  }

  /** Aborts the previous request. Resolves when the count is loaded, failed or canceled. */
  async count(conditions: CallConditions): Promise<void> {
    const { service, project } = this.#target;
    this.#conditions = conditions;
    this.reset();
    await this.run((signal) => service.ask(countCalls, callQueryOf(conditions, project, this.#now()), signal));
  }

  /** Cancels the pending request and clears the count. */
  clear(): void {
    this.#conditions = null;
    this.reset();
  }
}
