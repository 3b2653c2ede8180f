import { Observable } from "../observable.ts";
import type { ProjectId } from "../session/projectId.ts";
import type { Thread } from "./thread.ts";

/** Keeps when a person last saw the threads of each project; milliseconds since the epoch. */
export interface SeenStore {
  seen(project: ProjectId): number | undefined;
  setSeen(project: ProjectId, time: number): Promise<void>;
}

/**
 * When the person last looked at a project's threads: the last time that rows arrived on screen before the view was
 * hidden, or the window closed. What has been updated since then is new. That moment is told by this machine's clock, and
 * updates by the clocks of the programs that were traced: where one is behind, or sends late, what it did shortly before
 * the look is missed; where one is ahead, what was on screen would stay new, and is remembered while the window is open.
 */
export class LastLook {
  readonly #store: SeenStore;
  readonly #look = new Observable<number | null>(null);
  readonly #now: () => number;
  #project: ProjectId | null = null;
  #onScreen: readonly Thread[] = [];
  /** When the threads were last updated that were on screen at the last look, and seem to be of a time after it. */
  #ahead: ReadonlyMap<string, number | null> = new Map();

  /** `now` gives milliseconds since the epoch. */
  constructor(store: SeenStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Milliseconds since the epoch; null when the person has never looked, and nothing counts as new. */
  get time(): number | null {
    return this.#look.value;
  }

  subscribe(listener: () => void): { dispose(): void } {
    return this.#look.subscribe(listener);
  }

  reset(project: ProjectId | null): void {
    this.#project = project;
    this.#onScreen = [];
    this.#take();
  }

  /** Rows arrived on screen. They stay new until the person looks away. */
  async loaded(at: number, threads: readonly Thread[]): Promise<void> {
    this.#onScreen = threads;
    await this.#keep(at);
  }

  /** The person looks away: what was on screen is new no more. */
  hidden(): void {
    this.#take();
  }

  async markAllSeen(at: number): Promise<void> {
    await this.#keep(at);
    this.#take();
  }

  /** A thread without a finished turn is not: it becomes new when one finishes. */
  isNew({ id, lastUpdated }: Thread): boolean {
    return isAfter(lastUpdated, this.time) && this.#ahead.get(id) !== lastUpdated;
  }

  async #keep(at: number): Promise<void> {
    if (this.#project !== null) await this.#store.setSeen(this.#project, at);
  }

  #take(): void {
    const seen = this.#project === null ? undefined : this.#store.seen(this.#project);
    // A time to come was stored while this machine's clock was ahead, and would hide all that is new until then.
    const time = seen === undefined ? null : Math.min(seen, this.#now());
    const ahead = this.#onScreen.filter(({ lastUpdated }) => isAfter(lastUpdated, time));
    this.#ahead = new Map(ahead.map(({ id, lastUpdated }) => [id, lastUpdated]));
    this.#look.value = time;
  }
}

function isAfter(lastUpdated: number | null, look: number | null): boolean {
  return lastUpdated !== null && look !== null && lastUpdated > look;
}
