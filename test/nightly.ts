// Runs everything that takes long, one after the other, and writes `nightly.md`: what ran on which machine, how it ended
// and how long it took. `-- <name>…` runs only these, and keeps what the page has of the others.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { projectFolder } from "./editor/paths.ts";
import { runMain } from "./editor/runMain.ts";

/** Each ends with a line `N passed, N failed`, or with another as its result. */
const programs: Readonly<Record<string, readonly string[]>> = {
  test: ["npm", "test"],
  editors: ["npm", "run", "-s", "test:editors"],
  conformance: ["npm", "run", "-s", "conformance"],
  collector: ["npm", "run", "-s", "collector"],
  mutants: ["npm", "run", "-s", "mutants"],
  soak: ["npm", "run", "-s", "soak", "--", "60"],
  collectorSoak: ["node", "test/soak/collector.ts", "20"],
  properties: ["npm", "run", "-s", "test:unit"],
  fuzz: ["node", "--disable-warning=ExperimentalWarning", "test/bench/fuzz.ts"],
  bench: ["npm", "run", "-s", "bench"],
};

/** Lines that say what a program measured, or what is over its budget. */
const telling = /\*\*over\*\*|^CPU time:|^Caught by:|^SURVIVED|^BROKEN|^✖|^Seed\b|checks|rows equal/i;
const mostTold = 30;
const page = join(import.meta.dirname, "nightly.md");

interface Ended {
  readonly name: string;
  readonly code: number;
  /** Its row of the table, and what follows the table. */
  readonly row: string;
  readonly details: string;
}

async function ran(name: string, [file = "", ...args]: readonly string[], signal: AbortSignal): Promise<Ended> {
  console.log(`\n── ${name}`);
  // Before the program, which may write results of its own.
  const tried = commit();
  const begun = performance.now();
  // Properties are tried with other inputs than in every other run.
  const env = { ...process.env, ...(name === "properties" && { SEED: String(Math.floor(Date.now() / 1000)) }) };
  const options = { cwd: projectFolder, env, signal, shell: process.platform === "win32" };
  const child = spawn(file === "node" ? process.execPath : file, args, {
    ...options,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const [code]: (number | null)[] = await once(child, "close");
  signal.throwIfAborted();
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const told = [...new Set(lines.filter((line) => telling.test(line) && !/^\s*✔/.test(line)))].slice(0, mostTold);
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  const result = code === 0 ? "ok" : "**failed**";
  return {
    ...{ name, code: code ?? 1 },
    row: `| ${name} | ${tried} | ${result} | ${minutes} min | ${lines.at(-1) ?? ""} |`,
    details: told.map((line) => `    ${line}`).join("\n"),
  };
}

function commit(): string {
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: projectFolder, encoding: "utf8" }).trim();
  const changes = git("status", "--porcelain", "--", ":!test/nightly.md") === "" ? "" : ", with changes";
  return `${git("rev-parse", "--short", "HEAD")}${changes}`;
}

/** The page with these results, and those that it has of other programs. */
function pageWith(all: readonly Ended[]): string {
  const [table = "", ...sections] = readFileSync(page, "utf8").trim().split("\n\n## ");
  const entries = Object.keys(programs).map((name) => {
    const ended = all.find((one) => one.name === name);
    const section = sections.find((one) => one.startsWith(`${name}\n`)) ?? "";
    return {
      name,
      row:
        ended?.row ?? table.split("\n").find((line) => line.startsWith(`| ${name} |`)) ?? `| ${name} | | not run | | |`,
      details: ended?.details ?? section.slice(name.length + 2),
    };
  });
  return [
    "# The last run of each nightly program",
    `On ${cpus().length} × ${cpus()[0]?.model}, Node.js ${process.version}.`,
    [
      "| Program | Commit | Result | Time | Last line |",
      "| --- | --- | --- | ---: | --- |",
      ...entries.map(({ row }) => row),
    ].join("\n"),
    ...entries.flatMap(({ name, details }) => (details === "" ? [] : [`## ${name}`, details])),
  ].join("\n\n");
}

await runMain(async (signal) => {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !(name in programs));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(", ")}. Known: ${Object.keys(programs).join(", ")}.`);
    return 2;
  }
  const all: Ended[] = [];
  for (const [name, command] of Object.entries(programs))
    if (names.length === 0 || names.includes(name)) {
      all.push(await ran(name, command, signal));
      // After each, so that a run that is ended has what it measured.
      writeFileSync(page, `${pageWith(all)}\n`);
    }
  const failed = all.filter(({ code }) => code !== 0).length;
  console.log(`\n${all.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
