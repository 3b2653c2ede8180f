import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, type TestContext } from "node:test";
import { type Editor, type OpenOptions, type Profile, startEditor } from "../editor/editor.ts";
import type { EditorServerOptions } from "../editor/editorServer.ts";
import { editorUnderTest } from "../editor/editorUnderTest.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { Interruption, interruption } from "../editor/interruption.ts";
import { packedExtension } from "../editor/packedExtension.ts";
import { failuresFolder } from "../editor/paths.ts";
import { quietSettings, type UserSettings } from "../editor/userSettings.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { startOver } from "./startOver.ts";

export type WindowOptions = {
  settings?: UserSettings;
  /** Files by path in the opened folder; no folder is opened if undefined. */
  files?: Readonly<Record<string, string>>;
  /**
   * Uses a window of a new profile, closed afterwards, on an absolute folder or workspace file, or empty: see
   * `Profile.open`.
   */
  fresh?: { readonly folder?: string } & OpenOptions;
};

/** The profile and folder of a test's window. */
export type Opened = Pick<Profile, "userData" | "home" | "open"> & {
  /** The opened folder; empty if there is none. */
  readonly folder: string;
};

export type InstalledEditor = {
  /** Runs steps in a signed-out window without stored state. Failures save a screenshot to `.vscode-test/failures`. */
  inWindow(
    test: TestContext,
    options: WindowOptions,
    steps: (window: Workbench, opened: Opened) => Promise<void>,
  ): Promise<void>;
};

type EditorOptions = Omit<EditorServerOptions, "vsix" | "port">;

/** The editors shared by the test files of a process, by options: the one without options and the last other one. */
const editors = new Map<string, SharedEditor>();
const usualName = JSON.stringify({});
const signal = interruption();
signal.addEventListener("abort", async () => {
  await endAll();
  process.exit(signal.reason instanceof Interruption ? signal.reason.exitCode : 1);
});

async function endAll(): Promise<void> {
  const ending = [...editors.values()];
  editors.clear();
  for (const editor of ending) await editor[Symbol.asyncDispose]();
}

/** Tests find rows by the thread's ID. */
const testSettings = {
  "weaveThreads.threadLabel": "id",
  // VS Code returns the focus to an editor some time after a box has closed, which would close the next box.
  "workbench.quickOpen.closeOnFocusLost": false,
};

/** An editor with the packed extension. It starts with the first test that needs it. */
export function installedEditor(options: EditorOptions = {}): InstalledEditor {
  const name = JSON.stringify(options);
  after(endAll);
  return {
    inWindow: async (test, { settings: given = {}, files, fresh }, steps) => {
      const settings = { ...testSettings, ...given };
      const editor = editors.get(name) ?? new SharedEditor(options);
      for (const [other, used] of editors) {
        if (other === name || other === usualName) continue;
        editors.delete(other);
        await used[Symbol.asyncDispose]();
      }
      editors.set(name, editor);
      if (fresh === undefined) await editor.inSharedWindow(test, settings, files, steps);
      else await editor.inFreshWindow(test, settings, fresh, steps);
    },
  };
}

type Steps = (window: Workbench, opened: Opened) => Promise<void>;

/** A window that tests share, one at a time. */
type SharedWindow = AsyncDisposable & { readonly window: Workbench; readonly opened: Opened };

class SharedEditor implements AsyncDisposable {
  readonly #options: EditorOptions;
  #editor: Editor | undefined;
  readonly #windows = new Map<boolean, SharedWindow>();

  constructor(options: EditorOptions) {
    this.#options = options;
  }

  async inFreshWindow(
    test: TestContext,
    settings: UserSettings,
    { folder, ...options }: NonNullable<WindowOptions["fresh"]>,
    steps: Steps,
  ) {
    await using profile = await (await this.#started()).newProfile(settings);
    const window = await profile.open(folder, options);
    await keepingPicture(test, window, () => steps(window, { ...profile, folder: folder ?? "" }));
  }

  async inSharedWindow(test: TestContext, settings: UserSettings, files: WindowOptions["files"], steps: Steps) {
    const withFolder = files !== undefined;
    const all = { ...this.#options.settings, ...settings };
    const used = this.#windows.get(withFolder);
    const { window, opened } = used ?? (await this.#openWindow(all, withFolder));
    try {
      await keepingPicture(test, window, async () => {
        if (used !== undefined) await resetWindow(used, all);
        for (const [name, text] of Object.entries(files ?? {})) {
          await mkdir(dirname(join(opened.folder, name)), { recursive: true });
          await writeFile(join(opened.folder, name), text);
        }
        await steps(window, opened);
      });
    } catch (error) {
      // After a failure the window is in an unknown state.
      const left = this.#windows.get(withFolder);
      this.#windows.delete(withFolder);
      await left?.[Symbol.asyncDispose]();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const window of this.#windows.values()) await window[Symbol.asyncDispose]();
    await this.#editor?.[Symbol.asyncDispose]();
  }

  async #started(): Promise<Editor> {
    const vsix = await packedExtension();
    this.#editor ??= await startEditor({ ...this.#options, ...(await editorUnderTest(signal)), vsix }, signal);
    return this.#editor;
  }

  async #openWindow(settings: UserSettings, withFolder: boolean): Promise<SharedWindow> {
    const made = await sharedWindow(await (await this.#started()).newProfile(settings), withFolder);
    this.#windows.set(withFolder, made);
    return made;
  }
}

async function resetWindow({ window, opened }: SharedWindow, settings: UserSettings): Promise<void> {
  for (const page of window.page.context().pages()) if (page !== window.page) await page.close();
  await startOver(window, { ...quietSettings, ...settings });
  // A reload would restore an unsaved file of an earlier test, also of another window without a folder.
  await rm(join(opened.userData, "User", "Backups"), { recursive: true, force: true });
  if (opened.folder === "") return;
  for (const name of await readdir(opened.folder)) await rm(join(opened.folder, name), { recursive: true });
}

async function sharedWindow(profile: Profile, withFolder: boolean): Promise<SharedWindow> {
  const folder = withFolder ? await freshFolder("workspace") : undefined;
  const window = await profile.open(folder?.path);
  return {
    window,
    opened: { ...profile, folder: folder?.path ?? "" },
    [Symbol.asyncDispose]: async () => {
      await profile[Symbol.asyncDispose]();
      await folder?.[Symbol.asyncDispose]();
    },
  };
}

/** Runs steps; a failure saves a screenshot to `.vscode-test/failures`. */
export async function keepingPicture(test: TestContext, window: Workbench, steps: () => Promise<void>): Promise<void> {
  try {
    await steps();
  } catch (error) {
    await mkdir(failuresFolder, { recursive: true });
    const file = join(failuresFolder, `${test.name.replace(/[^\w-]+/g, "-").slice(0, 100)}.png`);
    await writeFile(file, await window.picture());
    test.diagnostic(`Screenshot: ${file}`);
    throw error;
  }
}
