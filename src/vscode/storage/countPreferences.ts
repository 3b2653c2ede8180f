import { type CallConditions, sameConditions } from "../../core/counts/callCondition.ts";
import type { CountEdit } from "../../core/counts/countEdits.ts";
import type * as countSchemas from "../../core/counts/countSchemas.ts";
import {
  formatStoredCounts,
  type SavedCountStore,
  type SeenCounts,
  type StoredCounts,
} from "../../core/counts/savedCount.ts";
import type { Privacy } from "../../core/privacy/mask.ts";
import { listIn, type Memory, type SharedMemory } from "./memory.ts";

const mostRecent = 8;

/**
 * Saved and recent counts, which all windows share, and what each workspace has seen of them. Places are those of
 * `Preferences.placeOf`.
 */
export class CountPreferences implements SavedCountStore {
  readonly #shared: SharedMemory;
  readonly #workspace: Memory;
  readonly #schemas: () => typeof countSchemas;
  readonly #privacy: Privacy;

  constructor(shared: SharedMemory, workspace: Memory, schemas: () => typeof countSchemas, privacy: Privacy) {
    this.#shared = shared;
    this.#workspace = workspace;
    this.#schemas = schemas;
    this.#privacy = privacy;
  }

  /** The saved counts of a place. */
  load(place: string): StoredCounts {
    return this.#readCounts(this.#shared.get(`savedCounts/${place}`));
  }

  async change(place: string, edit: CountEdit): Promise<boolean> {
    let edited: StoredCounts | null = null;
    await this.#shared.update(`savedCounts/${place}`, (stored) => {
      edited = edit(this.#readCounts(stored));
      return edited === null ? undefined : formatStoredCounts(edited);
    });
    return edited !== null;
  }

  /** The last viewed values of the saved counts of a place in this workspace. */
  loadSeen(place: string): SeenCounts {
    const seen = this.#schemas().readSeenCounts(this.#workspace.get(`seenCounts/${place}`));
    return this.#privacy.value?.seen(seen) ?? seen;
  }

  async saveSeen(place: string, seen: SeenCounts): Promise<void> {
    await this.#workspace.update(`seenCounts/${place}`, Object.fromEntries(seen));
  }

  /** IDs of the saved counts of a place that were reported in this workspace as above their threshold. */
  passedCounts(place: string): readonly string[] {
    return listIn(this.#workspace.get(`passedCounts/${place}`)).filter((id) => typeof id === "string");
  }

  async setPassedCounts(place: string, ids: readonly string[]): Promise<void> {
    await this.#workspace.update(`passedCounts/${place}`, ids);
  }

  /** The latest first. */
  recentCounts(place: string): readonly CallConditions[] {
    return this.#readRecent(this.#shared.get(`recentCounts/${place}`));
  }

  async addRecentCount(place: string, conditions: CallConditions): Promise<void> {
    await this.#shared.update(`recentCounts/${place}`, (stored) => {
      const others = this.#readRecent(stored).filter((other) => !sameConditions(other, conditions));
      return [conditions, ...others].slice(0, mostRecent);
    });
  }

  #readCounts(stored: unknown): StoredCounts {
    const counts = this.#schemas().readStoredCounts(stored);
    return this.#privacy.value?.counts(counts) ?? counts;
  }

  #readRecent(stored: unknown): readonly CallConditions[] {
    const all = listIn(stored).flatMap((entry) => this.#schemas().readConditions(entry) ?? []);
    return all.map((conditions) => this.#privacy.value?.conditions(conditions) ?? conditions);
  }
}
