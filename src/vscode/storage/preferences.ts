import type { ExtensionContext } from "vscode";
import { Observable } from "../../core/async/observable.ts";
import { type CallConditions, sameConditions } from "../../core/counts/callCondition.ts";
import type * as countSchemas from "../../core/counts/countSchemas.ts";
import {
  formatStoredCounts,
  type SavedCountStore,
  type SeenCounts,
  type StoredCounts,
} from "../../core/counts/savedCount.ts";
import { type ExportFormat, exportFormats } from "../../core/export/exportFormat.ts";
import type { Mask, Privacy } from "../../core/privacy/mask.ts";
import { type RememberedAccount, readAccounts } from "../../core/session/accounts.ts";
import { type ProjectId, parseProjectId } from "../../core/session/projectId.ts";
import type { SessionMemory } from "../../core/session/sessionPorts.ts";
import { readChoice, type WorkspaceChoice } from "../../core/session/workspaceChoice.ts";
import type { SeenStore } from "../../core/threads/lastLook.ts";
import { formatSort, parseSort, type SortKey } from "../../core/threads/threadQuery.ts";
import {
  formatFilter,
  readFilter,
  type ThreadFilter,
  type ThreadSelection,
} from "../../core/threads/threadSelection.ts";
import { listOf, type Memory, memoryOf, textOf } from "./memory.ts";

const mostRecent = { projects: 10, counts: 8 };

/**
 * What the extension remembers between windows and starts; never a key. VS Code stores all values of `globalState` as one,
 * and a window learns of changes in another a moment later, so each write may undo such a change. Only what the user
 * does writes to it; what is stored automatically is kept per workspace.
 */
export class Preferences implements SeenStore, SessionMemory, SavedCountStore {
  readonly #everywhere: Memory;
  readonly #workspace: Memory;
  readonly privacy: Privacy;
  /** Whether the user has ever signed in, opened the sample, or opened the view. */
  readonly used: Observable<boolean>;
  /** Loads what the methods for counts need. */
  readonly prepare: () => Promise<void>;
  #schemas: typeof countSchemas | null = null;

