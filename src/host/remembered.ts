import type { ExtensionContext, Memento } from "vscode";
import { type ProjectId, parseProjectId } from "../core/projectId.ts";
import { defaultSort, formatSortKey, parseSortKey, type SortKey } from "../core/threadQuery.ts";

const mostRecentProjects = 10;

/** What the extension remembers between windows and starts; never a key. */
export class Remembered {
  readonly #everywhere: Memento;
  readonly #workspace: Memento;

  constructor({ globalState, workspaceState }: Pick<ExtensionContext, "globalState" | "workspaceState">) {
    this.#everywhere = globalState;
    this.#workspace = workspaceState;
  }

  /** The username last used at an origin. */
  username(origin: string): string | undefined {
    const name = this.#everywhere.get<unknown>(`username/${origin}`);
    return typeof name === "string" ? name : undefined;
  }

  async setUsername(origin: string, username: string | undefined): Promise<void> {
    await this.#everywhere.update(`username/${origin}`, username);
  }

  /** Projects chosen before, the latest first. */
  recentProjects(): readonly ProjectId[] {
    const stored = this.#everywhere.get<unknown>("recentProjects");
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((entry: unknown) => (typeof entry === "string" ? (parseProjectId(entry) ?? []) : []));
  }

  async addRecentProject(project: ProjectId): Promise<void> {
    const others = this.recentProjects().filter((recent) => recent !== project);
    await this.#everywhere.update("recentProjects", [project, ...others].slice(0, mostRecentProjects));
  }

  /** The order of a project's threads, as last chosen in this workspace. */
  sort(project: ProjectId): SortKey {
    return parseSortKey(this.#workspace.get<unknown>(`sort/${project}`)) ?? defaultSort;
  }

  async setSort(project: ProjectId, sort: SortKey): Promise<void> {
    await this.#workspace.update(`sort/${project}`, formatSortKey(sort));
  }
}
