import { globSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { runTests } from "@vscode/test-electron";
import { type BuildOptions, build } from "esbuild";
import * as z from "zod";
import { desktopExecutable, downloadedExecutable, npmEditorRuns } from "../../editor/desktop.ts";
import { testedEditorVariable } from "../../editor/editorUnderTest.ts";
import { freshFolder } from "../../editor/freshFolder.ts";
import { failuresFolder, projectFolder } from "../../editor/paths.ts";
import { untilAborted } from "../../editor/untilAborted.ts";
import { writeUserSettings } from "../../editor/userSettings.ts";
import { hostLine } from "./hostRun.ts";

const hostCounts = z.object({ passed: z.number(), failed: z.number() });

/** How many tests passed and failed, and what is printed of those that failed. */
export type HostCounts = Readonly<z.infer<typeof hostCounts>> & { readonly failures?: string | undefined };

/** All of `test/host`, or these files of it and the tests with `name` in their names. */
export interface TestedHost {
  /** The code-server version; defaults to the current one. */
  readonly editor?: string;
  readonly files?: readonly string[];
  readonly name?: string;
}

/** Runs `test/host` on the built extension, in the extension host of the npm editor or of an installed one. */
export async function hostTests(signal: AbortSignal, tested: TestedHost = {}): Promise<HostCounts> {
  const npmEditor = join(projectFolder, "test", "editor", "vscode");
  return await run(npmEditorRuns ? npmEditor : await desktopExecutable(signal), signal, tested);
}

/** As `hostTests`, in a downloaded desktop VS Code. */
export async function desktopHostTests(signal: AbortSignal): Promise<HostCounts> {
  return await run(await downloadedExecutable(signal), signal);
}

async function run(
  executable: string,
  signal: AbortSignal,
  { editor, files, name = "" }: TestedHost = {},
): Promise<HostCounts> {
  await using folder = await freshFolder("host");
  const workspace = join(folder.path, "workspace");
  const userData = join(folder.path, "user");
  const counts = join(folder.path, "counts.json");
  await mkdir(workspace);
  await writeUserSettings(userData, {});
  const output = new HostConsole();
  const tests = runTests({
    vscodeExecutablePath: executable,
    extensionDevelopmentPath: projectFolder,
    extensionTestsPath: await bundle(join(folder.path, "tests"), files),
    extensionTestsEnv: {
      ...{ WEAVE_THREADS_HOST_COUNTS: counts, WEAVE_THREADS_HOST_NAME: name },
      ...(editor === undefined ? {} : { [testedEditorVariable]: editor }),
    },
    launchArgs: [workspace, `--user-data-dir=${userData}`, `--extensions-dir=${join(folder.path, "extensions")}`],
    stdout: output,
    stderr: output,
  });
  try {
    await untilAborted(tests, signal);
    return await read(counts);
  } catch (error) {
    signal.throwIfAborted();
    const log = join(failuresFolder, "host-console.log");
    await mkdir(failuresFolder, { recursive: true });
    await writeFile(log, output.others());
    console.error(`${error instanceof Error ? error.message : String(error)}; the rest of its console is in ${log}`);
    const { passed, failed } = await read(counts);
    return { passed, failed: Math.max(failed, 1), failures: output.failures() };
  }
}

/** Reads the counts of a run. A run without counts or without tests has failed. */
async function read(file: string): Promise<HostCounts> {
  const text = await readFile(file, "utf8").catch(() => "{}");
  const { data } = hostCounts.safeParse(JSON.parse(text));
  return data !== undefined && data.passed + data.failed > 0 ? data : { passed: 0, failed: 1 };
}

/**
 * Bundles test files into CommonJS files in `folder`, which an extension host can require. Resolves with the path of the
 * file that exports `run`.
 */
async function bundle(folder: string, files?: readonly string[]): Promise<string> {
  const tested = files ?? globSync("test/host/**/*.test.ts", { cwd: projectFolder });
  const imports = tested.map((file) => `import ${JSON.stringify(`./${file}`)};`);
  const common: BuildOptions = {
    bundle: true,
    platform: "node",
    target: "node22",
    format: "cjs",
    external: ["vscode"],
    // As in the build: jsonc-parser's UMD form cannot be bundled.
    mainFields: ["module", "main"],
    sourcemap: "inline",
    logLevel: "warning",
  };
  const entry = join(folder, "run.cjs");
  // A file that throws while loading prevents those after it from loading; the last line shows that none did.
  const contents = [...imports.sort(), "globalThis.weaveThreadsHostTests = true;"].join("\n");
  await Promise.all([
    build({
      ...common,
      stdin: { contents, resolveDir: projectFolder, loader: "ts" },
      outfile: join(folder, "tests.cjs"),
    }),
    build({ ...common, entryPoints: [join(import.meta.dirname, "hostRun.ts")], outfile: entry }),
  ]);
  return entry;
}

/** The console of an extension host: prints test output to standard output, and keeps the rest. */
class HostConsole extends Writable {
  readonly #others: string[] = [];
  readonly #failures: string[] = [];
  #failing = false;
  #unfinished = "";

  override _write(chunk: Buffer | string, _encoding: BufferEncoding, done: () => void): void {
    const lines = (this.#unfinished + chunk.toString()).split("\n");
    this.#unfinished = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith(hostLine)) this.#print(line.slice(hostLine.length));
      else this.#others.push(line);
    }
    done();
  }

  #print(line: string): void {
    process.stdout.write(`${line}\n`);
    if (/^\s*[✔✖]/.test(line)) this.#failing = line.includes("✖");
    if (this.#failing) this.#failures.push(line);
  }

  /** The failed tests with their errors. */
  failures(): string {
    return this.#failures.join("\n");
  }

  /** All output except that of the tests. */
  others(): string {
    return [...this.#others, this.#unfinished].join("\n");
  }
}
