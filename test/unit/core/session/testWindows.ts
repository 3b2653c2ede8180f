import type { TestContext } from "node:test";
import type { Memento } from "vscode";
import * as countSchemas from "../../../../src/core/counts/countSchemas.ts";
import type { ProjectId } from "../../../../src/core/query/projectId.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import type { SessionNotice } from "../../../../src/core/session/sessionPorts.ts";
import { WindowSession } from "../../../../src/core/session/windowSession.ts";
import { parseServiceAddress } from "../../../../src/core/settings/serviceUrl.ts";
import { Preferences } from "../../../../src/vscode/storage/preferences.ts";
import { sharedMap } from "../../vscode/storage/sharedMap.ts";
import { SharedSecrets } from "./sharedSecrets.ts";

export const one = { url: "https://one/traces", origin: "https://one", username: "api" };
export const bob = { ...one, username: "bob" };
export const two = { url: "https://two", origin: "https://two", username: "api" };

/** Long enough that only hanging operations time out. */
export const patience = 300;

/** A window, with its change events and notices. */
export interface TestWindow {
  readonly session: WindowSession;
  readonly key: () => string | null;
  /** The session after each change event, as `sessionText`. */
  readonly notified: string[];
  readonly notices: SessionNotice[];
  /** Why its key could not be read, each time that this was logged. */
  readonly unreadable: unknown[];
}

/** A user's settings, secrets and memory, shared by windows. */
export class TestUser {
  readonly secrets = new SharedSecrets();
  readonly settings: { url: string | null; project: ProjectId | null; isOfWorkspace?: boolean };
  /** Each window copies user names when it opens, and does not see later changes by other windows. */
  readonly memory = new Map<string, unknown>();
  readonly workspaces = new Map<string, Map<string, unknown>>();
  /** Applies to all windows, as does `mayUseKey`. */
  isRestricted = false;
  mayUseKey = true;
  /** What writing to the memory does. */
  memoryWrites: "work" | "fail" | "hang" = "work";
  readonly #context: TestContext;
  readonly #settingsListeners = new Set<() => void>();

  constructor(context: TestContext, url: string | null = null, project: ProjectId | null = null) {
    this.#context = context;
    this.settings = { url, project };
  }

  /** Opens a window and waits for its session; by default on a workspace that was not opened before. */
  async open(workspace = `workspace ${this.workspaces.size}`): Promise<TestWindow> {
    const notices: SessionNotice[] = [];
    const unreadable: unknown[] = [];
    const notified: string[] = [];
    const user = this;
    const ofWorkspace = this.workspaces.get(workspace) ?? new Map<string, unknown>();
    this.workspaces.set(workspace, ofWorkspace);
    const shared = sharedMap(this.memory);
    const { sessions: session, key } = WindowSession.open({
      markOf: (secret) => `mark of ${secret}`,
      secrets: this.secrets.storage,
      patience,
      memory: new Preferences(
        {
          globalState: { ...this.#memento(this.memory), setKeysForSync: () => undefined },
          workspaceState: this.#memento(ofWorkspace),
        },
        {
          ...shared,
          update: async (key, change) => {
            await this.#writing();
            await shared.update(key, change);
          },
        },
        async () => countSchemas,
      ),
      settings: {
        get address() {
          return user.settings.url === null ? null : parseServiceAddress(user.settings.url);
        },
        get project() {
          const { project, isOfWorkspace = false } = user.settings;
          return project === null ? null : { project, isOfWorkspace };
        },
        get isRestricted() {
          return user.isRestricted;
        },
        get mayUseKey() {
          return user.mayUseKey;
        },
      },
      notify: (notice) => notices.push(notice),
      onUnreadable: (cause) => unreadable.push(cause),
    });
    const unexpected = (error: unknown) => notified.push(`bug: ${error}`);
    const reread = () => void session.read().catch(unexpected);
    this.#settingsListeners.add(reread);
    const hearing = this.secrets.storage.onDidChange(({ key }) => void session.secretChanged(key).catch(unexpected));
    this.#context.after(() => {
      hearing.dispose();
      this.#settingsListeners.delete(reread);
    });
    await session.read();
    session.onChange((changed) => notified.push(sessionText(changed, key())));
    return { session, key, notified, notices, unreadable };
  }

  /** Changes settings and notifies all windows. */
  set(changes: Partial<TestUser["settings"]>): void {
    Object.assign(this.settings, changes);
    for (const listener of [...this.#settingsListeners]) listener();
  }

  async #writing(): Promise<void> {
    if (this.memoryWrites === "fail") throw new Error("the memory cannot be written");
    if (this.memoryWrites === "hang") await new Promise(() => undefined);
  }

  #memento(stored: Map<string, unknown>): Memento {
    const copy = new Map(stored);
    return {
      keys: () => [...copy.keys()],
      get: <T>(key: string, otherwise?: T) => copy.get(key) ?? otherwise,
      update: async (key: string, value: unknown) => {
        await this.#writing();
        for (const kept of [copy, stored]) kept.set(key, value);
      },
    };
  }
}

/** `https://host api key project`, without missing parts. */
function sessionText(session: Session | null, key: string | null): string {
  if (session === null) return "unknown";
  const { kind, project } = session;
  const who = session.kind === "signedIn" ? [session.account.url, session.account.username, key] : [kind];
  if (session.kind === "signedOut") who.push(session.problem);
  return [...who, project].filter((part) => part !== null).join(" ");
}

/** A window's session, as `sessionText`. */
export function now({ session, key }: TestWindow): string {
  return sessionText(session.session, key());
}

/** The listed accounts as `https://host api kept project current`, without missing parts. */
export async function listed({ session }: TestWindow): Promise<readonly string[]> {
  return (await session.accounts()).map(({ origin, username, key, project, current }) =>
    [origin, username, key, project, current ? "current" : null].filter((part) => part !== null).join(" "),
  );
}

/** Waits until pending promises have settled. */
export async function settled(): Promise<void> {
  // The pending work only uses microtasks.
  await new Promise((resolve) => setImmediate(resolve));
}
