import type { AccountName, KeptAccount } from "./accountSecret.ts";
import type { RememberedAccount } from "./accounts.ts";
import type { ProjectId } from "./projectId.ts";
import type { AddressProblem, ServiceAddress } from "./serviceUrl.ts";

/** The settings that a session follows from, as they are at the moment. */
export interface SessionSettings {
  readonly address: ServiceAddress | AddressProblem;
  readonly project: ProjectId | null;
  /** The window is in Restricted Mode. */
  readonly isRestricted: boolean;
  /** False in a container while the user has not agreed that its code could read the key. */
  readonly mayUseKey: boolean;
  writeUrl(url: string): Promise<void>;
  /** Null for none, wherever one is set. */
  writeProject(project: ProjectId | null): Promise<void>;
}

/** Keeps keys, one for each account, for all windows. Every call rejects with a `KeyringError` where that fails. */
export interface Keyring {
  get(name: AccountName): Promise<KeptAccount | undefined>;
  store(kept: KeptAccount): Promise<void>;
  delete(name: AccountName): Promise<void>;
  /** The accounts whose keys are kept. */
  names(): Promise<readonly AccountName[]>;
}

/** What the keyring has for an account, given after the read that asked was canceled. */
export interface LateAnswer {
  readonly kept: KeptAccount | undefined;
}

/** The keyring of the system fails, or does not answer. */
export class KeyringError extends Error {
  override readonly name = "KeyringError";
}

/** What outlives the window, without a secret. Another window's changes arrive late, or overwrite this one's. */
export interface SessionMemory {
  /** The username in use at an origin; undefined if nobody has signed in, or the last one has signed out. */
  username(origin: string): string | undefined;
  setUsername(origin: string, username: string | undefined): Promise<void>;
  /** The latest first. */
  accounts(): readonly RememberedAccount[];
  setAccounts(accounts: readonly RememberedAccount[]): Promise<void>;
  addRecentProject(project: ProjectId): Promise<void>;
}

/** What the user is told of a change that was made only in part. */
export type SessionNotice =
  /** The keyring cannot be read, so nobody is signed in. */
  | "keyUnreadable"
  /** The keyring does not take the key: this window has it, and no other. */
  | "keyNotKept"
  /** Signed out here, but the keyring may still hold the key. */
  | "keyMayRemain"
  /** The key is kept, but the address in the settings is another one still. */
  | "addressNotWritten";
