import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultSort } from "../../src/core/query/threadQuery.ts";
import { randomFrom } from "../../src/localService/data/random.ts";
import { freePort } from "../editor/freePort.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { failuresFolder } from "../editor/paths.ts";
import { runMain } from "../editor/runMain.ts";
import { startInstalledEditor } from "../editor/startInstalledEditor.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { storedState } from "../editor/workbench/storedState.ts";
import { startInterposedService } from "../fault/interposedService.ts";
import { timers } from "../ui/hostTimers.ts";
import { leftBySignIn, project } from "../ui/steps.ts";
import { begin, rest } from "./accounts.ts";
import { actions } from "./actions.ts";
import { dealtFaults, requestTimeout } from "./faults.ts";
import { type HostState, hostState, recordHost, warnings } from "./hostState.ts";
import { changeInTurn, killHosts } from "./sharedState.ts";
import { Soak, soakSettings } from "./soak.ts";
import { assertLogLines } from "./words.ts";

// Uses the packed extension in a real editor for some minutes, against services that fail at random. The first argument
// is the number of minutes after the first round, the second the seed: the same one gives the same actions and faults.

/** The part of the memory after the first round that later rounds may add. */
const mayGrowBy = 0.1;
/** Within this time after signing out, timers end and connections close: milliseconds. */
const restMs = 5000;
const settings = {
  ...soakSettings,
  "weaveThreads.collector.port": await freePort(),
  "weaveThreads.requestTimeout": requestTimeout,
};

const [, , minutesText = "5", seedText = String(randomInt(2 ** 31))] = process.argv;
const [minutes, seed] = [Number(minutesText), Number(seedText)];
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error("Usage: npm run soak -- [minutes] [seed]");
  process.exit(2);
}

const results: { readonly check: string; readonly problem: string }[] = [];
const counts = new Map<string, number>();
/** Errors that VS Code may log for reveals that are tried again. */
const mostRetries = 5;

async function check(name: string, run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    results.push({ check: name, problem: "" });
    return true;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    results.push({ check: name, problem });
    console.error(`${name}: ${error instanceof Error ? error.stack : problem}`);
    return false;
  }
}

