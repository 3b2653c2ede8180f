// Runs a program with the released clients of Weave against the local collector, and compares what the collector has
// then with what the program did, and with what the service's own server has after the same program. Installs the clients
// and the server once, some minutes.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { weaveVariables } from "../../src/core/collector/environment.ts";
import { agentSource } from "../../src/core/conversations/agentSource.ts";
import { projectClient } from "../../src/core/conversations/conversationSources.ts";
import { threadSource } from "../../src/core/conversations/threadSource.ts";
import type { ProjectClient } from "../../src/core/port/projectClient.ts";
import type { ProjectId } from "../../src/core/query/projectId.ts";
import { defaultNetwork } from "../../src/core/settings/network.ts";
import { serveCollector } from "../../src/localService/collector/collector.ts";
import { HttpThreadService } from "../../src/service/client.ts";
import { environments, officialClients } from "../conformance/environments.ts";
import { startTraceServer } from "../conformance/traceServer.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { installOnce } from "../editor/installOnce.ts";
import { npmInstall } from "../editor/npmInstall.ts";
import { fetchedFolder } from "../editor/paths.ts";
import { runMain } from "../editor/runMain.ts";

/** The last client of the older format, and those since. */
const versions = ["0.52.42", "0.53.12", "0.54.0"];
const typescriptVersion = "0.11.1";
const project = "acme/desk";
const key = "0123456789".repeat(4);
const run = promisify(execFile);

interface Record {
  readonly id: string;
  readonly parent_id: string | null;
  readonly turn_id: string | null;
  readonly attributes: unknown;
  readonly summary: {
    readonly usage?: unknown;
    readonly weave?: { readonly status?: string; readonly trace_name?: string };
  };
  readonly op_name: string;
  readonly thread_id: string | null;
  readonly ended_at: string | null;
  readonly exception: string | null;
  readonly inputs: unknown;
  readonly output: unknown;
}

/** A client, with how its program is run. */
interface Client {
  readonly name: string;
  readonly command: readonly [file: string, ...args: string[]];
  readonly check: (target: ProjectClient, checked: Checked) => Promise<void>;
}

