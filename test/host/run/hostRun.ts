// Runs inside the extension host; the editor calls `run`.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, run as runFiles } from "node:test";
import { inspect } from "node:util";

/** The prefix of test output on the extension host's console, which has other output as well. */
export const hostLine = "[host] ";

/** Runs the test bundle in this process, logs each test to the console, and writes the counts to a file. */
export async function run(): Promise<void> {
  const counts = { passed: 0, failed: 0 };
  const finished = Promise.withResolvers<void>();
  const testNamePatterns = String(process.env.WEAVE_THREADS_HOST_NAME);
  const events = runFiles({ files: [join(__dirname, "tests.cjs")], isolation: "none", testNamePatterns });
  events.on("test:pass", ({ name, nesting, details, skip, todo }) => {
    if (details.type === "suite") return;
    const complete = skip === undefined && todo === undefined;
    counts[complete ? "passed" : "failed"] += 1;
    say(nesting, `${complete ? "✔" : "✖ not run:"} ${name} (${Math.round(details.duration_ms)} ms)`);
  });
  events.on("test:fail", ({ name, nesting, details }) => {
    // A suite is reported only if it fails by itself, for example in a hook.
    const { error, type } = details;
    if (type === "suite" && "failureType" in error && error.failureType === "subtestsFailed") return;
    counts.failed += 1;
    say(nesting, `✖ ${name}\n${inspect(error.cause ?? error)}`);
  });
  // The stream ends only with the process, and the extension host keeps running.
  after(() => finished.resolve());
  await finished.promise;
  if (!("weaveThreadsHostTests" in globalThis)) {
    counts.failed += 1;
    say(0, "✖ a test file cannot be loaded: the tests behind it did not run");
  }
  await writeFile(String(process.env.WEAVE_THREADS_HOST_COUNTS), JSON.stringify(counts));
  if (counts.failed > 0) throw new Error(`${counts.failed} failed`);
}

function say(nesting: number, text: string): void {
  for (const line of text.split("\n")) console.log(`${hostLine}${"  ".repeat(nesting)}${line}`);
}
