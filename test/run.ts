// The test command. `node test/run.ts` runs everything, `node test/run.ts unit ui` the named suites, and
// `node test/run.ts one <pattern>` the test files with this in their path, else the tests with this in their name.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpackedChromium } from "./editor/chromiumPackage.ts";
import { codeServerMain, currentEditor, newestEditor, oldestEditor } from "./editor/codeServer.ts";
import { npmEditorRuns } from "./editor/desktop.ts";
import { testedEditorVariable } from "./editor/editorUnderTest.ts";
import { endMarkedProcesses, markVariable } from "./editor/markedProcesses.ts";
import { projectFolder } from "./editor/paths.ts";
import { runMain } from "./editor/runMain.ts";
import { stories } from "./editors/stories.ts";
import type { FileTime } from "./fileTimes.ts";
import { desktopHostTests, type HostCounts, hostTests } from "./host/run/hostTests.ts";

type Step = (signal: AbortSignal) => Promise<HostCounts>;

/** Editors need a moment to end in order. */
const endGraceMs = 20_000;
const timesFolder = mkdtempSync(join(tmpdir(), "weave-threads-times-"));
const mostListed = 10;
const ticksBefore = usedTicks();
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
  return async (signal) => {
    const [code, output] = await run("npm", ["run", "--silent", name], signal);
    return code === 0 ? passed : { ...failed, failures: output.trim() };
  };
}

/** Test files below a folder. A test that was skipped or canceled has failed. */
function tests(files: string | readonly string[], seconds: number, options: readonly string[] = [], env = {}): Step {
  return async (signal) => {
    const usual = ["--disable-warning=ExperimentalWarning", "--test", `--test-timeout=${seconds * 1000}`];
    // Of each process, which is read when all have ended.
    const times = join(timesFolder, `${randomBytes(8).toString("hex")}.jsonl`);
    const reporters = [
      ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
      ...["--test-reporter=./test/fileTimes.ts", `--test-reporter-destination=${times}`],
    ];
    const args = [...usual, ...reporters, ...options, ...[files].flat()];
    const [code, output] = await run(process.execPath, args, signal, env);
    const count = (name: string) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
    if (count("tests") === 0) return { ...failed, failures: "No test ran." };
    const lost = count("tests") - count("pass");
    const failures = output.split("\n✖ failing tests:\n")[1]?.trim();
    return { passed: count("pass"), failed: code === 0 ? lost : Math.max(1, lost), failures };
  };
}

/** Runs steps side by side, at most this many at a time, in order. */
function sideBySide(atMost: number, steps: readonly Step[]): Step {
  return async (signal) => {
    const waiting = [...steps];
    const ended: HostCounts[] = [];
    const lane = async () => {
      for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) ended.push(await step(signal));
    };
    await Promise.all(Array.from({ length: atMost }, lane));
    return sum(ended);
  };
}

/**
 * Steps that run files, each in one process whose files share modules and an editor. Each file, the largest first, goes
 * to the process with the least text, as the time of a test grows with its text.
 */
function processes(
  count: number,
  files: string | readonly string[],
  seconds: number,
  options: readonly string[] = [],
  env = {},
): readonly Step[] {
  const sized = globSync([files].flat(), { cwd: projectFolder }).map((file) => ({ file, size: statSync(file).size }));
  const all = Array.from({ length: count }, () => ({ files: [] as string[], size: 0 }));
  for (const { file, size } of sized.toSorted((a, b) => b.size - a.size)) {
    const [smallest] = all.toSorted((a, b) => a.size - b.size);
    smallest?.files.push(file);
    if (smallest !== undefined) smallest.size += size;
  }
  const used = all.filter(({ files }) => files.length > 0).map((one) => one.files.join("\n"));
  const shared = ["--test-isolation=none", ...options];
  return used.map((paths) => tests("test/files.ts", seconds, shared, { ...env, TEST_FILES: paths }));
}

/** Runs the stories on this version of the editor. A story that is not found has failed. */
function storiesOn(version: string): Step {
  const files = [...new Set(stories.map(([file]) => `test/${file}.test.ts`))];
  const names = stories.map(([, name]) => literal(name)).join("|");
  const options = [`--test-name-pattern=^(?:${names})$`];
  const run = sideBySide(2, processes(2, files, 600, options, { [testedEditorVariable]: version }));
  return async (signal) => {
    const ended = await run(signal);
    const lost = stories.length - ended.passed - ended.failed;
    return lost === 0 ? ended : sum([ended, { passed: 0, failed: lost, failures: `${lost} stories were not found.` }]);
  };
}

/** The tests of the extension host and the stories, on the oldest and the newest editor. */
const onBothEditors: Step = async (signal) => {
  const counts: HostCounts[] = [];
  for (const editor of [oldestEditor, await newestEditor(signal)]) {
    console.log(`\n── code-server ${editor}`);
    counts.push(await hostTests(signal, { editor }), await storiesOn(editor)(signal));
  }
  return sum(counts);
};

/** Fetches the editor and its browser, then runs the step. */
const withEditor =
  (step: Step): Step =>
  async (signal) => {
    if (npmEditorRuns) await Promise.all([unpackedChromium(signal), codeServerMain(currentEditor, signal)]);
    return await step(signal);
  };

const suites: Readonly<Record<string, readonly Step[]>> = {
  package: [script("package")],
  ui: processes(2, "test/ui/**/*.test.ts", 300).map(withEditor),
  types: [script("types")],
  lint: [script("lint")],
  unit: processes(8, "test/unit/**/*.test.ts", 60, ["--import=./test/unit/seed.ts"]),
  page: processes(2, "test/page/**/*.test.ts", 60),
  host: [withEditor(hostTests)],
  editors: [onBothEditors],
  desktop: [desktopHostTests],
};
const withoutPackage = ["types", "lint", "unit", "package"];
/** Two windows and one other process keep two cores busy. */
const mostAtOnce = 3;

