import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { installedPython } from "../conformance/environments.ts";
import { freePort } from "../editor/freePort.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { notify } from "./figure.ts";

// What other collectors of spans on one machine need for the same bodies. They are measured on Linux.

interface Peer {
  readonly name: string;
  readonly packages: readonly string[];
  readonly bodies: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The arguments of Python, its variables, and the database, for a folder and a port. */
  readonly start: (
    folder: string,
    port: number,
  ) => readonly [args: readonly string[], env: NodeJS.ProcessEnv, database: string];
}

const peers: readonly Peer[] = [
  {
    name: "MLflow 3.17",
    packages: ["mlflow==3.17.0"],
    bodies: 64,
    headers: { "x-mlflow-experiment-id": "0" },
    start: (folder, port) => {
      const database = join(folder, "mlflow.db");
      const args = ["server", "--backend-store-uri", `sqlite:///${database}`, "--port", String(port), "--workers", "1"];
      return [["-m", "mlflow", ...args], {}, database];
    },
  },
  {
    name: "Phoenix 20.26",
    packages: ["arize-phoenix==20.26.0"],
    bodies: 14,
    headers: {},
    start: (folder, port) => [
      ["-m", "phoenix.server.main", "serve"],
      { PHOENIX_WORKING_DIR: folder, PHOENIX_PORT: String(port), PHOENIX_GRPC_PORT: String(port + 1) },
      join(folder, "phoenix.db"),
    ],
  },
];

const warmUp = 4;
const connections = 2;
const ticksPerSecond = 100;
const startMs = 120_000;

/** Sends each peer as many of the bodies as it stores in some seconds, and waits until all are readable. */
export async function measurePeers(bodies: readonly Buffer[], spansAtOnce: number, signal: AbortSignal): Promise<void> {
  if (process.platform !== "linux") return;
  for (const peer of peers) {
    const { name, packages, headers, start } = peer;
    const python = await installedPython(
      { name: packages.join(), what: `${name}, about two minutes`, packages },
      signal,
    );
    await using folder = await freshFolder("peer");
    const port = await freePort();
    const [args, variables, file] = start(folder.path, port);
    const env = { PATH: process.env.PATH, HOME: folder.path, ...variables };
    const server = spawn(python, args, { cwd: folder.path, env, detached: true, stdio: "ignore", signal });
    try {
      await reachable(`http://127.0.0.1:${port}/`, signal);
      const sent = bodies.slice(0, peer.bodies);
      const send = async (body: Buffer) => {
        const init = { method: "POST", headers: { ...headers, "content-type": "application/x-protobuf" }, signal };
        const response = await fetch(`http://127.0.0.1:${port}/v1/traces`, { ...init, body: new Uint8Array(body) });
        if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
      };
      // Some answer first and store later.
      const stored = async (count: number) => {
        while (storedSpans(file) < count * spansAtOnce) await delay(500, undefined, { signal });
      };
      // Warms up, as programs do that run for hours.
      for (const body of sent.slice(0, warmUp)) await send(body);
      await stored(warmUp);
      const before = cpuSeconds(server.pid ?? 0);
      for (let at = warmUp; at < sent.length; at += connections)
        await Promise.all(sent.slice(at, at + connections).map(send));
      await stored(sent.length);
      const spans = ((sent.length - warmUp) * spansAtOnce) / (cpuSeconds(server.pid ?? 0) - before);
      notify({ what: `${name}: spans taken in for a second of its CPU time`, measured: spans, unit: "perSecond" });
    } finally {
      const ended = once(server, "exit");
      if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, "SIGKILL");
      await ended;
    }
  }
}

async function reachable(url: string, signal: AbortSignal): Promise<void> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(startMs)]);
  for (;;) {
    try {
      await (await fetch(url, { signal: deadline })).arrayBuffer();
      return;
    } catch {
      await delay(500, undefined, { signal: deadline });
    }
  }
}

function storedSpans(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const row = database.prepare("SELECT count(*) AS spans FROM spans").get();
  database.close();
  return Number(row?.spans);
}

/** CPU time of a process and of those that it has started. */
function cpuSeconds(root: number): number {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
        return [{ pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }];
      } catch {
        // It has ended.
        return [];
      }
    });
  const sum = (pid: number): number =>
    all.filter(({ parent }) => parent === pid).reduce((total, child) => total + sum(child.pid), 0) +
    (all.find((each) => each.pid === pid)?.ticks ?? 0);
  return sum(root) / ticksPerSecond;
}
