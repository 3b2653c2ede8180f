import type { Memento } from "vscode";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import { readConditions } from "../../core/counts/callConditions.ts";
import {
  formatStoredCounts,
  readStoredCounts,
  type SavedCountStore,
  type StoredCounts,
} from "../../core/counts/storedCounts.ts";
import type { ProjectId } from "../../core/session/projectId.ts";

const mostRecent = 8;

/** The saved and recent counts of each project. */
export class CountPreferences implements SavedCountStore {
  readonly #everywhere: Memento;

  constructor(globalState: Memento) {
    this.#everywhere = globalState;
  }

  load(project: ProjectId): StoredCounts {
    return readStoredCounts(this.#everywhere.get<unknown>(`savedCounts/${project}`));
  }

  async save(project: ProjectId, counts: StoredCounts): Promise<void> {
    await this.#everywhere.update(`savedCounts/${project}`, formatStoredCounts(counts));
  }

  /** The latest first. */
  recent(project: ProjectId): readonly CallConditions[] {
    const stored = this.#everywhere.get<unknown>(`recentCounts/${project}`);
    return Array.isArray(stored) ? stored.flatMap((entry: unknown) => readConditions(entry) ?? []) : [];
  }

  async add(project: ProjectId, conditions: CallConditions): Promise<void> {
    const same = JSON.stringify(conditions);
    const others = this.recent(project).filter((other) => JSON.stringify(other) !== same);
    await this.#everywhere.update(`recentCounts/${project}`, [conditions, ...others].slice(0, mostRecent));
  }
}
