import type { Page } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { type EditorServer, startEditorServer } from "./editorServer.ts";
import { editorUnderTest } from "./editorUnderTest.ts";
import type { UserSettings } from "./userSettings.ts";

export type ExtensionTests = {
  /** The unpacked extension's absolute folder. */
  extension: string;
  /** The absolute path of a CommonJS file that exports `run`. */
  tests: string;
  /** The absolute folder to open; an empty window if undefined. */
  folder: string | undefined;
  settings: UserSettings;
  environment: Readonly<Record<string, string>>;
};

const limitMs = 5 * 60_000;

/** Runs tests in the extension host of a new editor and prints their console output. Resolves to the exit code. */
export async function runExtensionTests(options: ExtensionTests, signal: AbortSignal): Promise<number> {
  const { settings, environment } = options;
  const tested = await editorUnderTest(signal);
  // The focus returns to an editor some time after a box has closed, which would close the next box.
  const all = { "workbench.quickOpen.closeOnFocusLost": false, ...settings };
  await using server = await startEditorServer({ ...tested, settings: all, environment, testDriver: true }, signal);
  await using browser = await launchBrowser(signal);
  const page = await browser.newPage();
  const finished = testsFinished(page, server, signal);
  await page.goto(server.address(options.folder, { payload: payload(options, server.port) }));
  return await finished;
}

/** The arguments of a desktop editor, as the workbench's smoke-test driver expects them. */
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
  page.on("crash", () => fail("The editor's page crashed before the tests finished."));
  page.on("close", () => fail("The editor's page closed before the tests finished."));
  void server.ended.then(() => fail("The editor's server exited before the tests finished."));
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  const limit = setTimeout(() => fail(`The tests did not finish within ${limitMs / 60_000} minutes.`), limitMs);
  try {
    return await promise;
  } finally {
    clearTimeout(limit);
  }
}
