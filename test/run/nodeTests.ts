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
  /**
   * Whether tests that fail are tried once more, by themselves: for what drives a screen, where a busy machine can come
   * between two steps. A test that needs its second attempt is told of by name.
   */
  secondAttempt?: boolean;
  /** Variables for the tests beside this process's own. */
  environment?: Readonly<Record<string, string>>;
};

/** Runs test files under `node --test`, with its progress on the screen. */
export async function nodeTests(
  { files, concurrency, timeout, secondAttempt = false, environment = {} }: NodeTests,
  signal: AbortSignal,
): Promise<Counts> {
  await using folder = await freshFolder("counts");
  const record = join(folder.path, "attempts.json");
  const attempt = async (name: string, atATime: number): Promise<Counts> => {
    const counts = join(folder.path, name);
    const args = ["--test", `--test-concurrency=${atATime}`, `--test-timeout=${timeout}`];
    if (secondAttempt) args.push(`--test-rerun-failures=${record}`);
    args.push(...reporter("spec", "stdout"));
    args.push(...reporter(pathToFileURL(join(import.meta.dirname, "countReporter.ts")).href, counts));
    await runCommand({ file: process.execPath, args: [...args, files], environment }, signal);
    return await readCounts(counts);
  };
  const first = await attempt("first.json", concurrency);
  if (!secondAttempt || first.failed === 0 || first.failed > worthASecondAttempt) return first;
  console.log(`\n${first.failed} failed; trying what failed once more, the rest is not run again`);
  const second = await attempt("second.json", 1);
  const needed = first.failures?.filter((name) => !second.failures?.includes(name)) ?? [];
  for (const name of needed) console.log(`passed at the second attempt: ${name}`);
  return second;
}

/** More failures than this are no accident of timing. */
const worthASecondAttempt = 10;

const reporter = (name: string, destination: string) => [
  `--test-reporter=${name}`,
  `--test-reporter-destination=${destination}`,
];
