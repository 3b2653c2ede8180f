import { type ProjectId, sampleProjects } from "../query/projectId.ts";
import { remoteOf } from "../settings/serviceUrl.ts";
import { type AccountName, sameAccount, withAccount, withoutAccount } from "./accounts.ts";
import type { Account } from "./session.ts";
import type { SessionMemory, SessionSettings } from "./sessionPorts.ts";
import { type SessionTarget, sessionTarget, type WorkspaceChoice } from "./workspaceChoice.ts";

/** The account and project of this window. Changes apply to its workspace, and are the default for workspaces without a choice. */
export class WindowAccounts {
  readonly #settings: SessionSettings;
  readonly #memory: SessionMemory;
  #choice: WorkspaceChoice;

  constructor(settings: SessionSettings, memory: SessionMemory) {
    this.#settings = settings;
    this.#memory = memory;
    this.#choice = memory.choice();
  }

  get target(): SessionTarget {
    return sessionTarget(this.#choice, this.#settings, this.#memory);
  }

  /** `project` is null for none, undefined for the one in the settings; `selected` is the one the user selected, if any. */
  async use(account: Account, project: ProjectId | null | undefined, selected: ProjectId | null = null): Promise<void> {
    const left = this.target;
    await this.#choose({ account, project: this.#unlessSet(project), selected, sample: null });
    // A project set by hand is not remembered yet.
    if (left.account !== null && left.project !== null && this.#project(left.account) === null)
      await this.#rememberProject(left.account, left.project);
    await this.#memory.setUsername(account.origin, account.username);
    await this.#rememberProject(account, project ?? null);
  }

  /**
   * The project to show with an account: the one last selected with it, else the present one if that is of the same
   * service, because no service may receive the project of another. Undefined for the one in the settings.
   */
  projectFor(account: Account): ProjectId | null | undefined {
    const { account: shown, project } = this.target;
    const left = shown ?? this.#choice.last;
    if (left === null) return this.#choice.project;
    return this.#project(account) ?? (left.origin === account.origin ? project : null);
  }

  async selectProject(project: ProjectId, account: Account | null): Promise<void> {
    await this.#choose({ project: this.#unlessSet(project), selected: project });
    await this.#rememberProject(account, project);
  }

  async openSample(project: ProjectId = sampleProjects[0]): Promise<void> {
    await this.#choose({ sample: project });
  }

  async leaveSample(): Promise<void> {
    const { sample } = this.#choice;
    await this.#choose(sample === null ? { account: null } : { sample: null });
  }

  /**
   * Another window has signed in to `project`, null if unknown. A window where no account was chosen uses the account, if
   * the settings allow its service, with the project that it showed with it before, else with that one.
   */
  async adopt(account: Account, project: ProjectId | null): Promise<void> {
    const { address } = this.#settings;
    const { last } = this.#choice;
    const before = last !== null && sameAccount(last, account) ? last.project : null;
    const isAllowed = address === null || remoteOf(address)?.origin === account.origin;
    if (this.#choice.account === undefined && isAllowed) await this.keepShown(account, before ?? project);
  }

  /** Keeps what is shown, so that it stays when another window switches. */
  async keepShown({ url, origin, username }: Account, project: ProjectId | null): Promise<void> {
    const last = { url, origin, username, project };
    const { last: before } = this.#choice;
    const isSame = before !== null && sameAccount(before, last) && before.url === url && before.project === project;
    if (!isSame) await this.#choose({ last });
  }

  /** Stops using an account: the workspace stays signed out. */
  leave(name: AccountName): void {
    const { account } = this.target;
    if (account !== null && sameAccount(account, name)) this.#choice = { ...this.#choice, account: null };
  }

  async forget(name: AccountName): Promise<void> {
    this.leave(name);
    const memory = this.#memory;
    await memory.setChoice(this.#choice);
    if (memory.username(name.origin) === name.username) await memory.setUsername(name.origin, undefined);
    await memory.changeAccounts((accounts) => withoutAccount(accounts, name));
  }

  async #rememberProject(account: Account | null, project: ProjectId | null): Promise<void> {
    if (account !== null) await this.#memory.changeAccounts((accounts) => withAccount(accounts, account, project));
  }

  #project(name: AccountName): ProjectId | null {
    return this.#memory.accounts().find((account) => sameAccount(account, name))?.project ?? null;
  }

  /** Choosing the project of the settings follows the settings. */
  #unlessSet(project: ProjectId | null | undefined): ProjectId | null | undefined {
    return project === this.#settings.project?.project ? undefined : project;
  }

  /** In effect at once, even if it cannot be stored. */
  async #choose(change: Partial<WorkspaceChoice>): Promise<void> {
    this.#choice = { ...this.#choice, ...change };
    await this.#memory.setChoice(this.#choice);
    if (change.selected) await this.#memory.addRecentProject(change.selected);
  }
}
