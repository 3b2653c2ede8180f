import type { ProjectId } from "../query/projectId.ts";
import type { AddressProblem, ServiceAddress } from "../settings/serviceUrl.ts";
import type { RememberedAccount } from "./accounts.ts";
import type { SessionMask } from "./derivedSession.ts";
import type { Session } from "./session.ts";
import type { WindowKeysParts } from "./windowKeys.ts";
import type { WorkspaceChoice } from "./workspaceChoice.ts";

/** A project that is set in VS Code's settings. */
export interface ProjectSetting {
  readonly project: ProjectId;
  /** Set by the workspace, not by the user. */
  readonly isOfWorkspace: boolean;
}

/** The current settings that determine a session. */
export interface SessionSettings {
  /** Null if the user has not set it. */
  readonly address: ServiceAddress | AddressProblem | null;
  readonly project: ProjectSetting | null;
  /** The window is in Restricted Mode. */
  readonly isRestricted: boolean;
  /** False in a container while the user has not agreed that its code could read the key. */
  readonly mayUseKey: boolean;
}

/** State that outlives the window, without secrets. Another window's user names arrive late. */
export interface SessionMemory {
  /** Called before each session with a project: its other state can be read afterwards. */
  prepare(session: Session): Promise<void>;
  /** Of this workspace; no other window changes it. */
  choice(): WorkspaceChoice;
  setChoice(choice: WorkspaceChoice): Promise<void>;
  /** The username in use at an origin; undefined without a sign-in, or after signing out. */
  username(origin: string): string | undefined;
  setUsername(origin: string, username: string | undefined): Promise<void>;
  /** The latest first. */
  accounts(): readonly RememberedAccount[];
  changeAccounts(change: (accounts: readonly RememberedAccount[]) => readonly RememberedAccount[]): Promise<void>;
  addRecentProject(project: ProjectId): Promise<void>;
}

/** A change that was only partly made, reported to the user. */
export type SessionNotice =
  /** The secret storage cannot be read, so no account is signed in. */
  | "keyUnreadable"
  /** The key could not be stored: only this window has it. */
  | "keyNotKept"
  /** Signed out here, but the secret storage may still hold the key. */
  | "keyMayRemain";

export interface WindowSessionParts extends WindowKeysParts {
  readonly settings: SessionSettings;
  readonly memory: SessionMemory;
  readonly mask?: SessionMask;
  /** See `keyMark`. */
  readonly markOf: (key: string) => string;
  /** The session has no account because of this failure to read its key. */
  readonly onUnreadable: (cause: unknown) => void;
}
