import { type Counts, oneFailed } from "./counts.ts";

/** One part of the test command. */
export type Step = {
  name: string;
  /** What a person reads when it begins. */
  announcement: string;
  /** The step without whose success this one says nothing. */
  needs?: string;
  run(signal: AbortSignal): Promise<Counts>;
};

/** Runs steps one after the other, each announced and timed; a failed one stops only those that need it. */
export async function runSteps(steps: readonly Step[], signal: AbortSignal): Promise<ReadonlyMap<string, Counts>> {
  const results = new Map<string, Counts>();
  for (const { name, announcement, needs, run } of steps) {
    console.log(`\n── ${name}: ${announcement}`);
    if (needs !== undefined && results.get(needs)?.failed) {
      console.log(`not run, because ${needs} failed`);
      results.set(name, oneFailed);
      continue;
    }
    const begun = performance.now();
    const counts = await failingOnError(run, signal);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${name}: ${counts.failed === 0 ? "ok" : "FAILED"}, ${seconds} s`);
    results.set(name, counts);
  }
  return results;
}

async function failingOnError(run: Step["run"], signal: AbortSignal): Promise<Counts> {
  try {
    return await run(signal);
  } catch (error) {
    signal.throwIfAborted();
    console.error(error instanceof Error && error.name === "SetupError" ? error.message : error);
    return oneFailed;
  }
}
