// Desktop VS Code: used where the npm editor does not run, and by `npm run test:desktop`.
import { execFile } from "node:child_process";
import { access, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { downloadAndUnzipVSCode, resolveCliArgsFromVSCodeExecutablePath } from "@vscode/test-electron";
import { _electron } from "playwright-core";
import type { Editor } from "./editor.ts";
import { freshFolder } from "./freshFolder.ts";
import { fetchedFolder } from "./paths.ts";
import { SetupError } from "./setupError.ts";
import { untilAborted } from "./untilAborted.ts";
import { writeUserSettings } from "./userSettings.ts";
import { Workbench } from "./workbench/workbench.ts";

/** Whether the npm editor runs on this machine. */
export const npmEditorRuns = process.platform === "linux" && process.arch === "x64";

/** A desktop VS Code, downloaded once into `.vscode-test` by @vscode/test-electron. */
export async function downloadedExecutable(signal: AbortSignal): Promise<string> {
  try {
    return await untilAborted(downloadAndUnzipVSCode({ cachePath: fetchedFolder }), signal);
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(
      `Could not download VS Code (${reason}): check the network connection and run the command again.`,
      { cause: error },
    );
  }
}

/** The VS Code in `VSCODE_EXECUTABLE`, else an installed one, else a downloaded one. */
export async function desktopExecutable(signal: AbortSignal): Promise<string> {
  const named = process.env.VSCODE_EXECUTABLE;
  const usual = [
    "/Applications/Visual Studio Code.app/Contents/MacOS/Electron",
    join(process.env.LOCALAPPDATA ?? "", "Programs", "Microsoft VS Code", "Code.exe"),
    "/usr/share/code/code",
  ];
  for (const path of named ? [named] : usual) {
    if (await exists(path)) return path;
  }
  if (named)
    throw new SetupError(`${named} does not exist: set VSCODE_EXECUTABLE to the path of the VS Code executable.`);
  return await downloadedExecutable(signal);
}

/** Starts a desktop VS Code with a packed extension and a separate home folder. */
export async function startDesktopEditor(
  vsix: string,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Editor> {
  const executablePath = await desktopExecutable(signal);
  const folder = await freshFolder("desktop");
  const extensions = `--extensions-dir=${join(folder.path, "extensions")}`;
  const [cli = executablePath, ...cliArgs] = resolveCliArgsFromVSCodeExecutablePath(executablePath);
  const home = join(folder.path, "home");
  await mkdir(home);
  const env = { ...process.env, ...environment, HOME: home, USERPROFILE: home };
  const command = async (...args: readonly string[]) => {
    await promisify(execFile)(cli, [...cliArgs, extensions, ...args], { signal });
  };
  await command("--install-extension", vsix);
  return {
    command,
    newProfile: async (settings) => {
      const user = await freshFolder("user");
      await writeUserSettings(user.path, settings);
      const windows: AsyncDisposable[] = [];
      return {
        userData: user.path,
        home,
        open: async (opened) => {
          const args = [`--user-data-dir=${user.path}`, extensions, "--disable-workspace-trust"];
          const application = await _electron.launch({ executablePath, env, args: opened ? [...args, opened] : args });
          windows.push({ [Symbol.asyncDispose]: () => application.close() });
          return new Workbench(await application.firstWindow());
        },
        [Symbol.asyncDispose]: async () => {
          for (const window of windows) await window[Symbol.asyncDispose]();
          await user[Symbol.asyncDispose]();
        },
      };
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
