import { type AccountName, sameAccount, withAccount, withoutAccount } from "./accounts.ts";
import type { ProjectId } from "./projectId.ts";
import { remoteOf } from "./serviceUrl.ts";
import type { Account } from "./session.ts";
import type { SessionMemory, SessionSettings } from "./sessionPorts.ts";

/** The accounts in use in this window, remembered for the next. */
export class WindowAccounts {
  readonly #memory: SessionMemory;
  /** The user name in use at each origin, null for none. A missing origin uses the memory. */
  readonly #usernames = new Map<string, string | null>();

  constructor(memory: SessionMemory) {
    this.#memory = memory;
  }

  /** The account in use at a service; null for none. */
  at({ url, origin }: Omit<Account, "username">): Account | null {
    const username = this.#username(origin);
    return username === undefined ? null : { url, origin, username };
  }

  /** Uses an account at its origin, whatever other windows store. */
  use({ origin, username }: AccountName): void {
    this.#usernames.set(origin, username);
  }

  /** Stops using the account at its origin, if it is in use. */
  leave({ origin, username }: AccountName): void {
    if (this.#username(origin) === username) this.#usernames.set(origin, null);
  }

  /**
   * The project to show after switching to an account: the one last selected with it, else the one
   * in the settings if it is this account's; another account's project is dropped and remembered for it.
   */
  async projectFor(account: Account, { address, project }: SessionSettings): Promise<ProjectId | null> {
    const last = this.#project(account);
    const service = remoteOf(address);
    const left = service && this.at(service);
    if (last !== null || project === null || left === null) return last;
    if (sameAccount(left, account)) return project;
    if (this.#project(left) === null) await this.rememberProject(left, project);
    return null;
  }

  async remember(account: Account, project: ProjectId | null): Promise<void> {
    await this.#memory.setUsername(account.origin, account.username);
    await this.rememberProject(account, project);
  }

  async rememberProject(account: Account | null, project: ProjectId | null): Promise<void> {
    const memory = this.#memory;
    if (account !== null) await memory.setAccounts(withAccount(memory.accounts(), account, project));
    if (project !== null) await memory.addRecentProject(project);
  }

  async forget(name: AccountName): Promise<void> {
    const memory = this.#memory;
    if (memory.username(name.origin) === name.username) await memory.setUsername(name.origin, undefined);
    await memory.setAccounts(withoutAccount(memory.accounts(), name));
  }

  #username(origin: string): string | undefined {
    const here = this.#usernames.get(origin);
    return here === undefined ? this.#memory.username(origin) : (here ?? undefined);
  }

  /** The project last chosen with an account. */
  #project(name: AccountName): ProjectId | null {
    return this.#memory.accounts().find((account) => sameAccount(account, name))?.project ?? null;
  }
}

/**
 * Writes the settings for an account and its project, null for none. A project belongs to its service:
 * if the URL cannot be written, `fail` is called with the cause, and the project stays as it was.
 */
export async function writeAccount(
  settings: SessionSettings,
  { url }: Account,
  project: ProjectId | null,
  fail: (cause: unknown) => void,
): Promise<void> {
  const before = settings.project;
  // No service may receive the project of another, even if the URL cannot be written.
  if (project === null) await settings.writeProject(null);
  try {
    await settings.writeUrl(url);
  } catch (cause) {
    if (project === null) await settings.writeProject(before);
    return fail(cause);
  }
  if (project !== null) await settings.writeProject(project);
}
