// Runs inside the extension host: `run` is what the editor calls with the tests.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, run as runFiles } from "node:test";
import { inspect } from "node:util";

/** What the line of a test begins with on the console of the extension host, among all that others write there. */
export const hostLine = "[host] ";

/** Runs the bundle beside this one in this process, tells of each test on the console, and leaves the counts in a file. */
export async function run(): Promise<void> {
  const counts = { passed: 0, failed: 0 };
  const finished = Promise.withResolvers<void>();
  const events = runFiles({ files: [join(__dirname, "tests.cjs")], isolation: "none" });
  events.on("test:pass", ({ name, nesting, details, skip, todo }) => {
    if (details.type === "suite") return;
    const complete = skip === undefined && todo === undefined;
    counts[complete ? "passed" : "failed"] += 1;
    say(nesting, `${complete ? "✔" : "✖ not run:"} ${name} (${Math.round(details.duration_ms)} ms)`);
  });
  events.on("test:fail", ({ name, nesting, details }) => {
    // A suite whose tests failed says nothing of its own; one whose hook failed does.
    const { error, type } = details;
    if (type === "suite" && "failureType" in error && error.failureType === "subtestsFailed") return;
    counts.failed += 1;
    say(nesting, `✖ ${name}\n${inspect(error.cause ?? error)}`);
  });
  // The stream itself ends only with the process, and the extension host lives on.
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
