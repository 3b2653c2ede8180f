import { Loader } from "../async/loader.ts";
import { type LoadState, shownValue } from "../async/loadState.ts";
import { Observable } from "../async/observable.ts";
import { Semaphore } from "../async/semaphore.ts";
import { ServiceError } from "../failures/fault.ts";
import type { ProjectClient } from "../projectClient.ts";
import { sameConditions } from "./callCondition.ts";
import { callQueryOf, isExact } from "./callConditions.ts";
import type { CallCount } from "./callQuery.ts";
import type { NewLooks } from "./countEdits.ts";
import { isReadable, type SavedCount, type SeenCount, type StoredCount, type StoredCounts } from "./savedCount.ts";

/** A saved count with its display state. */
export interface ShownCount {
  readonly saved: SavedCount;
  readonly load: LoadState<CallCount>;
  /** Change since last viewed; null if unknown. */
  readonly change: CountChange | null;
  /** Whether the status bar shows it. */
  readonly inStatusBar: boolean;
}

/** The change of a count since it was last viewed; `since` is the time of that count. */
export interface CountChange {
  readonly by: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

const mostRequests = 3;

/** The values of saved counts in this window. */
export class WatchedCounts {
  readonly #now: () => number;
  readonly #semaphore = new Semaphore(mostRequests);
  readonly #shown = new Observable<readonly ShownCount[]>([]);
  #counts: readonly WatchedCount[] = [];
  #inStatusBar: string | null = null;
  #unreadable = 0;

  /** `now` gives milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get shown(): readonly ShownCount[] {
    return this.#shown.value;
  }

  get unreadable(): number {
    return this.#unreadable;
  }

  subscribe(listener: () => void): { dispose(): void } {
    return this.#shown.subscribe(listener);
  }

  list(): readonly SavedCount[] {
    return this.#counts.map(({ saved }) => saved);
  }

  /** Takes over the stored counts; values are kept for unchanged conditions. */
  take({ entries, inStatusBar }: StoredCounts): void {
    const before = new Map(this.#counts.map((count) => [count.saved.id, count]));
    this.#counts = entries.filter(isReadable).map((entry) => {
      const count = before.get(entry.id);
      if (count === undefined || !sameConditions(count.saved.conditions, entry.conditions)) {
        return new WatchedCount(entry, this.#now, () => this.#show());
      }
      before.delete(entry.id);
      count.saved = { ...count.saved, name: entry.name };
      return count;
    });
    this.#unreadable = entries.length - this.#counts.length;
    this.#inStatusBar = inStatusBar;
    for (const gone of before.values()) gone.forget();
    this.#show();
  }

  /** Clears the values, and with `all` also the counts. */
  forget(all: boolean): void {
    const counts = this.#counts;
    if (all) this.#counts = [];
    for (const count of counts) count.forget();
  }

  /** Counts the selected counts in order. Resolves to the results of those that were not restarted meanwhile. */
  async ask(
    { service, project }: ProjectClient,
    chosen: (count: WatchedCount) => boolean,
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
    const counts = this.#counts.filter(chosen);
    // Marks all first: listeners run when a count starts, and may request the remaining ones.
    for (const count of counts) count.asked = true;
    const ended = await Promise.all(
      counts.map((count) => count.loader.run((signal) => this.#semaphore.run(() => ask(count, signal), signal))),
    );
    return ended.filter((load) => load !== null);
  }

  /** The viewed values by count ID. */
  looks(): NewLooks {
    return new Map(
      this.#counts.flatMap(({ saved: { id, conditions }, latest }) =>
        latest === undefined ? [] : [[id, { look: latest, conditions }] as const],
      ),
    );
  }

  /** Makes later changes relative to the current values. */
  markSeen(): void {
    for (const count of this.#counts) if (count.latest !== undefined) count.look = count.latest;
    this.#show();
  }

  #show(): void {
    this.#shown.value = this.#counts.map(({ saved, loader: { load }, change }) => {
      return { saved, load, change, inStatusBar: saved.id === this.#inStatusBar };
    });
  }
}

/** A saved count with its value in this window. */
export class WatchedCount {
  readonly loader: Loader<CallCount>;
  saved: SavedCount;
  look: SeenCount | null;
  /** The viewed value of the latest count; undefined before the first count. */
  latest: SeenCount | null | undefined;
  /** Whether it was ever requested. */
  asked = false;

  /** `onChange` is called when the value changes; `now` gives milliseconds since the epoch. */
  constructor({ look, ...saved }: StoredCount, now: () => number, onChange: () => void) {
    this.saved = saved;
    this.look = look;
    this.loader = new Loader(now);
    this.loader.subscribe((load) => {
      if (load.kind === "shown") {
        const { value, at } = load;
        this.latest = isExact(value, this.saved.conditions) ? { count: value.count, at } : null;
      }
      onChange();
    });
  }

  /** Null if either value is not exact, or there is no newer count than the viewed one. */
  get change(): CountChange | null {
    const { look } = this;
    const value = shownValue(this.loader.load);
    if (value === null || look === null || !isExact(value, this.saved.conditions)) return null;
    return this.latest?.at === look.at ? null : { by: value.count - look.count, since: look.at };
  }

  /** Clears the value, but not the last viewed value. */
  forget(): void {
    this.asked = false;
    this.latest = undefined;
    this.loader.reset();
  }
}
