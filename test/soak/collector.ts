// Writes to the local collector for some minutes while windows are opened, closed and killed, and compares what it has
// then with what it acknowledged. The first argument is the number of minutes, the second the seed.
import { type ChildProcess, fork } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { Observable } from "../../src/core/async/observable.ts";
import type { CollectorState } from "../../src/core/collector/collectorText.ts";
import { randomFrom } from "../../src/localService/data/random.ts";
import { LocalCollector } from "../../src/vscode/session/localCollector.ts";
import { otlpBody } from "../collector/otlpBody.ts";
import { freePort } from "../editor/freePort.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { projectFolder } from "../editor/paths.ts";
import { runMain } from "../editor/runMain.ts";

const windowCount = 3;
const rowsAtOnce = 20;
/** Between the requests of a program, in milliseconds. */
const paceMs = 200;
const betweenEnds = [2000, 8000] as const;
/** Clients give up after about this time without an answer, in milliseconds. */
const patienceMs = 1200;

const [, , first = "20", second = String(randomInt(2 ** 31)), key] = process.argv;
if (key === undefined) await runMain((signal) => soak(Number(first), Number(second), signal));
else await runWindow(first, Number(second));

/** A window, in a process of its own. */
async function runWindow(storage: string, port: number): Promise<void> {
  const collector = new LocalCollector({
    storage,
    workerFile: join(projectFolder, "dist", "localService.mjs"),
    settings: () => ({ port, retention: { bytes: 1e10, days: 30 } }),
    mayStart: () => true,
    log: console.error,
    state: new Observable<CollectorState>({ kind: "off" }),
  });
  process.on("message", () => {
    collector.dispose();
    process.exit();
  });
  process.on("disconnect", () => process.exit());
  process.send?.((await collector.start()) ?? {});
}

async function soak(minutes: number, seed: number, signal: AbortSignal): Promise<number> {
  console.log(`Seed ${seed}, ${minutes} minutes`);
  const random = randomFrom(seed);
  await using storage = await freshFolder("soak-collector");
  const port = await freePort();
  const open = async () => {
    const window = fork(import.meta.filename, [storage.path, String(port), "window"], {
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    const [address]: unknown[] = await once(window, "message", { signal });
    return { window, key: String(Object(address).key) };
  };
  const windows = await Promise.all(Array.from({ length: windowCount }, open));
  const headers = { authorization: `Basic ${btoa(`api:${windows[0]?.key}`)}`, project_id: "acme/desk" };
  const isOver = () => performance.now() > end || signal.aborted;
  const acknowledged = { calls: new Set<string>(), spans: new Set<string>() };
  const end = performance.now() + minutes * 60_000;
  let longest = 0;
  let repeated = 0;
  const problems: string[] = [];

  /** Sends a request again until it is answered, as clients do. */
  const send = async (path: string, body: Buffer, type: string): Promise<Response> => {
    const begun = performance.now();
    for (;;) {
      try {
        const init = { method: "POST", headers: { ...headers, "content-type": type }, body: new Uint8Array(body) };
        const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
        longest = Math.max(longest, performance.now() - begun);
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        return response;
      } catch (error) {
        if (!(error instanceof TypeError) || performance.now() - begun > 10 * patienceMs) throw error;
        repeated += 1;
        await delay(10, undefined, { signal });
      }
    }
  };
  const write = async (kind: "calls" | "spans") => {
    for (let next = 1; !isOver(); next += rowsAtOnce) {
      const ids = Array.from({ length: rowsAtOnce }, (_, at) => (next + at).toString(16).padStart(16, "0"));
      const sent =
        kind === "calls"
          ? send("/v2/acme/desk/calls/complete", callsOf(ids), "application/json")
          : send("/agents/otel/v1/traces", spansOf(ids), "application/x-protobuf");
      await (await sent).arrayBuffer();
      for (const id of ids) acknowledged[kind].add(id);
      await delay(paceMs, undefined, { signal });
    }
  };
  const read = async () => {
    const body = Buffer.from(JSON.stringify({ project_id: "acme/desk" }));
    while (!isOver()) {
      const known = acknowledged.calls.size;
      const { count } = Object(await (await send("/calls/query_stats", body, "application/json")).json());
      if (!(count >= known)) problems.push(`${count} calls were counted of ${known}`);
      await delay(paceMs, undefined, { signal });
    }
  };
  const ends = { killed: 0, closed: 0 };
  const change = async () => {
    while (!isOver()) {
      await delay(random.between(...betweenEnds), undefined, { signal });
      const how = random.chance(0.5) ? "killed" : "closed";
      const [ended] = windows.splice(random.between(0, windowCount - 1), 1);
      if (ended !== undefined) await leave(ended.window, how);
      ends[how] += 1;
      windows.push(await open());
    }
  };
  await Promise.all([write("calls"), write("spans"), read(), change()]);
  for (const { window } of windows) await leave(window, "closed");

  const [file = ""] = globSync("collector-*/calls.db", { cwd: storage.path });
  const database = new DatabaseSync(join(storage.path, file));
  const stored = (text: string) =>
    new Set(
      database
        .prepare(text)
        .all()
        .map(({ id }) => String(id)),
    );
  const kept = { calls: stored("SELECT id FROM calls"), spans: stored("SELECT span_id AS id FROM spans") };
  const [check] = database.prepare("PRAGMA integrity_check").all();
  database.close();
  for (const kind of ["calls", "spans"] as const) {
    const lost = [...acknowledged[kind]].filter((id) => !kept[kind].has(id)).length;
    console.log(`${acknowledged[kind].size} ${kind} acknowledged, ${lost} lost`);
    if (lost > 0) problems.push(`${lost} ${kind} were lost`);
  }
  if (check?.integrity_check !== "ok") problems.push(`The database is damaged: ${JSON.stringify(check)}`);
  console.log(`${ends.killed} windows killed, ${ends.closed} closed, ${repeated} requests repeated`);
  console.log(`At most ${longest.toFixed(0)} ms until an answer`);
  if (longest > patienceMs) problems.push(`Clients give up after ${patienceMs} ms`);
  for (const problem of problems) console.log(`✖ ${problem}`);
  return problems.length === 0 ? 0 : 1;
}

async function leave(window: ChildProcess, how: "killed" | "closed"): Promise<void> {
  const left = once(window, "exit");
  if (how === "killed") window.kill("SIGKILL");
  else window.send("close");
  await left;
}

function callsOf(ids: readonly string[]): Buffer {
  const times = { started_at: "2026-11-01T00:00:00.000001Z", ended_at: "2026-11-01T00:00:01.000001Z" };
  const documents = { attributes: {}, inputs: { question: "Where is it?" }, output: "In Graz.", summary: {} };
  const batch = ids.map((id) => ({
    ...{ project_id: "acme/desk", id, trace_id: id, op_name: "answer", thread_id: `t-${id.slice(-1)}`, turn_id: id },
    ...times,
    ...documents,
  }));
  return Buffer.from(JSON.stringify({ batch }));
}

function spansOf(ids: readonly string[]): Buffer {
  const start = BigInt(Date.UTC(2026, 10, 1)) * 1_000_000n;
  const attributes = { "gen_ai.conversation.id": "conv-1", "gen_ai.operation.name": "chat" };
  const spans = ids.map((spanId) => ({
    ...{ traceId: spanId.padStart(32, "0"), spanId, name: "chat" },
    ...{ start, end: start + 1_000_000n, attributes },
  }));
  return otlpBody(spans);
}
