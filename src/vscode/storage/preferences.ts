import { hostname } from "node:os";
import type { ExtensionContext } from "vscode";
import { Observable } from "../../core/async/observable.ts";
import type { SeenStore } from "../../core/conversations/lastSeen.ts";
import {
  formatFilter,
  readFilter,
  type ThreadFilter,
  type ThreadSelection,
} from "../../core/conversations/threadSelection.ts";
import type * as countSchemas from "../../core/counts/countSchemas.ts";
import { type ExportFormat, exportFormats } from "../../core/export/exportFormat.ts";
import type { Mask, Privacy } from "../../core/privacy/mask.ts";
import { type ProjectId, readProjectIds } from "../../core/query/projectId.ts";
import { formatSort, parseSort, type SortKey } from "../../core/query/threadQuery.ts";
import { type RememberedAccount, readAccounts } from "../../core/session/accounts.ts";
import type { Session } from "../../core/session/session.ts";
import type { SessionMemory } from "../../core/session/sessionPorts.ts";
import { readChoice, type WorkspaceChoice } from "../../core/session/workspaceChoice.ts";
import { CountPreferences } from "./countPreferences.ts";
import {
  listIn,
  type Memory,
  memoryOf,
  type SharedMemory,
  type Stored,
  sharedMemoryOf,
  storedFlag,
  storedText,
  storedValue,
} from "./memory.ts";
import { ProjectOwners } from "./projectOwners.ts";

const mostRecent = 10;

/**
 * What the extension remembers between windows and starts; never a key. VS Code stores all values of `globalState` as one,
 * and a window learns of changes in another a moment later, so each write may undo such a change. Only choices without
 * consequences remain there: `used`, the export format, and user names, which each sign-in stores again. Accounts, recent
 * projects and counts are changed one window at a time, in files. What is stored automatically is kept per workspace.
 */
export class Preferences implements SeenStore, SessionMemory {
  readonly #everywhere: Memory;
  readonly #shared: SharedMemory;
  readonly #workspace: Memory;
  readonly privacy: Privacy;
  /** Whether the user has ever signed in, opened the sample, or opened the view. */
  readonly used: Observable<boolean>;
  /** To be used after `prepare`. */
  readonly counts: CountPreferences;
  readonly prepare: (session: Session) => Promise<void>;
  /** Whether the local collector of this machine runs, which may be a remote one: it is on until it is stopped. */
  readonly collecting: Stored<boolean>;
  /** The format of the last export. */
  readonly exportFormat: Stored<ExportFormat | undefined>;
  /** The URI of the folder that a file was last saved to from this workspace. */
  readonly saveFolder: Stored<string | undefined>;
  /** The project of the workspace's settings that was shown in a message. */
  readonly namedProject: Stored<string | undefined>;
  /** Whether the user has agreed that the key is used in this workspace's container. */
  readonly mayUseKey: Stored<boolean>;
  readonly #owners: ProjectOwners;

