import { Loader } from "../async/loader.ts";
import { type LoadState, shownValue } from "../async/loadState.ts";
import type { CallCount } from "./callQuery.ts";
import { isExact, type SavedCount, type SeenCount } from "./savedCount.ts";
import type { StoredCount } from "./storedCounts.ts";

/** The change of a count since it was last viewed; `since` is the time of that count. */
export interface CountChange {
  readonly by: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** A saved count with its value in this window. */
export class WatchedCount {
  readonly #loader: Loader<CallCount>;
  #saved: SavedCount;
  #look: SeenCount | null;
  /** The viewed value of the latest count; undefined before the first count. */
  #latest: SeenCount | null | undefined;
  #asked = false;

  /** `onChange` is called when the value changes; `now` gives milliseconds since the epoch. */
  constructor({ id, name, conditions, look }: StoredCount, now: () => number, onChange: () => void) {
    this.#saved = { id, name, conditions };
    this.#look = look;
    this.#loader = new Loader(now);
    this.#loader.subscribe((load) => {
      if (load.kind === "shown") this.#latest = this.#lookAt(load);
      onChange();
    });
  }

  get saved(): SavedCount {
    return this.#saved;
  }

  get load(): LoadState<CallCount> {
    return this.#loader.load;
  }

  /** Null if either value is not exact, or there is no newer count than the viewed one. */
  get change(): CountChange | null {
    const value = shownValue(this.load);
    if (value === null || this.#look === null || !isExact(value, this.#saved.conditions)) return null;
    if (this.#latest?.at === this.#look.at) return null;
    return { by: value.count - this.#look.count, since: this.#look.at };
  }

  /** The latest value; undefined before the first count. */
  get latest(): SeenCount | null | undefined {
    return this.#latest;
  }

  /** Whether it was ever requested. */
  get asked(): boolean {
    return this.#asked;
  }

  noteAsked(): void {
    this.#asked = true;
  }

  rename(name: string): void {
    this.#saved = { ...this.#saved, name };
  }

  /** Resolves to the result; null if a newer request replaced this one. */
  count(ask: (signal: AbortSignal) => Promise<CallCount>): Promise<LoadState<CallCount> | null> {
    return this.#loader.run(ask);
  }

  /** Makes later changes relative to the latest value. */
  markSeen(): void {
    if (this.#latest !== undefined) this.#look = this.#latest;
  }

  /** Clears the value, but not the last viewed value. */
  forget(): void {
    this.#asked = false;
    this.#latest = undefined;
    this.#loader.reset();
  }

  #lookAt({ value, at }: Extract<LoadState<CallCount>, { kind: "shown" }>): SeenCount | null {
    return isExact(value, this.#saved.conditions) ? { count: value.count, at } : null;
  }
}
