import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { freshFolder } from "../editor/freshFolder.ts";
import { runCommand } from "./command.ts";
import { type Counts, readCounts } from "./counts.ts";

export type NodeTests = {
  /** Glob of the test files, below the project folder. */
  files: string;
  /** How many files run at a time. */
  concurrency: number;
  /** Limit for one test, ms. */
  timeout: number;
};

/** Runs test files under `node --test`, with its progress on the screen. */
export async function nodeTests({ files, concurrency, timeout }: NodeTests, signal: AbortSignal): Promise<Counts> {
  await using folder = await freshFolder("counts");
  const counts = join(folder.path, "counts.json");
  const reporter = (name: string, destination: string) => [
    `--test-reporter=${name}`,
    `--test-reporter-destination=${destination}`,
  ];
  const args = ["--test", `--test-concurrency=${concurrency}`, `--test-timeout=${timeout}`];
  args.push(...reporter("spec", "stdout"));
  args.push(...reporter(pathToFileURL(join(import.meta.dirname, "countReporter.ts")).href, counts));
  await runCommand({ file: process.execPath, args: [...args, files] }, signal);
  return await readCounts(counts);
}
