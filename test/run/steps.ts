import { join } from "node:path";
import { launchBrowser } from "../editor/browser.ts";
import { codeServerMain, currentEditor } from "../editor/codeServer.ts";
import { desktopExecutable, downloadedExecutable, npmEditorRuns } from "../editor/desktop.ts";
import { hostTests } from "./hostTests.ts";
import { nodeTests } from "./nodeTests.ts";
import { npmScript } from "./npmScript.ts";
import type { Step } from "./step.ts";

const npmEditor = join(import.meta.dirname, "..", "editor", "vscode");

const types: Step = {
  name: "types",
  announcement: "the types hold",
  run: (signal) => npmScript("types", signal),
};

const lint: Step = {
  name: "lint",
  announcement: "format and lint rules are kept",
  run: (signal) => npmScript("lint", signal),
};

const unit: Step = {
  name: "unit",
  announcement: "test/unit, without an editor",
  run: (signal) => nodeTests({ files: "test/unit/**/*.test.ts", concurrency: 2, timeout: 60_000 }, signal),
};

const pack: Step = {
  name: "package",
  announcement: "the extension is built and packed",
  run: (signal) => npmScript("package", signal),
};

const page: Step = {
  name: "page",
  announcement: "test/page, the conversation page alone in a browser",
  needs: pack.name,
  run: (signal) => nodeTests({ files: "test/page/**/*.test.ts", concurrency: 1, timeout: 60_000 }, signal),
};

const host: Step = {
  name: "host",
  announcement: "test/host, inside the extension host of a real editor",
  needs: pack.name,
  run: async (signal) => hostTests(npmEditorRuns ? npmEditor : await desktopExecutable(signal), signal),
};

const ui: Step = {
  name: "ui",
  announcement: "test/ui, on the screen of a real editor with the packed extension",
  needs: pack.name,
  run: async (signal) => {
    await editorIsReady(signal);
    const tests = { files: "test/ui/**/*.test.ts", concurrency: 1, timeout: 180_000, secondAttempt: true };
    return await nodeTests(tests, signal);
  },
};

const editors: Step = {
  name: "editors",
  announcement: "what protects the key, on the screen of the oldest supported editor",
  needs: pack.name,
  run: async (signal) => {
    const environment = { WEAVE_THREADS_EDITOR: "oldest" };
    const files = "test/ui/repositorySettings.test.ts";
    return await nodeTests({ files, concurrency: 1, timeout: 300_000, environment }, signal);
  },
};

const desktop: Step = {
  name: "desktop",
  announcement: "test/host, inside a desktop VS Code that is downloaded",
  needs: pack.name,
  run: async (signal) => hostTests(await downloadedExecutable(signal), signal),
};

/** Says once what is missing, rather than at every test. */
async function editorIsReady(signal: AbortSignal): Promise<void> {
  if (!npmEditorRuns) return;
  await codeServerMain(currentEditor, signal);
  const browser = await launchBrowser(signal);
  await browser.close();
}

/** What `npm test` runs, in order. */
export const everything: readonly Step[] = [types, lint, unit, pack, page, host, ui];

const known: readonly Step[] = [...everything, editors, desktop];

/** The steps of these names and those that they need, in order; or the names that there are none for. */
export function chosenSteps(names: readonly string[]): { steps: readonly Step[]; unknown: readonly string[] } {
  const needed = known.filter(({ name }) => names.includes(name)).flatMap(({ needs }) => needs ?? []);
  return {
    steps: known.filter(({ name }) => names.includes(name) || needed.includes(name)),
    unknown: names.filter((name) => !known.some((step) => step.name === name)),
  };
}

export const stepNames = known.map(({ name }) => name);
