import { type AccountName, sameAccount } from "./accountSecret.ts";
import { withAccount, withoutAccount } from "./accounts.ts";
import type { ProjectId } from "./projectId.ts";
import type { Account } from "./session.ts";
import type { SessionMemory, SessionSettings } from "./sessionPorts.ts";

/** Which accounts this window uses, and what is remembered of them for the next. */
export class WindowAccounts {
  readonly #memory: SessionMemory;
  /** Who is in use at each origin, null for nobody. An origin that is missing goes by the memory. */
  readonly #usernames = new Map<string, string | null>();

  constructor(memory: SessionMemory) {
    this.#memory = memory;
  }

  /** Who is in use at an origin; undefined for nobody. */
  username(origin: string): string | undefined {
    const here = this.#usernames.get(origin);
    return here === undefined ? this.#memory.username(origin) : (here ?? undefined);
  }

  /** Uses an account at its origin from now on, whatever other windows come to remember. */
  use({ origin, username }: AccountName): void {
    this.#usernames.set(origin, username);
  }

  /** Uses nobody at the account's origin, where the account is the one in use. */
  leave({ origin, username }: AccountName): void {
    if (this.username(origin) === username) this.#usernames.set(origin, null);
  }

  /** The project last chosen with an account. */
  project(name: AccountName): ProjectId | null {
    return this.#memory.accounts().find((account) => sameAccount(account, name))?.project ?? null;
  }

  /**
   * The project to show with an account that is turned to: the one last chosen with it. Where none was, it is the one
   * that the settings name, if that is its own; another account's is left behind, and remembered for it.
   */
  async projectFor(account: Account, { address, project }: SessionSettings): Promise<ProjectId | null> {
    const last = this.project(account);
    if (last !== null || project === null || typeof address === "string" || address.kind === "sample") return last;
    const username = this.username(address.origin);
    if (username === undefined) return null;
    const left = { url: address.url, origin: address.origin, username };
    if (sameAccount(left, account)) return project;
    if (this.project(left) === null) await this.rememberProject(left, project);
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
}
