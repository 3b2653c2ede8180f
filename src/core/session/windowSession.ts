import type { ProjectId } from "../query/projectId.ts";
import {
  type AccountEntry,
  type AccountName,
  type KeptAccount,
  listAccounts,
  readSecretName,
  sameAccount,
} from "./accounts.ts";
import { type Derived, DerivedSession } from "./derivedSession.ts";
import { type Account, holdOf, isCollector, resolveSession, type Session } from "./session.ts";
import type { WindowSessionParts } from "./sessionPorts.ts";
import { WindowAccounts } from "./windowAccounts.ts";
import { type Response, WindowKeys } from "./windowKeys.ts";
import type { SessionTarget } from "./workspaceChoice.ts";

const nothing: Response<undefined> = { value: undefined };
/** A session, and the key that it was opened with, which only those get that send it or remove it from texts. */
export interface KeyedSession {
  readonly sessions: WindowSession;
  /** Of the signed-in account; null in any other session. */
  readonly key: () => string | null;
}

/** The session of this window, derived from the choice of its workspace, the settings and the stored keys. */
export class WindowSession {
  readonly #derived: DerivedSession;
  readonly #parts: WindowSessionParts;
  readonly #accounts: WindowAccounts;
  readonly #keys: WindowKeys;
  /** The user has asked for something in this window: see `HoldReason`. */
  #released = false;

  static open(parts: WindowSessionParts): KeyedSession {
    const sessions = new WindowSession(parts);
    return { sessions, key: () => sessions.#derived.key };
  }

  private constructor(parts: WindowSessionParts) {
    this.#derived = new DerivedSession(() => this.#derive(), parts.mask);
    this.#parts = parts;
    this.#accounts = new WindowAccounts(parts.settings, parts.memory);
    this.#keys = new WindowKeys(parts);
  }

  /** The session as it is shown. Null until known. */
  get session(): Session | null {
    return this.#derived.session;
  }

  /** The session that requests are sent for. */
  get real(): Session | null {
    return this.#derived.real;
  }

  /** Tells keys of the signed-in account apart, with a few bits of a digest; null in any other session. */
  get keyMark(): string | null {
    const { key } = this.#derived;
    return key === null ? null : this.#parts.markOf(key);
  }

  /** Calls the listener when the session or its key changes. */
  readonly onChange = (listener: (session: Session) => void): { dispose(): void } => this.#derived.onChange(listener);

  /** Shows the session again, because what hides names has changed. */
  remask(): void {
    this.#derived.remask();
  }

  /** What this window shows, whether or not its key is stored. */
  get target(): SessionTarget {
    return this.#accounts.target;
  }

  /** The project to show with an account: see `WindowAccounts.projectFor`. */
  projectFor(account: Account): ProjectId | null {
    const project = this.#accounts.projectFor(account);
    return project === undefined ? (this.#parts.settings.project?.project ?? null) : project;
  }

  /** Derives the session again. With `renewed`, listeners are notified even if it is the same: failed requests may succeed. */
  async read(options: { readonly renewed?: boolean } = {}): Promise<void> {
    const session = await this.#derived.read(options);
    if (session?.kind === "signedIn") await this.#accounts.keepShown(session.account, session.project);
  }

  /** Any secret was stored or deleted. Only this shows sign-ins of other windows: what they remember arrives late. */
  async secretChanged(secret: string): Promise<void> {
    const name = readSecretName(secret);
    if (name === undefined || holdOf(this.#parts.settings, this.#released) !== null) return;
    const { changes } = this.#derived;
    const kept = await this.#keys.changed(name);
    if (kept !== undefined && changes === this.#derived.changes && this.#account === null)
      await this.#accounts.adopt(kept.account, kept.project ?? null);
    await this.read();
  }

  /** Every account that can be switched to, or signed in to again. */
  async accounts(): Promise<readonly AccountEntry[]> {
    const kept = await this.#keys.kept();
    const remembered = this.#parts.memory.accounts();
    return listAccounts({ kept, thisWindow: this.#keys.unkept, remembered, current: this.#account });
  }

  /** Stores the key, and what is needed to find it again. */
  async signIn(account: Account, key: string, project: ProjectId): Promise<void> {
    await this.#choose(async () => {
      // The key comes first: if a later step fails, the account can still be selected.
      await this.#keys.keep({ account, key, project });
      await this.#accounts.use(account, project, project);
    });
  }

  /** Switches to an account with a stored key; false if there is none, or it may not be used. */
  async switchTo(name: AccountName): Promise<boolean> {
    this.#released = true;
    if (!this.#parts.settings.mayUseKey && !isCollector(name)) return false;
    return this.#write(async () => {
      const read = await this.#keys.find(name);
      if ("failure" in read) this.#parts.notify("keyUnreadable", read.failure);
      const kept = "failure" in read ? undefined : read.value;
      if (kept === undefined) return false;
      await this.#accounts.use(kept.account, this.#accounts.projectFor(kept.account));
      return true;
    });
  }

  /** Deletes the key of an account, by default of the current one, or leaves the sample. */
  async signOut(name?: AccountName): Promise<void> {
    const session = this.real;
    await this.#write(async () => {
      if (name === undefined && session?.kind === "sample") {
        await this.#accounts.leaveSample();
        return true;
      }
      const account = name ?? this.target.account;
      return account !== null && this.#forget(account);
    });
  }

  /** Lets requests be sent in Restricted Mode. */
  release(): Promise<void> {
    this.#released = true;
    return this.read();
  }

  /** Shows the sample in this workspace, whatever the settings say, until it is left. */
  async openSample(): Promise<void> {
    await this.#choose(() => this.#accounts.openSample());
  }

  /** Shows the local collector; a project of null for the one that it first has. */
  async openCollector(account: Account, project: ProjectId | null): Promise<void> {
    await this.#choose(() => this.#accounts.use(account, project, project));
  }

  async selectProject(project: ProjectId): Promise<void> {
    const isSample = this.real?.kind === "sample";
    const real = this.#derived.named(project);
    await this.#choose(() =>
      isSample ? this.#accounts.openSample(real) : this.#accounts.selectProject(real, this.#account),
    );
  }

  get #account(): Account | null {
    return this.real?.kind === "signedIn" ? this.real.account : null;
  }

