import { Observable } from "../async/observable.ts";
import { keyText } from "../query/conversationKey.ts";
import type { ConversationSummary } from "../query/thread.ts";

/** Stores when the user last saw the threads of each place: see `OpenProject.place`. Milliseconds since the epoch. */
export interface SeenStore {
  seen(place: string): number | undefined;
  setSeen(place: string, time: number): Promise<void>;
}

/**
 * When the user last looked at a project's threads: the last time rows arrived on screen before the view was
 * hidden or the window closed. Threads updated since then are new. This time comes from the local clock, update times
 * from the clocks of traced programs: if one is behind or sends late, its changes shortly before
 * the look are missed; if one is ahead, threads on screen would stay new, so they are kept while the window is open.
 */
export class LastSeen {
  readonly #store: SeenStore;
  readonly #time = new Observable<number | null>(null);
  readonly #now: () => number;
  #place: string | null = null;
  #onScreen: readonly ConversationSummary[] = [];
  /** Update times, by key, of the threads on screen at the last look that seem to be later than it. */
  #ahead: ReadonlyMap<string, number | null> = new Map();

  /** `now` returns milliseconds since the epoch. */
  constructor(store: SeenStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Milliseconds since the epoch; null if the user has never looked: then nothing is new. */
  get time(): number | null {
    return this.#time.value;
  }

  subscribe(listener: () => void): { dispose(): void } {
    return this.#time.subscribe(listener);
  }

  reset(place: string | null): void {
    this.#place = place;
    this.#onScreen = [];
    this.#take();
  }

  /** Rows arrived on screen. New ones stay new until the view is hidden; the very first rows are not new. */
  async loaded(at: number, threads: readonly ConversationSummary[]): Promise<void> {
    this.#onScreen = threads;
    await this.#keep(at);
    if (this.time === null) this.#take();
  }

  /** The view was hidden: what was on screen is no longer new. */
  hidden(): void {
    this.#take();
  }

  async markAllSeen(at: number): Promise<void> {
    await this.#keep(at);
    this.#take();
  }

  /** A thread without a finished turn is not new; it becomes new when one finishes. */
  isNew(thread: ConversationSummary): boolean {
    const { lastUpdated } = thread;
    return isAfter(lastUpdated, this.time) && this.#ahead.get(keyText(thread)) !== lastUpdated;
  }

  async #keep(at: number): Promise<void> {
    if (this.#place !== null) await this.#store.setSeen(this.#place, at);
  }

  #take(): void {
    const seen = this.#place === null ? undefined : this.#store.seen(this.#place);
    // A future time was stored while the local clock was ahead; it would hide everything new until then.
    const time = seen === undefined ? null : Math.min(seen, this.#now());
    const ahead = this.#onScreen.filter(({ lastUpdated }) => isAfter(lastUpdated, time));
    this.#ahead = new Map(ahead.map((thread) => [keyText(thread), thread.lastUpdated]));
    this.#time.value = time;
  }
}

function isAfter(lastUpdated: number | null, lastSeen: number | null): boolean {
  return lastUpdated !== null && lastSeen !== null && lastUpdated > lastSeen;
}
