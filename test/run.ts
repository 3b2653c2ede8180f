// The test command. `node test/run.ts` runs everything, `node test/run.ts unit ui` the named suites, and
// `node test/run.ts one <pattern>` the test files with this in their path, else the tests with this in their name.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { globSync } from "node:fs";
import { unpackedChromium } from "./editor/chromiumPackage.ts";
import { codeServerMain, currentEditor } from "./editor/codeServer.ts";
import { npmEditorRuns } from "./editor/desktop.ts";
import { endMarkedProcesses, markVariable } from "./editor/markedProcesses.ts";
import { projectFolder } from "./editor/paths.ts";
import { runMain } from "./editor/runMain.ts";
import { desktopHostTests, type HostCounts, hostTests } from "./host/run/hostTests.ts";

type Step = (signal: AbortSignal) => Promise<HostCounts>;

/** Editors need a moment to end in order. */
const endGraceMs = 20_000;
const [passed, failed] = [
  { passed: 1, failed: 0 },
  { passed: 0, failed: 1 },
];

async function run(file: string, args: readonly string[], signal: AbortSignal, env = {}): Promise<[number, string]> {
  const options = { cwd: projectFolder, env: { ...process.env, ...env }, shell: process.platform === "win32" };
  const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const [code]: (number | null)[] = await once(child, "close", { signal });
  return [code ?? 1, output];
}

/** A script of package.json, which counts as one test. */
function script(name: string): Step {
  return async (signal) => ((await run("npm", ["run", "--silent", name], signal))[0] === 0 ? passed : failed);
}

/** Test files below a folder. A test that was skipped or canceled has failed. */
function tests(files: string | readonly string[], seconds: number, options: readonly string[] = [], env = {}): Step {
  return async (signal) => {
    const usual = ["--disable-warning=ExperimentalWarning", "--test", `--test-timeout=${seconds * 1000}`];
    const args = [...usual, "--test-reporter=spec", ...options, ...[files].flat()];
    const [code, output] = await run(process.execPath, args, signal, env);
    const count = (name: string) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
    const lost = count("tests") - count("pass");
    return { passed: count("pass"), failed: code === 0 && count("tests") > 0 ? lost : Math.max(1, lost) };
  };
}

const together =
  (...steps: readonly Step[]): Step =>
  async (signal) =>
    sum(await Promise.all(steps.map((step) => step(signal))));

/** Processes side by side, each with its share of the files, which have its modules and its editor in common. */
function lanes(count: number, files: string, seconds: number): Step {
  const shards = Array.from({ length: count }, (_, place) => `--test-shard=${place + 1}/${count}`);
  return together(...shards.map((shard) => tests(files, seconds, ["--test-isolation=none", shard])));
}

/** Fetches what the suites of the screen need, while those of the processor run. */
const fetched: Step = async (signal) => {
  if (npmEditorRuns) await Promise.all([unpackedChromium(signal), codeServerMain(currentEditor, signal)]);
  return { passed: 0, failed: 0 };
};

const suites: Readonly<Record<string, Step>> = {
  editor: fetched,
  types: script("types"),
  lint: script("lint"),
  // Many of these wait for a time limit.
  unit: lanes(5, "test/unit/**/*.test.ts", 60),
  package: script("package"),
  page: lanes(2, "test/page/**/*.test.ts", 60),
  host: hostTests,
  ui: lanes(2, "test/ui/**/*.test.ts", 180),
  editors: tests("test/ui/repositorySettings.test.ts", 300, [], { WEAVE_THREADS_TESTED_EDITOR: "oldest" }),
  desktop: desktopHostTests,
};
const withoutPackage = ["editor", "types", "lint", "unit", "package"];

/** The suites to run one after the other, those of an entry together. */
function chosen(names: readonly string[]): readonly (readonly string[])[] {
  if (names.length === 0) return [["types", "lint", "unit", "editor"], ["package"], ["page", "host", "ui"]];
  const needsPackage = names.some((name) => !withoutPackage.includes(name));
  return [...(needsPackage ? [["package"]] : []), ...names.map((name) => [name])];
}

/** Every kind of test but those of the host, which run inside an editor all together. */
function one(pattern: string): Step {
  const all = globSync("test/{unit,page,ui}/**/*.test.ts", { cwd: projectFolder });
  const named = all.filter((file) => file.includes(pattern));
  return named.length > 0 ? tests(named, 300) : tests(all, 300, [`--test-name-pattern=${pattern}`]);
}

function sum(all: readonly HostCounts[]): HostCounts {
  return all.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }));
}

await runMain(async (signal) => {
  const names = process.argv.slice(2);
  const pattern = names[0] === "one" ? names.slice(1).join(" ") : undefined;
  const unknown = pattern === undefined ? names.filter((name) => !(name in suites)) : [];
  if (unknown.length > 0 || pattern === "") {
    console.error(`There is no suite ${unknown.join(", ")}. Suites: ${Object.keys(suites).join(", ")}, one <pattern>.`);
    return 2;
  }
  const mark = randomBytes(16).toString("hex");
  process.env[markVariable] = mark;
  try {
    const counts: HostCounts[] = [];
    for (const group of pattern === undefined ? chosen(names) : [["package"], ["one"]]) {
      const begun = performance.now();
      console.log(`\n── ${group.join(", ")}`);
      const ended = await together(...group.map((name) => suites[name] ?? one(pattern ?? "")))(signal);
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(`${group.join(", ")}: ${ended.failed === 0 ? "ok" : "FAILED"}, ${seconds} s`);
      counts.push(ended);
      if (group.includes("package") && ended.failed > 0) break;
    }
    const all = sum(counts);
    console.log(`\n${all.passed} passed, ${all.failed} failed`);
    return all.failed === 0 ? 0 : 1;
  } finally {
    await endMarkedProcesses(mark, endGraceMs);
  }
});
