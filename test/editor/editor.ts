import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { type EditorServer, type EditorServerOptions, startEditorServer } from "./editorServer.ts";
import { ExtensionHosts } from "./extensionHost/extensionHosts.ts";
import type { UserSettings } from "./userSettings.ts";
import { Workbench } from "./workbench/workbench.ts";

/** A real editor, ready to open windows. */
export type Editor = AsyncDisposable & {
  /** A new profile with these settings, signed out and without stored state. One at a time. */
  newProfile(settings: UserSettings): Promise<Profile>;
  /** Runs the editor's command line: see `EditorServer.command`. */
  command(...args: readonly string[]): Promise<void>;
};

/** A user profile. Its windows share stored state and secrets. */
export type Profile = AsyncDisposable & {
  /** The folder with `User` and `logs`. */
  readonly userData: string;
  /** The extension's home folder, shared by all profiles of an editor. */
  readonly home: string;
  /** Opens a window on an absolute folder or workspace file, or an empty window. */
  open(folder?: string, options?: OpenOptions): Promise<Workbench>;
};

export interface OpenOptions {
  /** The absolute folder of another extension, which may use proposed API. Needs the test driver. */
  readonly development?: string;
  /** The display language, as a language pack sets it. */
  readonly language?: string;
}

export type EditorOptions = EditorServerOptions & {
  /** The fontconfig file of the fonts to draw with; by default, the system's fonts. */
  readonly fontConfig?: string;
};

/** Long enough for the first start of the extension host on a busy machine. */
const stepLimitMs = 40_000;
const windowSize = { width: 1280, height: 800 };

/** Starts the npm editor with a headless browser. */
export async function startEditor(options: EditorOptions, signal: AbortSignal): Promise<Editor> {
  const hosts = await ExtensionHosts.listen();
  const started: AsyncDisposable[] = [hosts];
  const end = async () => {
    for (const each of started.splice(0).reverse()) await each[Symbol.asyncDispose]();
  };
  try {
    const environment = { ...options.environment, ...hosts.environment };
    const server = await startEditorServer({ ...options, environment }, signal);
    started.push(server);
    const browser = await launchBrowser(signal, options.fontConfig);
    started.push(browser);
    return {
      newProfile: async (settings) => {
        await server.writeSettings({ ...options.settings, ...settings });
        // The browser stores the rest.
        await rm(join(server.userData, "User/globalStorage/weave-threads.weave-threads"), {
          recursive: true,
          force: true,
        });
        return await newProfile(browser, server, hosts);
      },
      command: server.command,
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Provides the server half of the key that encrypts secrets in the browser; without it they are lost on reload. Not a
 * Playwright route, because routes disable Chromium's cache and slow down reloads.
 */
const mintedKey = `{
  const request = window.fetch;
  window.fetch = (input, init) =>
    String(input).endsWith("/mint-key") ? Promise.resolve(new Response(new Uint8Array(32).fill(7))) : request(input, init);
}`;

async function newProfile(browser: Browser, server: EditorServer, hosts: ExtensionHosts): Promise<Profile> {
  const context = await browser.newContext({ viewport: windowSize });
  context.setDefaultTimeout(stepLimitMs);
  const origin = new URL(server.address()).origin;
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  await context.addInitScript(mintedKey);
  return {
    userData: server.userData,
    home: server.home,
    open: async (folder, { development, language } = {}) => {
      if (language !== undefined) await context.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = "${language}"`);
      const window = new Workbench(await context.newPage(), () => hosts.next());
      const remote = `vscode-remote://127.0.0.1:${server.port}${development}`;
      const payload = JSON.stringify([
        ["extensionDevelopmentPath", remote],
        ["enableProposedApi", ""],
      ]);
      await window.open(server.address(folder, development === undefined ? {} : { payload }));
      return window;
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}