  /** `loadSchemas` loads the readers of stored counts, and with them zod, which takes longer than activation. */
  constructor(
    { globalState, workspaceState }: Pick<ExtensionContext, "globalState" | "workspaceState">,
    loadSchemas: () => Promise<typeof countSchemas>,
    privacy: Privacy = new Observable<Mask | null>(null),
  ) {
    this.#everywhere = memoryOf(globalState, privacy);
    this.#workspace = memoryOf(workspaceState, privacy);
    this.privacy = privacy;
    this.prepare = async () => {
      this.#schemas ??= await loadSchemas();
    };
    this.used = new Observable(this.#everywhere.get("used") === true || this.accounts().length > 0);
  }

  /** To be called when the user signs in, opens the sample, or opens the view. */
  async setUsed(): Promise<void> {
    if (this.used.value) return;
    this.used.value = true;
    await this.#everywhere.update("used", true);
  }

  /** The user name in use at an origin. */
  username(origin: string): string | undefined {
    return textOf(this.#everywhere, `username/${origin}`);
  }

  async setUsername(origin: string, username: string | undefined): Promise<void> {
    await this.#everywhere.update(`username/${origin}`, username);
  }

  /** Accounts that were signed in to, the latest first. */
  accounts(): readonly RememberedAccount[] {
    return readAccounts(this.#everywhere.get("accounts"));
  }

  async setAccounts(accounts: readonly RememberedAccount[]): Promise<void> {
    const entries = accounts.map(({ url, username, project }) => ({ url, username, project }));
    await this.#everywhere.update("accounts", entries);
  }

  /** Recently selected projects, the latest first. */
  recentProjects(): readonly ProjectId[] {
    const entries = listOf(this.#everywhere, "recentProjects");
    return entries.flatMap((entry) => (typeof entry === "string" ? (parseProjectId(entry) ?? []) : []));
  }

  async addRecentProject(project: ProjectId): Promise<void> {
    const others = this.recentProjects().filter((recent) => recent !== project);
    await this.#everywhere.update("recentProjects", [project, ...others].slice(0, mostRecent.projects));
  }

  /** What the user has chosen in this workspace. */
  choice(): WorkspaceChoice {
    return readChoice(this.#workspace.get("choice"));
  }

  async setChoice(choice: WorkspaceChoice): Promise<void> {
    await this.#workspace.update("choice", choice);
  }

  /** The project of the workspace's settings that was shown in a message. */
  namedProject(): string | undefined {
    return textOf(this.#workspace, "namedProject");
  }

  async setNamedProject(project: ProjectId): Promise<void> {
    await this.#workspace.update("namedProject", project);
  }

  /** Whether the user has agreed that the key is used in this workspace's container. */
  mayUseKey(): boolean {
    return this.#workspace.get("mayUseKey") === true;
  }

  async setMayUseKey(may: boolean): Promise<void> {
    await this.#workspace.update("mayUseKey", may || undefined);
  }

  /** The selection of threads of a project in this workspace; `otherwise` is the default. */
  selection(project: ProjectId | null, otherwise: ThreadSelection): ThreadSelection {
    if (project === null) return otherwise;
    const filter = readFilter(this.#workspace.get(`filter/${project}`)) ?? otherwise.filter;
    return {
      sort: parseSort(this.#workspace.get(`sort/${project}`)) ?? otherwise.sort,
      filter: this.privacy.value?.filter(filter) ?? filter,
    };
  }

  async setSort(project: ProjectId, sort: readonly SortKey[]): Promise<void> {
    await this.#workspace.update(`sort/${project}`, formatSort(sort));
  }

  async setFilter(project: ProjectId, filter: ThreadFilter | undefined): Promise<void> {
    await this.#workspace.update(`filter/${project}`, filter && formatFilter(filter));
  }

  /** Whether only threads with errors of a project are shown in this workspace. */
  onlyErrors(project: ProjectId | null): boolean {
    return project !== null && this.#workspace.get(`onlyErrors/${project}`) === true;
  }

  async setOnlyErrors(project: ProjectId, onlyErrors: boolean): Promise<void> {
    await this.#workspace.update(`onlyErrors/${project}`, onlyErrors || undefined);
  }

  /** The URI of the folder that a file was last saved to from this workspace. */
  saveFolder(): string | undefined {
    return textOf(this.#workspace, "saveFolder");
  }

  async setSaveFolder(folder: string): Promise<void> {
    await this.#workspace.update("saveFolder", folder);
  }

  /** The format of the last export. */
  exportFormat(): ExportFormat | undefined {
    return exportFormats.find((known) => known === this.#everywhere.get("exportFormat"));
  }

  async setExportFormat(format: ExportFormat): Promise<void> {
    await this.#everywhere.update("exportFormat", format);
  }

  /** When the threads of a project were last shown in this workspace, in milliseconds since the epoch. */
  seen(project: ProjectId): number | undefined {
    const time = this.#workspace.get(`seen/${project}`);
    return typeof time === "number" ? time : undefined;
  }

  async setSeen(project: ProjectId, time: number): Promise<void> {
    await this.#workspace.update(`seen/${project}`, time);
  }

  /** The saved counts of a project. */
  load(project: ProjectId): StoredCounts {
    const counts = this.#prepared.readStoredCounts(this.#everywhere.get(`savedCounts/${project}`));
    return this.privacy.value?.counts(counts) ?? counts;
  }

  async save(project: ProjectId, counts: StoredCounts): Promise<void> {
    await this.#everywhere.update(`savedCounts/${project}`, formatStoredCounts(counts));
  }

  /** The last viewed values of the saved counts of a project in this workspace. */
  loadSeen(project: ProjectId): SeenCounts {
    const seen = this.#prepared.readSeenCounts(this.#workspace.get(`seenCounts/${project}`));
    return this.privacy.value?.seen(seen) ?? seen;
  }

  async saveSeen(project: ProjectId, seen: SeenCounts): Promise<void> {
    await this.#workspace.update(`seenCounts/${project}`, Object.fromEntries(seen));
  }

  /** IDs of the saved counts of a project that were reported in this workspace as above their threshold. */
  passedCounts(project: ProjectId): readonly string[] {
    return listOf(this.#workspace, `passedCounts/${project}`).filter((id) => typeof id === "string");
  }

  async setPassedCounts(project: ProjectId, ids: readonly string[]): Promise<void> {
    await this.#workspace.update(`passedCounts/${project}`, ids);
  }

  /** The latest first. */
  recentCounts(project: ProjectId): readonly CallConditions[] {
    const { readConditions } = this.#prepared;
    const all = listOf(this.#everywhere, `recentCounts/${project}`).flatMap((entry) => readConditions(entry) ?? []);
    return all.map((conditions) => this.privacy.value?.conditions(conditions) ?? conditions);
  }

  async addRecentCount(project: ProjectId, conditions: CallConditions): Promise<void> {
    const others = this.recentCounts(project).filter((other) => !sameConditions(other, conditions));
    await this.#everywhere.update(`recentCounts/${project}`, [conditions, ...others].slice(0, mostRecent.counts));
  }

  get #prepared(): typeof countSchemas {
    if (this.#schemas === null) throw new Error("Stored counts are read only after prepare().");
    return this.#schemas;
  }
}