type Part = readonly [title: string, step: Step];

function part(...names: readonly string[]): Part {
  const steps = names.flatMap((name) => suites[name] ?? []);
  return [names.join(", "), sideBySide(mostAtOnce, steps)];
}

function chosen(names: readonly string[]): readonly Part[] {
  if (names.length === 0) return [part("package"), part("ui", "types", "lint", "unit", "page", "host")];
  const needsPackage = names.some((name) => !withoutPackage.includes(name));
  return [...(needsPackage ? [part("package")] : []), ...names.map((name) => part(name))];
}

/**
 * The test files with this in their path; else the tests with this in their name: of the files with this in their text, or
 * of all in `test/unit` and `test/page`, where tables compose names.
 */
function one(pattern: string): readonly Part[] {
  if (pattern === "") return [];
  const all = globSync("test/{unit,page,host,ui,editors}/**/*.test.ts", { cwd: projectFolder });
  const below = (folder: string) => (file: string) => file.startsWith(join("test", folder));
  const [isUnit, isPage, isHost] = [below("unit"), below("page"), below("host")];
  const named = all.filter((file) => file.includes(pattern));
  const literally = all.filter((file) => readFileSync(file, "utf8").includes(pattern));
  const composing = all.filter((file) => isUnit(file) || isPage(file));
  // No name of a test is a path.
  const otherwise = pattern.startsWith("test/") ? [] : composing;
  const [files = otherwise] = [named, literally].filter((found) => found.length > 0);
  if (files.length === 0) return [];
  const name = named.length > 0 ? "" : literal(pattern);
  const [host, others] = [files.filter(isHost), files.filter((file) => !isHost(file))];
  // Without a match, what a file starts for its tests would keep the process running.
  const options = name === "" ? [] : [`--test-name-pattern=${name}`, "--test-force-exit"];
  const parts: Part[] = files.every(isUnit) ? [] : [part("package")];
  if (others.length > 0) parts.push([pattern, sideBySide(1, processes(1, others, 300, options))]);
  if (host.length > 0) parts.push([pattern, (signal) => hostTests(signal, { files: host, name })]);
  return parts;
}

/** A pattern that matches this text alone. */
function literal(text: string): string {
  return text.replace(/[^\w\s]/g, "\\$&");
}

/** The files whose tests took longest, with their share of all of them, and the CPU time of the machine. */
function costs(): string {
  const lines = readdirSync(timesFolder).flatMap((file) => readFileSync(join(timesFolder, file), "utf8").split("\n"));
  const times = lines.flatMap((line): FileTime[] => (line === "" ? [] : [JSON.parse(line)]));
  const total = times.reduce((all, { milliseconds }) => all + milliseconds, 0);
  const longest = times.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, mostListed);
  const list = longest.map(({ file, milliseconds }) => {
    const share = ((100 * milliseconds) / total).toFixed(1).padStart(5);
    return `${(milliseconds / 1000).toFixed(1).padStart(7)} s ${share}%  ${file}`;
  });
  const used = usedTicks() - ticksBefore;
  return ["── Longest files", ...list, ...(used === 0 ? [] : [`CPU time: ${Math.round(used / 100)} s`])].join("\n");
}

/** On Linux, the hundredths of seconds that all processes of the machine have used: browsers outlive what started them. */
function usedTicks(): number {
  if (process.platform !== "linux") return 0;
  // user, nice, system, idle, iowait, irq, softirq, steal
  const fields = readFileSync("/proc/stat", "utf8").split("\n")[0]?.split(/ +/).slice(1, 9).map(Number) ?? [];
  return fields.reduce((all, each, place) => (place === 3 || place === 4 ? all : all + each), 0);
}

function sum(all: readonly HostCounts[]): HostCounts {
  const failures = all.flatMap((one) => one.failures || []).join("\n\n");
  return { ...all.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed })), failures };
}

await runMain(async (signal) => {
  const [first, ...rest] = process.argv.slice(2);
  const names = process.argv.slice(2);
  const unknown = first === "one" ? [] : names.filter((name) => !(name in suites));
  const parts = first === "one" ? one(rest.join(" ")) : chosen(names);
  if (unknown.length > 0 || parts.length === 0) {
    const known = `Suites: ${Object.keys(suites).join(", ")}, one <pattern>.`;
    console.error(unknown.length > 0 ? `Unknown suite: ${unknown.join(", ")}. ${known}` : "No test matches.");
    return 2;
  }
  const mark = randomBytes(16).toString("hex");
  process.env[markVariable] = mark;
  try {
    const counts: HostCounts[] = [];
    for (const [title, step] of parts) {
      const begun = performance.now();
      console.log(`\n── ${title}`);
      const ended = await step(signal);
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(`${title}: ${ended.failed === 0 ? "ok" : "FAILED"}, ${seconds} s`);
      counts.push(ended);
      if (title === "package" && ended.failed > 0) break;
    }
    const all = sum(counts);
    // Again at the end, as logs are often cut at their beginning.
    if (all.failures) console.log(`\n── Failed\n${all.failures}`);
    if (parts.length > 1) console.log(`\n${costs()}`);
    console.log(`\n${all.passed} passed, ${all.failed} failed`);
    return all.failed === 0 ? 0 : 1;
  } finally {
    rmSync(timesFolder, { recursive: true });
    await endMarkedProcesses(mark, endGraceMs);
  }
});
