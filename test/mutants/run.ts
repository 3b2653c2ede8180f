// Breaks `src` in copies of the project, one mutant at a time, and fails unless a test fails for each of them. With an
// argument, only the mutants with it in their name or file.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { freshFolder } from "../editor/freshFolder.ts";
import { outputFolder, projectFolder } from "../editor/paths.ts";
import { runMain } from "../editor/runMain.ts";
import { type Mutant, mutants } from "./mutants.ts";

const leftOut = ["node_modules", ".vscode-test", ".git", "dist"];
// A process of their own, so that the time limit also ends an endless loop.
const unitOptions = ["--disable-warning=ExperimentalWarning", "--test", "--test-timeout=60000"];

/**
 * Runs tests in the copy: whether all pass, or a test fails; what ends without either, such as a build that fails, is
 * broken. An aborted run ends with its own child processes before this rejects.
 */
async function outcome(copy: string, tests: string, signal: AbortSignal): Promise<"pass" | "fail" | "broken"> {
  signal.throwIfAborted();
  const isUnit = tests.startsWith("test/unit/");
  const args = isUnit ? [...unitOptions, `${tests}.test.ts`] : ["test/run.ts", "one", tests];
  const child = spawn(process.execPath, args, { cwd: copy, stdio: ["ignore", "pipe", "ignore"] });
  const end = () => void child.kill();
  signal.addEventListener("abort", end);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  signal.removeEventListener("abort", end);
  signal.throwIfAborted();
  if (code === 0) return "pass";
  return /^\s*✖ /m.test(output) ? "fail" : "broken";
}

async function verdict(
  copy: string,
  mutant: Mutant,
  signal: AbortSignal,
): Promise<"caught" | "SURVIVED" | "BROKEN" | "not found"> {
  const file = join(copy, mutant.file);
  const whole = await readFile(file, "utf8").catch(() => "");
  const parts = whole.split(mutant.text);
  if (parts.length !== 2) return "not found";
  await writeFile(file, parts.join(mutant.replacement));
  const ended = await outcome(copy, mutant.tests, signal);
  await writeFile(file, whole);
  return ({ pass: "SURVIVED", fail: "caught", broken: "BROKEN" } as const)[ended];
}

async function fill(copy: string): Promise<void> {
  const filter = (source: string) => !leftOut.includes(relative(projectFolder, source));
  await cp(projectFolder, copy, { recursive: true, filter });
  await symlink(join(projectFolder, "node_modules"), join(copy, "node_modules"), "junction");
}

const [pattern = ""] = process.argv.slice(2);
const chosen = mutants.filter(({ what, file }) => what.includes(pattern) || file.includes(pattern));

await runMain(async (signal) => {
  await mkdir(outputFolder, { recursive: true });
  await using one = await freshFolder("mutants");
  await using other = await freshFolder("mutants");
  // A test that fails anyway would catch everything: its mutants are not run.
  const unbroken = new Map<string, ReturnType<typeof outcome>>();
  let passed = 0;
  const suites = new Map<string, number>();
  const left = chosen.values();
  const work = async ({ path: copy }: { readonly path: string }) => {
    await fill(copy);
    for (const mutant of left) {
      const before = unbroken.get(mutant.tests) ?? outcome(copy, mutant.tests, signal);
      unbroken.set(mutant.tests, before);
      const notified = (await before) === "pass" ? await verdict(copy, mutant, signal) : "NOT RUN";
      const suite = mutant.tests.split("/")[1] ?? mutant.tests;
      if (notified === "caught") {
        passed += 1;
        suites.set(suite, (suites.get(suite) ?? 0) + 1);
      }
      console.log(`${notified.padEnd(9)} ${mutant.file}: ${mutant.what}`);
    }
  };
  // Side by side, as the tests of an editor mostly wait; the copies stay until both have ended.
  for (const ended of await Promise.allSettled([work(one), work(other)]))
    if (ended.status === "rejected") throw ended.reason;
  console.log(`\nCaught by: ${[...suites].map(([suite, count]) => `${suite} ${count}`).join(", ")}`);
  console.log(`\n${passed} passed, ${chosen.length - passed} failed`);
  return passed === chosen.length && passed > 0 ? 0 : 1;
});
