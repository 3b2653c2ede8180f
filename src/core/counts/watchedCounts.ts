import type { LoadState } from "../async/loadState.ts";
import { Observable } from "../async/observable.ts";
import type { ProjectClient } from "../projectClient.ts";
import type { CallCount } from "./callQuery.ts";
import type { NewLooks } from "./countEdits.ts";
import { CountRounds } from "./countRounds.ts";
import { type SavedCount, sameConditions } from "./savedCount.ts";
import { isReadable, type StoredCounts } from "./storedCounts.ts";
import { type CountChange, WatchedCount } from "./watchedCount.ts";

/** A saved count with its display state. */
export interface ShownCount {
  readonly saved: SavedCount;
  readonly load: LoadState<CallCount>;
  /** Change since last viewed; null if unknown. */
  readonly change: CountChange | null;
  /** Whether the status bar shows it. */
  readonly inStatusBar: boolean;
}

/** The values of saved counts in this window. */
export class WatchedCounts {
  readonly #now: () => number;
  readonly #rounds: CountRounds;
  readonly #shown = new Observable<readonly ShownCount[]>([]);
  #counts: readonly WatchedCount[] = [];
  #inStatusBar: string | null = null;
  #unreadable = 0;

  /** `now` gives milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
    this.#rounds = new CountRounds(now);
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
      count.rename(entry.name);
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

  /** Counts the selected counts. Resolves to the results of completed counts. */
  async ask(target: ProjectClient, chosen: (count: WatchedCount) => boolean): Promise<readonly LoadState<CallCount>[]> {
    const counts = this.#counts.filter(chosen);
    // Marks all first: listeners run when a count starts, and may request the remaining ones.
    for (const count of counts) count.noteAsked();
    return this.#rounds.run(counts, target);
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
    for (const count of this.#counts) count.markSeen();
    this.#show();
  }

  #show(): void {
    this.#shown.value = this.#counts.map(({ saved, load, change }) => {
      return { saved, load, change, inStatusBar: saved.id === this.#inStatusBar };
    });
  }
}
