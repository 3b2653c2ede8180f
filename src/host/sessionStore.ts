import { type Disposable, EventEmitter, l10n } from "vscode";
import type { ProjectId } from "../core/session/projectId.ts";
import { type Account, resolveSession, type Session, type SessionFacts, sameSession } from "../core/session/session.ts";
import type { Remembered } from "./remembered.ts";
import { configuredProject, onSettingsChange, serviceAddress, writeProject, writeServiceUrl } from "./settings.ts";
import { UserError } from "./userError.ts";
import { KeyringError, type Vault } from "./vault.ts";

export const defaultUsername = "api";

/** The session of this window: follows from the settings, the kept keys, and what this window was told to do instead. */
export class SessionStore implements Disposable {
  readonly #vault: Vault;
  readonly #remembered: Remembered;
  readonly #onFailure: (error: unknown) => void;
  readonly #changed = new EventEmitter<Session>();
  readonly #subscriptions: Disposable[];
  #override: SessionFacts["override"] = null;
  #session: Session | null = null;
  #key: string | null = null;
  #readings = 0;
  #writes = 0;

  /** Fires when there is another session than before, or another key for the same one. */
  readonly onChange = this.#changed.event;

  /** `onFailure` hears of a keyring that fails while nobody waits for the answer. */
  constructor(vault: Vault, remembered: Remembered, onFailure: (error: unknown) => void) {
    this.#vault = vault;
    this.#remembered = remembered;
    this.#onFailure = onFailure;
    const reread = () => this.read().catch(onFailure);
    this.#subscriptions = [onSettingsChange(reread), vault.onChange(reread)];
  }

  /** Null until it has been worked out. */
  get session(): Session | null {
    return this.#session;
  }

  /** The key of the signed-in account; null in any other session. */
  get key(): string | null {
    return this.#key;
  }

  /** Works the session out anew. A renewed one is told even when it is the same: what failed may work now. */
  async read({ renewed = false } = {}): Promise<void> {
    if (this.#writes > 0) return;
    this.#readings += 1;
    const reading = this.#readings;
    const address = serviceAddress();
    const kept = typeof address === "string" || address.kind === "sample" ? null : await this.#kept(address);
    if (reading !== this.#readings) return;
    const facts = { address, project: configuredProject(), account: kept?.account ?? null, override: this.#override };
    const session = resolveSession(facts);
    const key = session.kind === "signedIn" ? (kept?.key ?? null) : null;
    const same = this.#session !== null && sameSession(session, this.#session) && key === this.#key;
    if (same && !renewed) return;
    this.#session = session;
    this.#key = key;
    this.#changed.fire(session);
  }

  /** Keeps the key, and what it takes to find it again. */
  async signIn(account: Account, key: string, project: ProjectId): Promise<void> {
    await this.#write(async () => {
      // The key comes last: other windows look for everything else when they hear of it.
      await writeServiceUrl(account.url);
      await this.#keepProject(project);
      await this.#remembered.setUsername(account.origin, account.username);
      await this.#vault.store(account, key);
      this.#override = null;
    });
  }

  /** Forgets the key, or leaves the sample. */
  async signOut(): Promise<void> {
    const session = this.#session;
    if (session === null || session.kind === "signedOut") return;
    await this.#write(async () => {
      if (session.kind === "sample") {
        this.#override = this.#override === null ? { kind: "signedOut" } : null;
        return;
      }
      await this.#vault.delete(session.account);
      await this.#remembered.setUsername(session.account.origin, undefined);
    });
  }

  /** Shows the sample in this window, whatever the settings say. */
  async openSample(): Promise<void> {
    this.#override = { kind: "sample", project: null };
    await this.read({ renewed: true });
  }

  async selectProject(project: ProjectId): Promise<void> {
    await this.#write(async () => {
      if (this.#override?.kind === "sample") this.#override = { kind: "sample", project };
      else await this.#keepProject(project);
    });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  async #keepProject(project: ProjectId): Promise<void> {
    await writeProject(project);
    await this.#remembered.addRecentProject(project);
  }

  /** Several places are written for one change: the session is worked out once, at the end, not from half of them. */
  async #write(change: () => Promise<void>): Promise<void> {
    this.#writes += 1;
    try {
      await change();
    } finally {
      this.#writes -= 1;
      await this.read({ renewed: true });
    }
  }

  /** Null when nobody has signed in at this address, or has signed out since. */
  async #kept({ url, origin }: Omit<Account, "username">): Promise<{ account: Account; key: string } | null> {
    const username = this.#remembered.username(origin);
    if (username === undefined) return null;
    const account = { url, origin, username };
    try {
      const key = await this.#vault.key(account);
      return key === undefined ? null : { account, key };
    } catch (error) {
      if (!(error instanceof KeyringError)) throw error;
      this.#onFailure(
        new UserError(l10n.t("The key cannot be read from the secret storage. Sign in again."), { cause: error }),
      );
      return null;
    }
  }
}
