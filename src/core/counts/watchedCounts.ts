import { Loader } from "../async/loader.ts";
import { type LoadState, shownValue } from "../async/loadState.ts";
import { Observable } from "../async/observable.ts";
import { Semaphore } from "../async/semaphore.ts";
import { ServiceError } from "../failures/fault.ts";
import { countCalls } from "../port/operations.ts";
import { backgroundClient, type ProjectClient } from "../port/projectClient.ts";
import type { CallCount } from "../query/callQuery.ts";
import { type CallConditions, isExact, sameConditions } from "./callCondition.ts";
import { isReadable, type SavedCount, type SeenCount, type SeenCounts, type StoredCounts } from "./savedCount.ts";

/** A count of the Counts view with its display state. */
export interface ShownCount {
  readonly saved: SavedCount;
  /** It is shown in this window only, and not stored. */
  readonly isTemporary: boolean;
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

/** Maximum number of counts that are not stored. */
const mostTemporary = 5;

/** The values of saved counts in this window. */
export class WatchedCounts {
  readonly #now: () => number;
  readonly #semaphore = new Semaphore(mostRequests);
  /** Requests of the user do not wait for others. */
  readonly #automatic = new Semaphore(mostRequests);
  readonly #shown = new Observable<readonly ShownCount[]>([]);
  #counts: readonly WatchedCount[] = [];
  /** Counts that are not stored, the latest first. */
  #temporary: readonly SavedCount[] = [];
  #inStatusBar: string | null = null;
  #unreadable = 0;

  /** `now` returns milliseconds since the epoch. */
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

  /** Adds a count that is not stored, unless one has these conditions; returns its ID. The next `take` shows it. */
  show(conditions: CallConditions, name: string): string {
    const known = this.#counts.find(({ saved }) => sameConditions(saved.conditions, conditions))?.saved;
    if (known !== undefined && !this.#isTemporary(known.id)) return known.id;
    const entry = { id: known?.id ?? crypto.randomUUID(), name, conditions };
    this.hide(entry.id);
    this.#temporary = [entry, ...this.#temporary].slice(0, mostTemporary);
    return entry.id;
  }

  /** Removes a count that is not stored. */
  hide(id: string): void {
    this.#temporary = this.#temporary.filter((entry) => entry.id !== id);
  }

  /** Takes over the stored counts and viewed values; values of this window are kept for unchanged conditions. */
  take({ entries, inStatusBar }: StoredCounts, seen: SeenCounts): void {
    const before = new Map(this.#counts.map((count) => [count.saved.id, count]));
    const readable = entries.filter(isReadable);
    // A count that was saved meanwhile keeps its ID.
    for (const { id } of readable) this.hide(id);
    this.#counts = [...this.#temporary, ...readable].map((entry) => {
      const count = before.get(entry.id);
      if (count === undefined || !sameConditions(count.saved.conditions, entry.conditions)) {
        return new WatchedCount(entry, seen.get(entry.id), this.#now, () => this.#show());
      }
      before.delete(entry.id);
      count.saved = { ...entry, conditions: count.saved.conditions };
      return count;
    });
    this.#unreadable = entries.length - readable.length;
    this.#inStatusBar = inStatusBar;
    for (const gone of before.values()) gone.forget();
    this.#show();
  }

  /** Cancels all requests; earlier values stay. */
  stop(): void {
    for (const { loader } of this.#counts) loader.stop();
  }

  /** Clears the values, and with `all` also the counts. */
  forget(all: boolean): void {
    const counts = this.#counts;
    if (all) this.#counts = this.#temporary = [];
    for (const count of counts) count.forget();
  }

  /** Counts the selected counts in order. Resolves to the results of those that were not restarted meanwhile. */
  async ask(target: ProjectClient, chosen: (count: WatchedCount) => boolean, isAutomatic: boolean) {
    const { service, project } = isAutomatic ? backgroundClient(target) : target;
    const semaphore = isAutomatic ? this.#automatic : this.#semaphore;
    let refusal: ServiceError | null = null;
    const ask = async ({ saved: { conditions } }: WatchedCount, signal: AbortSignal) => {
      // Sends no further requests once rate limited.
      if (refusal !== null) throw refusal;
      try {
        const { callQueryOf } = await import("./countedQuery.ts");
        signal.throwIfAborted();
        return await service.ask(countCalls, callQueryOf(conditions, project, this.#now()), signal);
      } catch (error) {
        if (error instanceof ServiceError && error.fault.kind === "rateLimited") refusal = error;
        throw error;
      }
    };
    const counts = this.#counts.filter(chosen);
    // Marks all first: listeners run when a count starts, and may request the remaining ones.
    for (const count of counts) count.requested = true;
    const ended = await Promise.all(
      counts.map((count) => count.loader.run((signal) => semaphore.run(() => ask(count, signal), signal))),
    );
    return ended.filter((load) => load !== null);
  }

  /** The viewed values to store: those of this window, unless another window has stored a later one. */
  seen(stored: SeenCounts): SeenCounts {
    return new Map(
      this.#counts.flatMap(({ saved: { id, conditions }, latest }) => {
        if (this.#isTemporary(id)) return [];
        const before = stored.get(id);
        const known = before !== undefined && sameConditions(before.conditions, conditions) ? before : null;
        const later = latest === undefined || (latest && known && known.at >= latest.at) ? known : latest;
        return later === null ? [] : [[id, later]];
      }),
    );
  }

  /** Makes later changes relative to the current values. */
  markSeen(): void {
    for (const count of this.#counts) if (count.latest !== undefined) count.lastSeen = count.latest;
    this.#show();
  }

  #isTemporary(id: string): boolean {
    return this.#temporary.some((entry) => entry.id === id);
  }

  #show(): void {
    this.#shown.value = this.#counts.map(({ saved, loader: { load }, change }) => {
      const isTemporary = this.#isTemporary(saved.id);
      return { saved, isTemporary, load, change, inStatusBar: saved.id === this.#inStatusBar };
    });
  }
}

/** A saved count with its value in this window. */
export class WatchedCount {
  readonly loader: Loader<CallCount>;
  saved: SavedCount;
  lastSeen: SeenCount | null;
  /** The latest count as a viewed value, null if it is not exact; undefined before the first count. */
  latest: SeenCount | null | undefined;
  /** Whether it was ever requested. */
  requested = false;

  /** `onChange` is called when the value changes; `now` returns milliseconds since the epoch. */
  constructor(saved: SavedCount, seen: SeenCount | undefined, now: () => number, onChange: () => void) {
    this.saved = saved;
    this.lastSeen = seen !== undefined && sameConditions(seen.conditions, saved.conditions) ? seen : null;
    this.loader = new Loader(now);
    this.loader.subscribe((load) => {
      if (load.kind === "shown") {
        const { value, at } = load;
        const { conditions } = this.saved;
        this.latest = isExact(value, conditions) ? { count: value.count, at, conditions } : null;
      }
      onChange();
    });
  }

  /** Null if either value is not exact, or there is no newer count than the viewed one. */
  get change(): CountChange | null {
    const { lastSeen } = this;
    const value = shownValue(this.loader.load);
    if (value === null || lastSeen === null || !isExact(value, this.saved.conditions)) return null;
    return this.latest?.at === lastSeen.at ? null : { by: value.count - lastSeen.count, since: lastSeen.at };
  }

  /** Clears the value, but not the last viewed value. */
  forget(): void {
    this.requested = false;
    this.latest = undefined;
    this.loader.reset();
  }
}
