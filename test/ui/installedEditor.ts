import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, type TestContext } from "node:test";
import type { Editor, Profile } from "../editor/editor.ts";
import type { EditorServerOptions } from "../editor/editorServer.ts";
import { Interruption, interruption } from "../editor/interruption.ts";
import { failuresFolder } from "../editor/paths.ts";
import { startInstalledEditor } from "../editor/startInstalledEditor.ts";
import type { UserSettings } from "../editor/userSettings.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";

export type WindowOptions = {
  settings?: UserSettings;
  /** The folder or workspace file to open, absolute; without it the window is empty. */
  folder?: string;
};

export type InstalledEditor = {
  /**
   * Takes steps in a window of a fresh profile, which is closed behind them. Where they fail, a picture of the window
   * is left in `.vscode-test/failures`.
   */
  inWindow(
    test: TestContext,
    options: WindowOptions,
    steps: (window: Workbench, profile: Profile) => Promise<void>,
  ): Promise<void>;
};

/** One real editor with the packed extension installed, for all tests of a file; it starts before the first of them. */
export function installedEditor(options: Omit<EditorServerOptions, "vsix" | "port"> = {}): InstalledEditor {
  const signal = interruption();
  let started: Editor | undefined;
  before(async () => {
    started = await startInstalledEditor(options, signal);
  });
  const end = async () => {
    await started?.[Symbol.asyncDispose]();
  };
  after(end);
  signal.addEventListener("abort", async () => {
    await end();
    process.exit(signal.reason instanceof Interruption ? signal.reason.exitCode : 1);
  });
  return {
    inWindow: async (test, { settings = {}, folder }, steps) => {
      if (started === undefined) throw new Error("The editor starts before the first test.");
      await using profile = await started.newProfile(settings);
      const window = await profile.open(folder);
      try {
        await steps(window, profile);
      } catch (error) {
        await keepPicture(test, window);
        throw error;
      }
    },
  };
}

async function keepPicture(test: TestContext, window: Workbench): Promise<void> {
  await mkdir(failuresFolder, { recursive: true });
  const file = join(failuresFolder, `${test.name.replace(/[^\w-]+/g, "-").slice(0, 100)}.png`);
  await writeFile(file, await window.picture());
  test.diagnostic(`The window at that moment: ${file}`);
}
