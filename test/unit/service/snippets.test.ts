import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import type { CallQuery } from "../../../src/core/counts/callQuery.ts";
import { sampleProjects } from "../../../src/core/session/sampleProjects.ts";
import { snippetRequest } from "../../../src/core/snippets/snippetSender.ts";
import { typescriptText } from "../../../src/core/snippets/typescriptText.ts";
import type { ThreadQuery } from "../../../src/core/threads/threadQuery.ts";
import { callStatsPost, threadsPost } from "../../../src/service/client.ts";
import { readThread } from "../../../src/service/schema/threadRecord.ts";
import { freshFolder } from "../../editor/freshFolder.ts";
import { answering, type InterposedService, startInterposedService } from "../../fault/interposedService.ts";
import { lackingOperators } from "../../fault/olderService.ts";
import { startClient } from "./rawServer.ts";
import { collect } from "./threads.ts";

const { signal } = new AbortController();
const [project] = sampleProjects;
const now = Date.UTC(2026, 10, 20, 12);
const told = { notes: ["it's\n); process.exit(3); //"] };

async function start(t: TestContext) {
  const door: InterposedService = await startInterposedService({
    threads: 60,
    calls: 900,
    now: new Date(now).toISOString(),
  });
  t.after(() => door[Symbol.asyncDispose]());
  const sender = { url: door.url, username: null, isSample: false };
  return { door, sender, service: startClient(t, door).service };
}

/** Runs a program as a person would. Rejects where it fails, with what it says. */
async function run(text: string, { username, password }: InterposedService): Promise<readonly unknown[]> {
  await using folder = await freshFolder("snippets");
  const file = join(folder.path, "query.mts");
  await writeFile(file, text);
  const env = { WEAVE_USERNAME: username, WANDB_API_KEY: password };
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}

const threadQueries: readonly (readonly [what: string, query: ThreadQuery])[] = [
  ["all threads", { project }],
  [
    "a page of a window of time, sorted",
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
  test(`a program asks what the client asks, and prints the same threads: ${what}`, async (t) => {
    const { door, sender, service } = await start(t);
    const threads = (await collect(service.queryThreads(query, signal))).flat();
    assert.ok(threads.length > 1);
    const text = typescriptText(snippetRequest(threadsPost(query), sender, { ...told, answer: "lines" }));
    const rows = await run(text, door);
    assert.deepEqual(rows.map(readThread), threads);
    const [first, second, ...others] = door.requests;
    assert.deepEqual(second, first);
    assert.deepEqual(others, []);
    assert.ok(!text.includes(door.password));
  });
}

const callQueries: readonly (readonly [what: string, query: CallQuery])[] = [
  ["all calls", { project }],
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
  test(`a program asks what the client asks, and prints the same count: ${what}`, async (t) => {
    const { door, sender, service } = await start(t);
    const { count, hasMore, storageSize } = await service.countCalls(query, signal);
    const text = typescriptText(snippetRequest(callStatsPost(query), sender, { ...told, answer: "object" }));
    const total = { count, has_more: hasMore, total_storage_size_bytes: storageSize };
    assert.deepEqual(await run(text, door), [total]);
    const [first, second, ...others] = door.requests;
    assert.deepEqual(second, first);
    assert.deepEqual(others, []);
  });
}

test("a program asks a service that is too old for an operator in the form that the client was answered in", async (t) => {
  const { door, sender, service } = await start(t);
  door.misbehave(lackingOperators(door, ["$lt"]));
  const query: CallQuery = {
    project,
    query: { $expr: { $lt: [{ $getField: "summary.weave.latency_ms" }, { $literal: 900 }] } },
  };
  assert.deepEqual(await service.portableCount(query), { query, rewritten: [] });
  const { count } = await service.countCalls(query, signal);
  const { query: asked, rewritten } = await service.portableCount(query);
  assert.deepEqual(rewritten, ["$lt"]);
  const sent = door.requests.length;
  const text = typescriptText(snippetRequest(callStatsPost(asked), sender, { ...told, answer: "object" }));
  assert.deepEqual(await run(text, door), [{ count, has_more: false, total_storage_size_bytes: null }]);
  assert.deepEqual(door.requests.slice(sent), door.requests.slice(sent - 1, sent));
});

test("a program that is refused fails with the status and what the service says", async (t) => {
  const { door, sender } = await start(t);
  door.misbehave(answering(403, { detail: "Project not found" }));
  const text = typescriptText(snippetRequest(threadsPost({ project }), sender, { ...told, answer: "lines" }));
  await assert.rejects(run(text, door), /403: \{"detail":"Project not found"\}/);
});