await runMain(async (signal) => {
  const { server: serverPython } = await environments(signal);
  const clients = await installed(signal);
  await using data = await freshFolder("collector-server");
  await using server = await startTraceServer(serverPython, data.path, signal);
  let failed = 0;
  for (const { name, command, check } of clients) {
    const folder = await mkdtemp(join(tmpdir(), "weave-collector-"));
    const unsupported: string[] = [];
    const collector = await serveCollector(
      { file: join(folder, "calls.db"), port: 0, key, retention: { bytes: 1e9, days: 30 } },
      { onUnsupported: (path) => void unsupported.push(path), onFailure: console.error, onStopped: () => undefined },
    );
    try {
      const { url } = collector;
      const [file, ...args] = command;
      const environment = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, ...weaveVariables({ url, key }) };
      const runProgram = async (target: string, changes: object = {}) => {
        const options = { env: { ...environment, ...changes }, cwd: folder, signal };
        return (await run(file, [...args, target], options)).stdout;
      };
      const own: ProjectId = `acme/${name.replace(/[^a-z0-9]+/gi, "-")}`;
      // The service's server answers no questions about accounts.
      await runProgram(own, { WF_TRACE_SERVER_URL: server.url });
      const output = await runProgram(own);
      const [theirs, ours] = await Promise.all([server.url, url].map((each) => rowsOf(each, own, signal)));
      assert.deepEqual(ours, theirs);
      // The second one finds what the client has kept; both at once are two processes.
      for (const runs of [1, 2]) await Promise.all(Array.from({ length: runs }, () => runProgram(project)));
      await withProject(url, project, (target) => check(target, { url, runs: 3, signal }));
      assert.deepEqual(unsupported, []);
      console.log(
        `${name}: passed, ${ours?.length} rows equal to the server's; ${/weave\.init: .*/.exec(output)?.[0] ?? ""}`,
      );
    } catch (error) {
      failed += 1;
      console.log(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
    } finally {
      await collector.close();
      await rm(folder, { recursive: true });
    }
  }
  console.log(`\n${clients.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

async function installed(signal: AbortSignal): Promise<readonly Client[]> {
  const python = await officialClients(versions, signal);
  const node = {
    name: `weave-typescript-${typescriptVersion}`,
    announcement: `the TypeScript client (weave ${typescriptVersion}), a few seconds`,
    fill: (folder: string) => npmInstall(folder, [`weave@${typescriptVersion}`], signal),
  };
  const folder = await installOnce(fetchedFolder, node, signal);
  // Node.js finds the client beside the program.
  await copyFile(join(import.meta.dirname, "program.mjs"), join(folder, "program.mjs"));
  return [
    ...python.map(
      ({ version, python: file }): Client => ({
        name: `weave ${version}, Python`,
        command: [file, join(import.meta.dirname, "program.py")],
        check: (target, checked) => checkPython(target, checked, version !== "0.52.42"),
      }),
    ),
    {
      name: `weave ${typescriptVersion}, TypeScript`,
      command: [process.execPath, join(folder, "program.mjs")],
      check: checkTypeScript,
    },
  ];
}

interface Checked {
  readonly url: string;
  /** How often the program has run. */
  readonly runs: number;
  readonly signal: AbortSignal;
}

async function checkTypeScript(target: ProjectClient, { url, runs, signal }: Checked): Promise<void> {
  for await (const batch of threadSource.list({ threadIds: [] }, target, signal)) assert.deepEqual(batch, []);
  const calls = await everyCall(url, project);
  const count = (name: string) => calls.filter(({ op_name }) => op_name.includes(`/op/${name}:`)).length;
  assert.deepEqual([count("answer"), count("look_up"), count("fails")], [2 * runs, 2 * runs, runs]);
  assert.match(calls.find(({ op_name }) => op_name.includes("/op/fails:"))?.exception ?? "", /no order in nothing/);
  assert.ok(calls.some(({ output }) => JSON.stringify(output) === '{"said":"81-4420 has been shipped."}'));
}

/** `hasConversations` says whether the client has those of agents. */
async function checkPython(
  target: ProjectClient,
  { url, runs, signal }: Checked,
  hasConversations: boolean,
): Promise<void> {
  const threads = [];
  const byId = [{ field: "thread_id", direction: "asc" }] as const;
  for await (const batch of threadSource.list({ threadIds: [], sort: byId }, target, signal)) threads.push(...batch);
  assert.deepEqual(
    threads.map(({ id, turnCount }) => [id, turnCount]),
    [
      ["at-once", 5 * runs],
      ["support-1", 2 * runs],
      ["support-2", runs],
    ],
  );
  const calls = await everyCall(url, project);
  assert.ok(calls.every(({ ended_at }) => ended_at !== null));
  const of = (name: string) => calls.filter(({ op_name }) => op_name.includes(`/op/${name}:`));
  const counts = { look_up: 8, answer: 3, fails: 1, words: 1, later: 5 };
  for (const [name, count] of Object.entries(counts)) assert.equal(of(name).length, count * runs, name);
  const [failure] = of("fails");
  assert.match(failure?.exception ?? "", /ValueError[\s\S]*no order in nothing[\s\S]*program\.py/);
  assert.deepEqual(
    [failure?.inputs, failure?.output, failure?.thread_id],
    [{ question: "nothing" }, null, "support-2"],
  );
  assert.deepEqual(
    of("later")
      .map(({ output }) => output)
      .sort(),
    [1, 2, 3, 4, 5].flatMap((number) => Array.from({ length: runs }, () => number)),
  );
  const answers = of("answer").map(({ inputs, output }) => JSON.stringify([inputs, output]));
  const said = { messages: [{ role: "assistant", content: "81-4420 has been shipped." }] };
  assert.ok(answers.includes(JSON.stringify([{ question: "81-4420" }, said])));
  const conversations = [];
  for await (const batch of agentSource.list({ threadIds: [] }, target, signal)) conversations.push(...batch);
  assert.deepEqual(
    conversations.map(({ id, turnCount, agent }) => [id, turnCount, agent?.name, agent?.opening]),
    hasConversations ? [["conv-1", runs, "A talk", "Where is 81-4420?"]] : [],
  );
}

async function withProject<T>(url: string, name: ProjectId, use: (target: ProjectClient) => Promise<T>): Promise<T> {
  const settings = { url, username: "api", password: key, network: () => defaultNetwork, fetch };
  const service = new HttpThreadService({ ...settings, onRequest: () => undefined });
  try {
    return await use(projectClient(service, name));
  } finally {
    await service.close();
  }
}

/** What a service has, as sorted JSON without ids, digests, times and durations. */
async function rowsOf(url: string, name: ProjectId, signal: AbortSignal): Promise<readonly string[]> {
  const calls = await everyCall(url, name);
  const opOf = new Map(calls.map(({ id, op_name: op }) => [id, op]));
  const rows: object[] = calls.map(({ id, parent_id: parent, turn_id: turn, ended_at: end, summary, ...call }) => ({
    ...{ op: call.op_name, thread: call.thread_id, parent: opOf.get(parent ?? ""), turn: opOf.get(turn ?? "") },
    ...{ isTurn: turn === id, isEnded: end !== null, exception: call.exception },
    ...{ inputs: call.inputs, output: call.output, attributes: call.attributes },
    ...{ status: summary.weave?.status, name: summary.weave?.trace_name, usage: summary.usage },
  }));
  await withProject(url, name, async (target) => {
    for (const { list } of [threadSource, agentSource])
      for await (const batch of list({ threadIds: [] }, target, signal))
        rows.push(...batch.map(({ id, turnCount, agent }) => ({ id, turnCount, agent })));
  });
  // Digests are of internal refs, which each service writes in its own way.
  const own = /[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{32}\b|\b[0-9a-f]{16}\b|(?<=[/:])[0-9A-Za-z]{43}\b|\b0\.\d{8,}\b/g;
  return rows.map((row) => JSON.stringify(row).replace(own, "*")).toSorted();
}

async function everyCall(url: string, name: string): Promise<readonly Record[]> {
  const authorization = `Basic ${Buffer.from(`api:${key}`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/json" };
  const body = JSON.stringify({ project_id: name });
  const text = await (await fetch(`${url}/calls/stream_query`, { method: "POST", headers, body })).text();
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}
