// Breaks `src` in a copy of the project, one mutant at a time, and fails unless a test fails for each of them. With an
// argument, only the mutants with it in their name or file.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { freshFolder } from "../editor/freshFolder.ts";
import { outputFolder, projectFolder } from "../editor/paths.ts";
import { runMain } from "../editor/runMain.ts";
import { SetupError } from "../editor/setupError.ts";
import { hostTests, type Mutant, mutants } from "./mutants.ts";

const leftOut = ["node_modules", ".vscode-test", ".git", "dist"];
const unitOptions = ["--disable-warning=ExperimentalWarning", "--test", "--test-concurrency=2", "--test-timeout=60000"];

/** Whether the tests pass in the copy. An aborted run ends with its own child processes before this rejects. */
async function pass(copy: string, tests: readonly string[], signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted();
  const [first = ""] = tests;
  const host = first === hostTests ? ["host"] : ["one", first];
  const args = first.startsWith(hostTests) ? ["test/run.ts", ...host] : [...unitOptions, ...tests];
  const child = spawn(process.execPath, args, { cwd: copy, stdio: "ignore" });
  const end = () => void child.kill();
  signal.addEventListener("abort", end);
  const [code]: (number | null)[] = await once(child, "close");
  signal.removeEventListener("abort", end);
  signal.throwIfAborted();
  return code === 0;
}

async function verdict(
  copy: string,
  mutant: Mutant,
  signal: AbortSignal,
): Promise<"caught" | "SURVIVED" | "not found"> {
  const file = join(copy, mutant.file);
  const whole = await readFile(file, "utf8").catch(() => "");
  const parts = whole.split(mutant.text);
  if (parts.length !== 2) return "not found";
  await writeFile(file, parts.join(mutant.replacement));
  const survived = await pass(copy, [mutant.tests], signal);
  await writeFile(file, whole);
  return survived ? "SURVIVED" : "caught";
}

const [pattern = ""] = process.argv.slice(2);
const chosen = mutants.filter(({ what, file }) => what.includes(pattern) || file.includes(pattern));

await runMain(async (signal) => {
  await using copy = await freshFolder("mutants");
  const filter = (source: string) => !leftOut.includes(relative(projectFolder, source));
  await cp(projectFolder, copy.path, { recursive: true, filter });
  await mkdir(outputFolder, { recursive: true });
  await symlink(join(projectFolder, "node_modules"), join(copy.path, "node_modules"), "junction");
  // A test that fails anyway would catch everything.
  const all = [...new Set(chosen.map(({ tests }) => tests))];
  const unit = all.filter((tests) => !tests.startsWith(hostTests));
  const host = all.filter((tests) => !unit.includes(tests));
  for (const tests of [unit, ...host.map((one) => [one])])
    if (tests.length > 0 && !(await pass(copy.path, tests, signal)))
      throw new SetupError(`The tests fail without a mutant: ${tests.join(" ")}`);
  let passed = 0;
  for (const mutant of chosen) {
    const told = await verdict(copy.path, mutant, signal);
    if (told === "caught") passed += 1;
    console.log(`${told.padEnd(9)} ${mutant.file}: ${mutant.what}`);
  }
  console.log(`\n${passed} passed, ${chosen.length - passed} failed`);
  return passed === chosen.length && passed > 0 ? 0 : 1;
});
