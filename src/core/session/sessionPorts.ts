import type { RememberedAccount } from "./accounts.ts";
import type { ProjectId } from "./projectId.ts";
import type { AddressProblem, ServiceAddress } from "./serviceUrl.ts";

/** The current settings that determine a session. */
export interface SessionSettings {
  readonly address: ServiceAddress | AddressProblem;
  readonly project: ProjectId | null;
  /** The window is in Restricted Mode. */
  readonly isRestricted: boolean;
  /** False in a container while the user has not agreed that its code could read the key. */
  readonly mayUseKey: boolean;
  writeUrl(url: string): Promise<void>;
  /** Null removes the project from every level. */
  writeProject(project: ProjectId | null): Promise<void>;
}

/** State that outlives the window, without secrets. Another window's changes arrive late, or overwrite this one's. */
export interface SessionMemory {
  /** The username in use at an origin; undefined without a sign-in, or after signing out. */
  username(origin: string): string | undefined;
  setUsername(origin: string, username: string | undefined): Promise<void>;
  /** The latest first. */
  accounts(): readonly RememberedAccount[];
  setAccounts(accounts: readonly RememberedAccount[]): Promise<void>;
  addRecentProject(project: ProjectId): Promise<void>;
}

/** A change that was only partly made, reported to the user. */
export type SessionNotice =
  /** The secret storage cannot be read, so no account is signed in. */
  | "keyUnreadable"
  /** The key could not be stored: only this window has it. */
  | "keyNotKept"
  /** Signed out here, but the secret storage may still hold the key. */
  | "keyMayRemain"
  /** The key is stored, but the service URL setting could not be changed. */
  | "addressNotWritten";
