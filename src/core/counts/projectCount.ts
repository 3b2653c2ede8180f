import { Loader } from "../async/loader.ts";
import type { LoadState } from "../async/loadState.ts";
import type { ProjectClient } from "../projectClient.ts";
import type { CallCount } from "./callQuery.ts";

/** The number of calls in the project and their storage size. */
export class ProjectCount {
  readonly #loader: Loader<CallCount>;
  #target: ProjectClient | null = null;

  /** `now` gives milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#loader = new Loader(now);
  }

  get load(): LoadState<CallCount> {
    return this.#loader.load;
  }

  subscribe(listener: (load: LoadState<CallCount>) => void): { dispose(): void } {
    return this.#loader.subscribe(listener);
  }

  /** Clears the count. Nothing is requested before `refresh`. */
  reset(target: ProjectClient | null): void {
    this.#target = target;
    this.#loader.reset();
  }

  /** Resolves to the result; null if there is no target or a newer request replaced this one. */
  async refresh(): Promise<LoadState<CallCount> | null> {
    const target = this.#target;
    if (target === null) return null;
    const { service, project } = target;
    return this.#loader.run((signal) => service.countCalls({ project, includeStorageSize: true }, signal));
  }
}
