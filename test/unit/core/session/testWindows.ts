import type { TestContext } from "node:test";
import type { Memento } from "vscode";
import type { ProjectId } from "../../../../src/core/session/projectId.ts";
import { parseServiceAddress } from "../../../../src/core/session/serviceUrl.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import type { SessionNotice } from "../../../../src/core/session/sessionPorts.ts";
import { WindowSession } from "../../../../src/core/session/windowSession.ts";
import { Remembered } from "../../../../src/host/remembered.ts";
import { Vault } from "../../../../src/host/vault.ts";
import { SharedSecrets } from "../../host/sharedSecrets.ts";

export const one = { url: "https://one/traces", origin: "https://one", username: "api" };
export const bob = { ...one, username: "bob" };
export const two = { url: "https://two", origin: "https://two", username: "api" };

/** Where a change of several places can fail, or the window end in the midst of it. */
export type WritePlace = "memory" | "url" | "project";

/** Long enough that nothing but what hangs reaches it. */
const patience = 300;

/** A window, with what it told its person. */
export interface TestWindow {
  readonly session: WindowSession;
  /** What followed from each change that was told: the key that the service would be asked with, or what there is instead. */
  readonly told: string[];
  readonly notices: SessionNotice[];
}

/** A user's settings, secrets and memory, and the windows on them. */
export class TestUser {
  readonly secrets = new SharedSecrets();
  readonly settings: { url: string; project: ProjectId | null };
  /** What a window finds when it opens; while it is open, it has a copy that no other window refreshes. */
  readonly memory = new Map<string, unknown>();
  /** Of every window: in Restricted Mode, and in a container where the key may be used. */
  isRestricted = false;
  mayUseKey = true;
  readonly broken = new Map<WritePlace, "fails" | "hangs">();
  readonly #context: TestContext;
  readonly #settingsListeners = new Set<() => void>();

  constructor(context: TestContext, url = "https://one", project: ProjectId | null = null) {
    this.#context = context;
    this.settings = { url, project };
  }

  /** Opens a window and lets it work out its session. */
  async open(): Promise<TestWindow> {
    const notices: SessionNotice[] = [];
    const told: string[] = [];
    const vault = new Vault(this.secrets.storage, patience);
    const user = this;
    const memento = this.#copyOfMemory();
    const session = new WindowSession({
      keyring: vault,
      memory: new Remembered({ globalState: { ...memento, setKeysForSync: () => undefined }, workspaceState: memento }),
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
    const hearing = [
      vault.onChange((name) => void session.heard(name).catch(unexpected)),
      vault.onLate((name, late) => void session.heard(name, late).catch(unexpected)),
    ];
    this.#context.after(() => {
      for (const one of hearing) one.dispose();
      this.#settingsListeners.delete(reread);
    });
    await session.read();
    session.onChange((changed) => told.push(sessionText(changed, session.key)));
    return { session, told, notices };
  }

  /** Changes settings, by hand or by a window; every window hears of each. */
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

/** `https://host api key project`, with what is missing left out. */
function sessionText(session: Session | null, key: string | null): string {
  if (session === null) return "unknown";
  const { kind, project } = session;
  const who = session.kind === "signedIn" ? [session.account.url, session.account.username, key] : [kind];
  return [...who, project].filter((part) => part !== null).join(" ");
}

/** The session of a window, as `sessionText` says it. */
export function now({ session }: TestWindow): string {
  return sessionText(session.session, session.key);
}

/** What the list of accounts says of each: `https://host api kept project current`, with what is missing left out. */
export async function listed({ session }: TestWindow): Promise<readonly string[]> {
  return (await session.accounts()).map(({ origin, username, key, project, current }) =>
    [origin, username, key, project, current ? "current" : null].filter((part) => part !== null).join(" "),
  );
}

/** Waits until every answer that is on its way has come. */
export async function settled(): Promise<void> {
  // What is not waited for here takes promises alone, and no turn of the loop.
  await new Promise((resolve) => setImmediate(resolve));
}
