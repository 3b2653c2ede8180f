import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { countCalls, listAgents, queryThreads } from "../../../src/core/port/operations.ts";
import type { CallQuery } from "../../../src/core/query/callQuery.ts";
import { sampleProjects } from "../../../src/core/query/projectId.ts";
import type { ThreadQuery } from "../../../src/core/query/threadQuery.ts";
import { curlText } from "../../../src/core/snippets/curlText.ts";
import { pythonText } from "../../../src/core/snippets/pythonText.ts";
import { type SnippetRequest, snippetRequest } from "../../../src/core/snippets/snippetRequest.ts";
import { typescriptText } from "../../../src/core/snippets/typescriptText.ts";
import { agentList } from "../../../src/service/agents/agentRecord.ts";
import { agentListPost, callStatsPost, threadsPost } from "../../../src/service/client.ts";
import { parseThread } from "../../../src/service/schema/threadRecord.ts";
import { freshFolder } from "../../editor/freshFolder.ts";
import { answering, type InterposedService, startInterposedService } from "../../fault/interposedService.ts";
import { lackingOperators } from "../../fault/olderService.ts";
import { oddIds } from "../core/snippets/oddJson.ts";
import { startClient, untilEnd } from "./rawServer.ts";
import { collect } from "./threads.ts";

const { signal } = new AbortController();
const [project] = sampleProjects;
const now = Date.UTC(2026, 10, 20, 12);
const notified = { notes: ["it's\n); process.exit(3); //"], cautions: ["*/\nimport sys; sys.exit(3)"] };

async function start(t: TestContext, agents = 0) {
  const door = await untilEnd(
    t,
    startInterposedService({
      threads: 60,
      calls: 900,
      agents,
      now: new Date(now).toISOString(),
    }),
  );
  const sender = { url: door.url, username: null, isSample: false };
  return { door, sender, service: startClient(t, door).service };
}

interface Runner {
  readonly language: string;
  readonly write: (request: SnippetRequest) => string;
  readonly file: string;
  readonly command: string;
}

const shell: Runner = { language: "curl", write: curlText, file: "query.sh", command: "sh" };
const node: Runner = { language: "TypeScript", write: typescriptText, file: "query.mts", command: process.execPath };
const python: Runner = { language: "Python", write: pythonText, file: "query.py", command: "python3" };

/** Python and curl are optional: other tests compare the texts of their programs. */
function has(command: string, ...given: readonly string[]): boolean {
  return spawnSync(command, given, { timeout: 20_000 }).status === 0;
}

const hasPython = has(python.command, "-c", "import sys; sys.exit(sys.version_info < (3, 8))");
const programs: readonly Runner[] = hasPython ? [node, python] : [node];
const runners: readonly Runner[] = has("curl", "--fail-with-body", "--version") ? [...programs, shell] : programs;

/** Runs a program as a user would. Rejects with its output if it fails. */
async function run(
  request: SnippetRequest,
  { write, file, command }: Runner,
  variables: Readonly<Record<string, string>>,
): Promise<readonly unknown[]> {
  await using folder = await freshFolder("snippets");
  const text = write(request);
  for (const secret of Object.values(variables)) assert.ok(secret === "" || !text.includes(secret));
  await writeFile(join(folder.path, file), text);
  const env = { PATH: process.env.PATH, ...variables };
  const { stdout } = await promisify(execFile)(command, [join(folder.path, file)], { env });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}

function variablesOf({ username, password }: InterposedService): Readonly<Record<string, string>> {
  return { WEAVE_USERNAME: username, WANDB_API_KEY: password };
}

const threadQueries: readonly (readonly [what: string, query: ThreadQuery])[] = [
  ["all threads", { project }],
  [
    "a sorted page of a time range",
    {
      project,
      after: now - 5 * 86_400_000,
      before: now,
      sort: [
        { field: "turn_count", direction: "desc" },
        { field: "thread_id", direction: "asc" },
      ],
      limit: 7,
      offset: 3,
    },
  ],
];

for (const [what, query] of threadQueries) {
  test(`a program sends the client's request and prints the same threads: ${what}`, async (t) => {
    const { door, sender, service } = await start(t);
    const threads = (await collect(service.rows(queryThreads, query, signal))).flat();
    assert.ok(threads.length > 1);
    const request = snippetRequest(threadsPost(query), sender, { ...notified, response: "lines" });
    for (const runner of runners) {
      const rows = await run(request, runner, variablesOf(door));
      assert.deepEqual(rows.map(parseThread), threads, runner.language);
    }
    const [first, ...others] = door.requests;
    assert.deepEqual(others, Array(runners.length).fill(first));
  });
}

