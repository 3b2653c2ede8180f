import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runTests } from "@vscode/test-electron";
import { freshFolder } from "../editor/freshFolder.ts";
import { failuresFolder, projectFolder } from "../editor/paths.ts";
import { untilAborted } from "../editor/untilAborted.ts";
import { writeUserSettings } from "../editor/userSettings.ts";
import { type Counts, readCounts } from "./counts.ts";
import { bundleHostTests } from "./hostBundle.ts";
import { HostConsole } from "./hostConsole.ts";
import { hostCountsVariable } from "./hostCounts.ts";

/** Runs `test/host` inside the extension host of an editor, through @vscode/test-electron, on the built extension. */
export async function hostTests(executable: string, signal: AbortSignal): Promise<Counts> {
  await using folder = await freshFolder("host");
  const workspace = join(folder.path, "workspace");
  const userData = join(folder.path, "user");
  const counts = join(folder.path, "counts.json");
  await mkdir(workspace);
  await writeUserSettings(userData, {});
  const output = new HostConsole();
  const run = runTests({
    vscodeExecutablePath: executable,
    extensionDevelopmentPath: projectFolder,
    extensionTestsPath: await bundleHostTests(join(folder.path, "tests")),
    extensionTestsEnv: { [hostCountsVariable]: counts },
    launchArgs: [workspace, `--user-data-dir=${userData}`, `--extensions-dir=${join(folder.path, "extensions")}`],
    stdout: output,
    stderr: output,
  });
  try {
    await untilAborted(run, signal);
    return await readCounts(counts);
  } catch (error) {
    signal.throwIfAborted();
    const log = join(failuresFolder, "host-console.log");
    await mkdir(failuresFolder, { recursive: true });
    await writeFile(log, output.others());
    console.error(`${error instanceof Error ? error.message : String(error)}; the rest of its console is in ${log}`);
    const { passed, failed } = await readCounts(counts);
    return { passed, failed: Math.max(failed, 1) };
  }
}