  /** `loadSchemas` loads the readers of stored counts, and with them zod, which takes longer than activation. */
  constructor(
    { globalState, workspaceState }: Pick<ExtensionContext, "globalState" | "workspaceState">,
    shared: SharedMemory & { start(): void },
    loadSchemas: () => Promise<typeof countSchemas>,
    privacy: Privacy = new Observable<Mask | null>(null),
  ) {
    this.#everywhere = memoryOf(globalState, privacy);
    this.#shared = sharedMemoryOf(shared, privacy);
    this.#workspace = memoryOf(workspaceState, privacy);
    this.collecting = storedFlag(this.#everywhere, `collecting/${hostname()}`);
    this.exportFormat = storedValue(this.#everywhere, "exportFormat", (stored) =>
      exportFormats.find((known) => known === stored),
    );
    this.saveFolder = storedText(this.#workspace, "saveFolder");
    this.namedProject = storedText(this.#workspace, "namedProject");
    this.mayUseKey = storedFlag(this.#workspace, "mayUseKey");
    this.#owners = new ProjectOwners(this.#shared);
    this.privacy = privacy;
    let schemas: typeof countSchemas | null = null;
    this.prepare = async (session) => {
      schemas ??= await loadSchemas();
      shared.start();
      await this.#owners.claim(session, this.accounts());
    };
    const prepared = () => {
      if (schemas === null) throw new Error("Stored counts are read only after prepare().");
      return schemas;
    };
    this.counts = new CountPreferences(this.#shared, this.#workspace, prepared, privacy);
    // The earliest versions stored accounts alone.
    this.used = new Observable(
      this.#everywhere.get("used") === true || listIn(this.#everywhere.get("accounts")).length > 0,
    );
  }

  /** To be called when the user signs in, opens the sample, or opens the view. */
  async setUsed(): Promise<void> {
    if (this.used.value) return;
    this.used.value = true;
    await this.#everywhere.update("used", true);
  }

  /** The user name in use at an origin. */
  username(origin: string): string | undefined {
    return storedText(this.#everywhere, `username/${origin}`).value;
  }

  async setUsername(origin: string, username: string | undefined): Promise<void> {
    await this.#everywhere.update(`username/${origin}`, username);
  }

  /** Accounts that were signed in to, the latest first. */
  accounts(): readonly RememberedAccount[] {
    return readAccounts(this.#shared.get("accounts"));
  }

  async changeAccounts(
    change: (accounts: readonly RememberedAccount[]) => readonly RememberedAccount[],
  ): Promise<void> {
    // Before another account has the same project.
    await this.#owners.claim(null, this.accounts());
    await this.#shared.update("accounts", (stored) =>
      change(readAccounts(stored)).map(({ url, username, project }) => ({ url, username, project })),
    );
  }

  /** Recently selected projects, the latest first. */
  recentProjects(): readonly ProjectId[] {
    return readProjectIds(this.#shared.get("recentProjects"));
  }

  addRecentProject(project: ProjectId): Promise<void> {
    return this.#shared.update("recentProjects", (stored) => {
      const others = readProjectIds(stored).filter((recent) => recent !== project);
      return [project, ...others].slice(0, mostRecent);
    });
  }

  /** The name under which the state of a session's project is stored, after `prepare`; null without a service or a project. */
  placeOf(session: Session): string | null {
    return this.#owners.placeOf(session);
  }

  /** What the user has chosen in this workspace. */
  choice(): WorkspaceChoice {
    return readChoice(this.#workspace.get("choice"));
  }

  async setChoice(choice: WorkspaceChoice): Promise<void> {
    await this.#workspace.update("choice", choice);
  }

  /** The selection of threads of a place in this workspace; `otherwise` is the default. */
  selection(place: string | null, otherwise: ThreadSelection): ThreadSelection {
    if (place === null) return otherwise;
    const filter = readFilter(this.#workspace.get(`filter/${place}`)) ?? otherwise.filter;
    return {
      sort: parseSort(this.#workspace.get(`sort/${place}`)) ?? otherwise.sort,
      filter: this.privacy.value?.filter(filter) ?? filter,
    };
  }

  async setSort(place: string, sort: readonly SortKey[]): Promise<void> {
    await this.#workspace.update(`sort/${place}`, formatSort(sort));
  }

  async setFilter(place: string, filter: ThreadFilter | undefined): Promise<void> {
    await this.#workspace.update(`filter/${place}`, filter && formatFilter(filter));
  }

  /** Whether a place has ever had agent conversations, as far as this workspace knows. */
  hasAgents(place: string | null): Stored<boolean> {
    return storedFlag(this.#workspace, `agents/${place}`);
  }

  /** Whether only threads with errors of a place are shown in this workspace. */
  onlyErrors(place: string | null): Stored<boolean> {
    return storedFlag(this.#workspace, `onlyErrors/${place}`);
  }

  /** Whether the user knows who can see reactions and notes of a place. */
  mayWriteFeedback(place: string): Stored<boolean> {
    return storedFlag(this.#workspace, `feedback/${place}`);
  }

  /** The pinned conversations of a place, in the form of `formatPins`. */
  pins(place: string): readonly unknown[] {
    return listIn(this.#shared.get(`pins/${place}`));
  }

  async changePins(place: string, change: (stored: unknown) => unknown): Promise<void> {
    await this.#shared.update(`pins/${place}`, change);
  }

  /** When the threads of a place were last shown in this workspace, in milliseconds since the epoch. */
  seen(place: string): number | undefined {
    const time = this.#workspace.get(`seen/${place}`);
    return typeof time === "number" ? time : undefined;
  }

  async setSeen(place: string, time: number): Promise<void> {
    await this.#workspace.update(`seen/${place}`, time);
  }
}