await runMain(async (signal) => {
  console.log(`Seed ${seed}, ${minutes} minutes`);
  await using folder = await freshFolder("soak");
  await using one = await startInterposedService({ threads: 560, calls: 3000, agents: 60 });
  await using two = await startInterposedService({ threads: 1000, calls: 4000 });
  await using editor = await startInstalledEditor({}, signal);
  await using profile = await editor.newProfile(settings);
  const window = await profile.open();
  await recordHost(window);
  const chosen = { sort: defaultSort, filter: {} };
  const soak = new Soak(window, randomFrom(seed), [
    { service: one, project, ...chosen },
    { service: two, project: "northwind/code-review", ...chosen },
  ]);
  const atRest = async () => {
    await rest(soak);
    await eventually(async () => {
      const connections = await Promise.all([one, two].map((service) => service.connections()));
      assert.deepEqual([connections, await timers(window)], [[0, 0], []]);
    }, restMs);
    return await hostState(window);
  };

  const faults = dealtFaults(soak.random);
  /** All actions in random order until the time, three of four with a fault. Resolves to whether all succeeded. */
  const round = async (until: number): Promise<boolean> => {
    const left = Object.entries(actions);
    while (left.length > 0 && Date.now() < until) {
      const { random } = soak;
      const [[name, run] = []] = left.splice(random.between(0, left.length - 1), 1);
      if (name === undefined || run === undefined) break;
      const [isWell, fault, times] = [
        random.chance(0.25),
        faults.next().value,
        random.pick([1, 2, Number.POSITIVE_INFINITY]),
      ];
      const words = isWell ? "" : ` with ${fault}, ${times === Number.POSITIVE_INFINITY ? "until it is fixed" : times}`;
      console.log(`${name}${words}`);
      soak.misbehave(isWell ? null : fault, times);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const ok = await check(`${name}${words}`, () => run(soak, folder.path));
      soak.fix();
      if (!ok) return false;
      await soak.tidy();
    }
    return true;
  };

  let before: HostState | undefined;
  let rounds = 0;
  const began = await check("sign in to both services", () => begin(soak, folder.path));
  if (began && (await round(Number.POSITIVE_INFINITY))) {
    await check("rest after the first round", async () => {
      before = await atRest();
    });
    await check("sign in again", () => begin(soak, folder.path));
    const end = Date.now() + minutes * 60_000;
    while (Date.now() < end && (await round(end))) if (Date.now() < end) rounds += 1;
    await check("a whole round after the first", async () => assert.ok(rounds > 0, "give it more minutes"));
    await check("faults are reported", async () => assert.ok(soak.reported > 0));
  }
  if (results.some(({ problem }) => problem !== "")) {
    await mkdir(failuresFolder, { recursive: true });
    await writeFile(join(failuresFolder, "soak.png"), await window.picture());
  }

  let after: HostState | undefined;
  await check("no connection and no timer is left", async () => {
    after = await atRest();
  });
  if (before !== undefined && after !== undefined) {
    const [first, last] = [before, after];
    const [fewer, more] = [first, last].map(({ listeners }) =>
      Object.values(listeners).reduce((sum, one) => sum + one, 0),
    );
    console.log(`Memory: ${megabytes(first.memory)} after the first round, ${megabytes(last.memory)} at the end`);
    console.log(`Listeners and registrations: ${fewer} after the first round, ${more} at the end`);
    await check("as many listeners and registrations as after the first round", async () =>
      assert.deepEqual(last.listeners, first.listeners),
    );
    await check("no page is left", async () => assert.equal(await window.page.locator("iframe.webview").count(), 0));
    await check("no secret is left", async () => {
      assert.deepEqual(last.secrets, []);
      const state = await storedState(window.page);
      for (const service of [one, two]) {
        const [[name] = []] = leftBySignIn(service, project).secrets;
        for (const text of [service.password, String(name)]) assert.ok(!state.includes(text), "a key is stored");
      }
    });
    await check("memory within 10% of that after the first round", async () =>
      assert.ok(last.memory <= first.memory * (1 + mayGrowBy), `${megabytes(last.memory)}`),
    );
  }
  await check("no warning in the extension host", async () => assert.deepEqual(await warnings(window), []));
  if (results.every(({ problem }) => problem === "")) {
    await check("200 interleaved changes in two windows are kept", () => changeInTurn(window, profile, one));
    await check("awaited changes survive 3 kills of the extension host", () => killHosts(window, soak.random));
  }
  await check("no leak and no unworded text in the logs", () => assertLogs(join(profile.userData, "logs")));

  console.table([...counts].map(([action, times]) => ({ action, times })));
  console.table([...soak.met].map(([fault, actionsMet]) => ({ fault, "actions that met it": actionsMet })));
  const failed = results.filter(({ problem }) => problem !== "");
  console.table(
    results
      .filter(({ check: name }) => !counts.has(name.split(" ")[0] ?? ""))
      .map(({ check: name, problem }) => ({ check: name, result: problem === "" ? "passed" : "failed" })),
  );
  console.log(`${soak.reported} faults reported in words, seed ${seed}`);
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
});

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The extension's log has no value without words, and that of the extension host no leak and no error of the extension. */
async function assertLogs(logs: string): Promise<void> {
  const files = (await readdir(logs, { recursive: true })).filter((file) => file.endsWith(".log"));
  const own = files.filter((file) => /weave threads/i.test(file));
  assert.equal(own.length > 0, true, files.join("\n"));
  for (const file of own) assertLogLines(await readFile(join(logs, file), "utf8"), file);
  for (const file of files.filter((one) => /remoteexthost|exthost/.test(one))) {
    const lines = (await readFile(join(logs, file), "utf8")).split("\n");
    const bad = lines.filter((line) => /listener leak|MaxListenersExceeded|\[error\].*weave/i.test(line));
    // VS Code logs this for a row that is revealed during a redraw, and the extension tries again, up to 20 times.
    const isRetried = (line: string) => line.includes("Failed to resolve tree node");
    assert.deepEqual(
      bad.filter((line) => !isRetried(line)),
      [],
      file,
    );
    assert.ok(bad.filter(isRetried).length <= mostRetries, `${file}:\n${bad.join("\n")}`);
  }
}
