import { type Load, shownValue } from "../load.ts";
import { Loader } from "../loader.ts";
import type { CallCount } from "./callQuery.ts";
import { isExact, type Look, type SavedCount } from "./savedCount.ts";
import type { StoredCount } from "./storedCounts.ts";

/** How much a count has changed since a person last looked; `since` is when that was counted. */
export interface CountChange {
  readonly by: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** A saved count with its value as far as this window knows it. */
export class WatchedCount {
  readonly #loader: Loader<CallCount>;
  #saved: SavedCount;
  #look: Look | null;
  /** What there is to see at the latest count; undefined before the first. */
  #latest: Look | null | undefined;
  #asked = false;

  /** `onChange` hears of every change of the value; `now` gives milliseconds since the epoch. */
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

  get load(): Load<CallCount> {
    return this.#loader.load;
  }

  /** Null where the last look or the value is not exact, and where the value is what was seen at the last look. */
  get change(): CountChange | null {
    const value = shownValue(this.load);
    if (value === null || this.#look === null || !isExact(value, this.#saved.conditions)) return null;
    if (this.#latest?.at === this.#look.at) return null;
    return { by: value.count - this.#look.count, since: this.#look.at };
  }

  /** The latest value as a look; undefined before the first. */
  get latest(): Look | null | undefined {
    return this.#latest;
  }

  /** Whether it was ever asked for. */
  get asked(): boolean {
    return this.#asked;
  }

  noteAsked(): void {
    this.#asked = true;
  }

  rename(name: string): void {
    this.#saved = { ...this.#saved, name };
  }

  /** Resolves to how it ended; null when a newer request took its place. */
  count(ask: (signal: AbortSignal) => Promise<CallCount>): Promise<Load<CallCount> | null> {
    return this.#loader.run(ask);
  }

  /** From here on changes are told against the latest value. */
  markSeen(): void {
    if (this.#latest !== undefined) this.#look = this.#latest;
  }

  /** Forgets the value, but not the last look. */
  forget(): void {
    this.#asked = false;
    this.#latest = undefined;
    this.#loader.reset();
  }

  #lookAt({ value, at }: Extract<Load<CallCount>, { kind: "shown" }>): Look | null {
    return isExact(value, this.#saved.conditions) ? { count: value.count, at } : null;
  }
}
