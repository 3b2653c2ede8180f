import assert from "node:assert/strict";
import { once } from "node:events";
import { globSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Observable } from "../../../../src/core/async/observable.ts";
import type { CollectorState } from "../../../../src/core/collector/collectorText.ts";
import { LocalCollector } from "../../../../src/vscode/session/localCollector.ts";
import { replay } from "../../../collector/replay.ts";
import { freePort } from "../../../editor/freePort.ts";
import { projectFolder } from "../../../editor/paths.ts";
import { eventually } from "../../../editor/workbench/eventually.ts";

const workerFile = join(projectFolder, "src", "localService", "worker.ts");

async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Windows that share a folder and a port. */
async function windows(context: TestContext, given?: number) {
  const storage = await mkdtemp(join(tmpdir(), "weave-windows-"));
  const port = given ?? (await freePort());
  const all: LocalCollector[] = [];
  context.after(async () => {
    for (const each of all) await each.stop();
    await rm(storage, { recursive: true, force: true, maxRetries: 5 });
  });
  const open = ({ mayStart = true, port: own = port } = {}) => {
    const retention = { bytes: 1e9, days: 30 };
    const log = () => undefined;
    const one = new LocalCollector({
      storage,
      workerFile,
      settings: () => ({ port: own, retention }),
      mayStart: () => mayStart,
      log,
      state: new Observable<CollectorState>({ kind: "off" }),
    });
    all.push(one);
    return one;
  };
  return { open, storage, port };
}

async function reaches(
  collector: LocalCollector,
  isReached: (state: CollectorState) => boolean,
): Promise<CollectorState> {
  const { promise, resolve } = Promise.withResolvers<CollectorState>();
  const check = (state: CollectorState) => isReached(state) && resolve(state);
  const subscription = collector.state.subscribe(check);
  check(collector.state.value);
  return await promise.finally(() => subscription.dispose());
}

const has = (project: string) => (state: CollectorState) => state.kind === "on" && state.projects.includes(project);

test("a second window uses the collector of the first, and takes over with everything that was written", async (t) => {
  const { open } = await windows(t);
  const [first, second] = [open(), open()];
  const address = await first.start();
  assert.ok(address);
  assert.deepEqual(await second.start(), address);
  assert.deepEqual(await replay(address), []);
  await reaches(second, has("acme/desk"));
  first.dispose();
  await reaches(second, ({ kind }) => kind === "starting");
  await reaches(second, has("acme/desk"));
  const authorization = `Basic ${Buffer.from(`api:${address.key}`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/json" };
  const body = JSON.stringify({ project_id: "acme/desk" });
  const counted = await fetch(`${address.url}/calls/query_stats`, { method: "POST", headers, body });
  assert.equal(Number(Object(await counted.json()).count), 24);
  await second.stop();
  await assert.rejects(fetch(address.url));
});

test("a window that stops the collector stops it for all", async (t) => {
  const { open } = await windows(t);
  const [first, second] = [open(), open()];
  await first.start();
  await second.start();
  await second.stop();
  await reaches(first, ({ kind }) => kind === "stopped");
});

test("another program on the port gets no key, and keeps the collector from starting", async (t) => {
  const requested: (string | undefined)[] = [];
  const foreign = createServer((request, response) => {
    requested.push(request.headers.authorization);
    response.end(JSON.stringify({ status: "ok", proof: "0".repeat(64) }));
  });
  const port = await listening(foreign);
  t.after(() => foreign.close());
  const { open } = await windows(t, port);
  const collector = open();
  assert.equal(await collector.start(), null);
  assert.deepEqual([collector.state.value, requested], [{ kind: "portInUse", port }, [undefined]]);
});

test("a window with another port in its settings uses the collector on the port that it has", async (t) => {
  const { open } = await windows(t);
  const address = await open().start();
  assert.ok(address);
  assert.deepEqual(await open({ port: await freePort() }).start(), address);
});

test("a collector that is stopped while it starts does not run", async (t) => {
  const { open, port } = await windows(t);
  const collector = open();
  const starting = collector.start();
  await collector.stop();
  assert.deepEqual([await starting, collector.state.value], [null, { kind: "stopped" }]);
  await eventually(() => assert.rejects(fetch(`http://127.0.0.1:${port}`)));
});

test("a damaged database is said in words, and left as it is", async (t) => {
  const { open, storage } = await windows(t);
  const collector = open();
  await collector.key();
  const [folder = ""] = globSync("collector-*", { cwd: storage });
  const file = join(storage, folder, "calls.db");
  const damaged = "no database ".repeat(1000);
  await writeFile(file, damaged);
  assert.equal(await collector.start(), null);
  assert.deepEqual(collector.state.value, { kind: "failed", message: "Its database is damaged. Nothing was deleted." });
  assert.equal(await readFile(file, "utf8"), damaged);
});

test("in Restricted Mode it does not start", async (t) => {
  const { open } = await windows(t);
  assert.equal(await open({ mayStart: false }).start(), null);
});

test("windows that start at once agree on a key, which only the user can read", async (t) => {
  const { open, storage } = await windows(t);
  const keys = await Promise.all(Array.from({ length: 5 }, () => open().key()));
  assert.equal(new Set(keys).size, 1);
  if (process.platform === "win32") return;
  const [folder = ""] = globSync("collector-*", { cwd: storage });
  const modes = await Promise.all(
    [join(storage, folder), join(storage, folder, "key")].map(async (path) => (await stat(path)).mode & 0o777),
  );
  assert.deepEqual(modes, [0o700, 0o600]);
});