test("a program gets the same agent conversations as the client", async (t) => {
  const { door, sender, service } = await start(t, 12);
  const query = { project, onlyErrors: true, limit: 3 };
  const { rows, total } = await service.ask(listAgents, query, signal);
  assert.ok(rows.length > 1);
  const request = snippetRequest(agentListPost(query), sender, { ...notified, response: "object" });
  for (const runner of runners) {
    const [answer] = await run(request, runner, variablesOf(door));
    assert.deepEqual(agentList.parse(answer), { rows, total }, runner.language);
  }
});

const callQueries: readonly (readonly [what: string, query: CallQuery])[] = [
  ["all calls", { project }],
  ["odd IDs", { project, filter: { threadIds: oddIds, opNames: oddIds } }],
  ["more IDs than fit on a line", { project, filter: { threadIds: Array<string>(300).fill(oddIds.join("")) } }],
  [
    "conditions, a limit and the size",
    {
      project,
      filter: {
        traceRootsOnly: true,
        opNames: ["weave:///northwind/support-assistant/op/it's $(x):*", `weave:///${project}/op/answer_question:*`],
      },
      query: { $expr: { $not: [{ $eq: [{ $getField: "summary.weave.status" }, { $literal: 'a"b\\' }] }] } },
      limit: 50,
      includeStorageSize: true,
    },
  ],
];

for (const [what, query] of callQueries) {
  test(`a program sends the client's request and prints the same count: ${what}`, async (t) => {
    const { door, sender, service } = await start(t);
    const { count, hasMore, storageSize } = await service.ask(countCalls, query, signal);
    const request = snippetRequest(callStatsPost(query), sender, { ...notified, response: "object" });
    const total = { count, has_more: hasMore, total_storage_size_bytes: storageSize };
    for (const runner of runners) {
      assert.deepEqual(await run(request, runner, variablesOf(door)), [total], runner.language);
    }
    const [first, ...others] = door.requests;
    assert.deepEqual(others, Array(runners.length).fill(first));
  });
}

test("a program sends an older service the rewritten query, like the client", async (t) => {
  const { door, sender, service } = await start(t);
  door.misbehave(lackingOperators(door, ["$lt"]));
  const query: CallQuery = {
    project,
    query: { $expr: { $lt: [{ $getField: "summary.weave.latency_ms" }, { $literal: 900 }] } },
  };
  assert.deepEqual(await service.portableCount(query), { query, rewritten: [] });
  const { count } = await service.ask(countCalls, query, signal);
  const { query: requested, rewritten } = await service.portableCount(query);
  assert.deepEqual(rewritten, ["$lt"]);
  const sent = door.requests.length;
  const request = snippetRequest(callStatsPost(requested), sender, { ...notified, response: "object" });
  assert.deepEqual(await run(request, node, variablesOf(door)), [
    { count, has_more: false, total_storage_size_bytes: null },
  ]);
  assert.deepEqual(door.requests.slice(sent), door.requests.slice(sent - 1, sent));
});

test("a program fails with the status and body of an error response", async (t) => {
  const { door, sender } = await start(t);
  door.misbehave(answering(403, { detail: "Project not found" }));
  const request = snippetRequest(threadsPost({ project }), sender, { ...notified, response: "lines" });
  for (const runner of programs) {
    await assert.rejects(run(request, runner, variablesOf(door)), /403: .*\{"detail":"Project not found"\}/);
  }
});

test("a program without the API key or user name names the missing variable and sends nothing", async (t) => {
  const { door, sender } = await start(t);
  const request = snippetRequest(threadsPost({ project }), sender, { ...notified, response: "lines" });
  for (const runner of programs) {
    for (const missing of ["WANDB_API_KEY", "WEAVE_USERNAME"]) {
      const variables = { ...variablesOf(door), [missing]: "" };
      const stderr = new RegExp(`${missing} is not set\\.`);
      await assert.rejects(run(request, runner, variables), { code: 1, stderr });
      const { [missing]: _, ...others } = variables;
      await assert.rejects(run(request, runner, others), { code: 1, stderr });
    }
  }
  assert.deepEqual(door.requests, []);
});