  /** Whether this changes the session. This window is signed out even if a step fails. */
  async #forget(name: AccountName): Promise<boolean> {
    const inUse = this.#account !== null && sameAccount(this.#account, name);
    this.#accounts.leave(name);
    await this.#keys.forget(name);
    await this.#accounts.forget(name);
    return inUse;
  }

  /** A choice of the user, which allows requests and renews the session. */
  async #choose(change: () => Promise<void>): Promise<void> {
    this.#released = true;
    await this.#write(() => change().then(() => true));
  }

  #write(change: () => Promise<boolean>): Promise<boolean> {
    return this.#derived.write(change, (options) => this.read(options));
  }

  async #derive(): Promise<Derived> {
    const { target } = this;
    const held = holdOf(this.#parts.settings, this.#released);
    // Programs in the container have the key of the collector anyway.
    const hold = held === "container" && isCollector(target.account) ? null : held;
    const read = target.account === null || hold !== null ? nothing : await this.#kept(target.account);
    const isKeyUnreadable = "failure" in read;
    const kept = isKeyUnreadable ? undefined : read.value;
    const account = kept?.account ?? (hold === null ? null : target.account);
    const session = resolveSession({ ...target, account, isKeyUnreadable, hold });
    if (session.project !== null) await this.#parts.memory.prepare(session);
    const key = session.kind === "signedIn" ? (kept?.key ?? null) : null;
    return { session, key, ...(isKeyUnreadable && { onShow: () => this.#parts.onUnreadable(read.failure) }) };
  }

  /** Undefined without a key. A key is valid for the whole origin. */
  async #kept(account: Account): Promise<Response<KeptAccount | undefined>> {
    const inUse = this.#account !== null && sameAccount(this.#account, account) ? this.#derived.key : null;
    const read = await this.#keys.find(account, inUse === null ? undefined : { account, key: inUse });
    return "failure" in read ? read : { value: read.value && { account, key: read.value.key } };
  }
}
