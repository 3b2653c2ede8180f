import type { Page } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { type EditorServer, startEditorServer } from "./editorServer.ts";
import type { UserSettings } from "./userSettings.ts";

export type ExtensionTests = {
  /** Folder of the unpacked extension, absolute. */
  extension: string;
  /** A CommonJS file that exports `run`, absolute. */
  tests: string;
  /** The folder to open, absolute; without it the window is empty. */
  folder: string | undefined;
  settings: UserSettings;
  environment: Readonly<Record<string, string>>;
};

const limitMs = 5 * 60_000;

/** Runs tests in the extension host of a fresh editor, their console going to this process's; resolves with their exit code. */
export async function runExtensionTests(options: ExtensionTests, signal: AbortSignal): Promise<number> {
  const { settings, environment } = options;
  await using server = await startEditorServer({ settings, environment, testDriver: true }, signal);
  await using browser = await launchBrowser(signal);
  const page = await browser.newPage();
  const finished = testsFinished(page, server, signal);
  await page.goto(server.address(options.folder, { payload: payload(options, server.port) }));
  return await finished;
}

/** What the page's smoke-test driver reads as the arguments of a desktop editor. */
function payload({ extension, tests }: ExtensionTests, port: number): string {
  const remote = (path: string) => `vscode-remote://127.0.0.1:${port}${path}`;
  return JSON.stringify([
    ["extensionDevelopmentPath", remote(extension)],
    ["extensionTestsPath", remote(tests)],
  ]);
}

async function testsFinished(page: Page, server: EditorServer, signal: AbortSignal): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const fail = (sentence: string) => reject(new Error(sentence));
  await page.exposeFunction("codeAutomationExit", resolve);
  await page.exposeFunction("codeAutomationLog", (_type: string, args: readonly unknown[]) => console.log(...args));
  page.on("crash", () => fail("The editor's page crashed before the tests were through."));
  page.on("close", () => fail("The editor's page was closed before the tests were through."));
  void server.ended.then(() => fail("The editor's server ended before the tests were through."));
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  const limit = setTimeout(() => fail(`The tests were not through after ${limitMs / 60_000} minutes.`), limitMs);
  try {
    return await promise;
  } finally {
    clearTimeout(limit);
  }
}
