// Replaces the desktop editor for `runTests` of @vscode/test-electron: same arguments, the tests' console output and
// exit code.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runExtensionTests } from "./extensionTests.ts";
import { runMain } from "./runMain.ts";
import { SetupError } from "./setupError.ts";
import type { UserSettings } from "./userSettings.ts";

await runMain(async (signal) => {
  const { values, positionals } = parseArgs({
    strict: false,
    allowPositionals: true,
    options: {
      extensionDevelopmentPath: { type: "string" },
      extensionTestsPath: { type: "string" },
      "user-data-dir": { type: "string" },
    },
  });
  const { extensionDevelopmentPath: extension, extensionTestsPath: tests, "user-data-dir": userData } = values;
  if (typeof extension !== "string" || typeof tests !== "string") {
    throw new SetupError("This editor only runs tests: specify --extensionDevelopmentPath and --extensionTestsPath.");
  }
  return await runExtensionTests(
    {
      extension,
      tests,
      folder: positionals[0],
      settings: typeof userData === "string" ? await userSettings(userData) : {},
      environment: ownVariables(),
    },
    signal,
  );
});

/** The user settings from where the desktop editor reads them. */
async function userSettings(userData: string): Promise<UserSettings> {
  try {
    return JSON.parse(await readFile(join(userData, "User", "settings.json"), "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
}

/** The variables from `extensionTestsEnv`. Only this project's own variables are passed on. */
function ownVariables(): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => name.startsWith("WEAVE_THREADS_"));
  return Object.fromEntries(own.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
