import type { TestContext } from "node:test";
import type { Memento } from "vscode";
import type { ProjectId } from "../../../../src/core/session/projectId.ts";
import { parseServiceAddress } from "../../../../src/core/session/serviceUrl.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import type { SessionNotice } from "../../../../src/core/session/sessionPorts.ts";
import { WindowSession } from "../../../../src/core/session/windowSession.ts";
import { Preferences } from "../../../../src/vscode/storage/preferences.ts";
import { SharedSecrets } from "./sharedSecrets.ts";

export const one = { url: "https://one/traces", origin: "https://one", username: "api" };
export const bob = { ...one, username: "bob" };
export const two = { url: "https://two", origin: "https://two", username: "api" };

/** Where a multi-step write can fail or be interrupted. */
export type WritePlace = "memory" | "url" | "project";

/** Long enough that only hanging operations time out. */
export const patience = 300;

/** A window, with its change events and notices. */
export interface TestWindow {
  readonly session: WindowSession;
  /** The session after each change event, as `sessionText`. */
  readonly told: string[];
  readonly notices: SessionNotice[];
}

/** A user's settings, secrets and memory, shared by windows. */
export class TestUser {
  readonly secrets = new SharedSecrets();
  readonly settings: { url: string; project: ProjectId | null };
  /** Each window copies this when it opens, and does not see later changes by other windows. */
  readonly memory = new Map<string, unknown>();
  /** Applies to all windows, as does `mayUseKey`. */
  isRestricted = false;
  mayUseKey = true;
  readonly broken = new Map<WritePlace, "fails" | "hangs">();
  readonly #context: TestContext;
  readonly #settingsListeners = new Set<() => void>();

  constructor(context: TestContext, url = "https://one", project: ProjectId | null = null) {
    this.#context = context;
    this.settings = { url, project };
  }

  /** Opens a window and waits for its session. */
  async open(): Promise<TestWindow> {
    const notices: SessionNotice[] = [];
    const told: string[] = [];
    const user = this;
    const memento = this.#copyOfMemory();
    const session = new WindowSession({
      secrets: this.secrets.storage,
      patience,
      memory: new Preferences({
        globalState: { ...memento, setKeysForSync: () => undefined },
        workspaceState: memento,
      }),
      settings: {
        get address() {
          return parseServiceAddress(user.settings.url);
        },
        get project() {
          return user.settings.project;
        },
        get isRestricted() {
          return user.isRestricted;
        },
        get mayUseKey() {
          return user.mayUseKey;
        },
        writeUrl: (url) => this.#write("url", () => this.set({ url })),
        writeProject: (project) => this.#write("project", () => this.set({ project })),
      },
      tell: (notice) => notices.push(notice),
    });
    const unexpected = (error: unknown) => told.push(`bug: ${error}`);
    const reread = () => void session.read().catch(unexpected);
    this.#settingsListeners.add(reread);
    const hearing = this.secrets.storage.onDidChange(({ key }) => void session.heard(key).catch(unexpected));
    this.#context.after(() => {
      hearing.dispose();
      this.#settingsListeners.delete(reread);
    });
    await session.read();
    session.onChange((changed) => told.push(sessionText(changed, session.key)));
    return { session, told, notices };
  }

  /** Changes settings and notifies all windows. */
  set(changes: Partial<TestUser["settings"]>): void {
    Object.assign(this.settings, changes);
    for (const listener of [...this.#settingsListeners]) listener();
  }

  async #write(place: WritePlace, act: () => void): Promise<void> {
    const how = this.broken.get(place);
    if (how === "fails") throw new Error(`the ${place} cannot be written`);
    if (how === "hangs") await new Promise(() => undefined);
    act();
  }

  #copyOfMemory(): Memento {
    const copy = new Map(this.memory);
    return {
      keys: () => [...copy.keys()],
      get: <T>(key: string, otherwise?: T) => copy.get(key) ?? otherwise,
      update: (key: string, value: unknown) =>
        this.#write("memory", () => {
          for (const kept of [copy, this.memory]) kept.set(key, value);
        }),
    };
  }
}

/** `https://host api key project`, without missing parts. */
function sessionText(session: Session | null, key: string | null): string {
  if (session === null) return "unknown";
  const { kind, project } = session;
  const who = session.kind === "signedIn" ? [session.account.url, session.account.username, key] : [kind];
  return [...who, project].filter((part) => part !== null).join(" ");
}

/** A window's session, as `sessionText`. */
export function now({ session }: TestWindow): string {
  return sessionText(session.session, session.key);
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
