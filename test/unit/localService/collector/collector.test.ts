import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import { serveCollector } from "../../../../src/localService/collector/collector.ts";
import { proofOf } from "../../../../src/localService/collector/routes.ts";
import { CollectorStore, unknownProject } from "../../../../src/localService/collector/store.ts";
import { sql } from "../../../../src/localService/query/sql.ts";
import { otlpBody } from "../../../collector/otlpBody.ts";

const key = "0123456789".repeat(4);
const project = "acme/desk";

async function temporaryFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "weave-collector-"));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Sent {
  readonly path: string;
  readonly body?: unknown;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function collecting(context: TestContext, file = "", bytes = 1e9) {
  const unsupported: string[] = [];
  const database = file || join(await temporaryFolder(context), "calls.db");
  const events = {
    onUnsupported: (path: string) => void unsupported.push(path),
    onFailure: (error: unknown) => assert.fail(String(error)),
    onStopped: () => undefined,
  };
  const options = { file: database, port: 0, key, retention: { bytes, days: 30 } };
  const collector = await serveCollector(options, events);
  context.after(() => collector.close());
  const authorization = `Basic ${Buffer.from(`api:${key}`).toString("base64")}`;
  const send = async ({ path, body, method = "POST", headers = {} }: Sent) => {
    const isJson = !Buffer.isBuffer(body);
    const sent = request(collector.url + path, {
      method,
      headers: { authorization, ...(isJson && { "content-type": "application/json" }), ...headers },
    });
    sent.end(body === undefined ? undefined : Buffer.isBuffer(body) ? body : JSON.stringify(body));
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
    sent.on("error", reject);
    sent.on("response", async (response) => resolve({ status: response.statusCode ?? 0, text: await text(response) }));
    return await promise;
  };
  const ask = async (path: string, body: object) => {
    const { status, text: answer } = await send({ path, body });
    assert.equal(status, 200, `${path}: ${answer}`);
    return answer.includes("\n")
      ? answer
          .trim()
          .split("\n")
          .map((line) => (line === "" ? null : JSON.parse(line)))
      : JSON.parse(answer || "[]");
  };
  const calls = async () => {
    const answer = await send({ path: "/calls/stream_query", body: { project_id: project } });
    return answer.text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  };
  return { collector, database, unsupported, send, ask, calls };
}

const at = (seconds: number) => `2026-11-28T10:00:${String(seconds).padStart(2, "0")}.123456Z`;
const start = (id: string, changes: object = {}) => ({
  ...{
    project_id: project,
    id,
    trace_id: "trace",
    op_name: "answer",
    started_at: at(0),
    thread_id: "t-1",
    turn_id: id,
  },
  ...{ attributes: { a: 1 }, inputs: { q: "hello" } },
  ...changes,
});
const end = (id: string, changes: object = {}) => ({
  ...{ project_id: project, id, ended_at: at(2), output: "hi", summary: { usage: {} } },
  ...changes,
});

test("calls are there once their start is sent, and complete once their end is, in whichever order", async (context) => {
  const { ask, calls } = await collecting(context);
  await ask("/traces/call/upsert_batch", {
    batch: [
      { mode: "end", req: { end: end("early") } },
      { mode: "start", req: { start: start("early") } },
      { mode: "start", req: { start: start("running") } },
    ],
  });
  await ask("/call/start", { start: start("one") });
  await ask("/v2/acme/desk/call/end", { end: end("one", { exception: "boom", output: null }) });
  await ask("/v2/acme/desk/calls/complete", { batch: [{ ...start("whole"), ...end("whole") }] });
  // Sent again after a lost response.
  await ask("/call/start", { start: start("one") });
  const found = (await calls()).map(({ id, ended_at, exception, output, summary }) => [
    ...[id, ended_at, exception, output, summary.weave.status],
  ]);
  assert.deepEqual(
    found.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    [
      ["early", at(2), null, "hi", "success"],
      ["one", at(2), "boom", null, "error"],
      ["running", null, null, null, "running"],
      ["whole", at(2), null, "hi", "success"],
    ],
  );
  assert.equal((await ask("/threads/stream_query", { project_id: project }))[0].turn_count, 4);
});

test("what is published can be read back, and what was never sent is null", async (context) => {
  const { ask, send } = await collecting(context);
  const { digest } = await ask("/obj/create", {
    obj: { project_id: project, object_id: "prompt", val: { text: "Hi" } },
  });
  const ref = `weave:///${project}/object/prompt:${digest}`;
  assert.deepEqual(await ask("/refs/read_batch", { refs: [`${ref}/attr/text`, `${ref}x`] }), { vals: ["Hi", null] });
  const { obj } = await ask("/obj/read", { project_id: project, object_id: "prompt", digest: "latest" });
  assert.deepEqual([obj.digest, obj.val, obj.version_index], [digest, { text: "Hi" }, 0]);
  const table = await ask("/table/create", { table: { project_id: project, rows: [{ n: 1 }, { n: 2 }] } });
  const { rows } = await ask("/table/query", { project_id: project, digest: table.digest, offset: 1 });
  assert.deepEqual(
    rows.map(({ val }: { readonly val: unknown }) => val),
    [{ n: 2 }],
  );
  const form = new FormData();
  form.set("project_id", project);
  form.set("file", new Blob(["def answer(): ..."]), "obj.py");
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "";
  const body = Buffer.from(await encoded.arrayBuffer());
  const file = JSON.parse((await send({ path: "/file/create", body, headers: { "content-type": type } })).text);
  const content = await send({ path: "/file/content", body: { project_id: project, digest: file.digest } });
  assert.equal(content.text, "def answer(): ...");
});

const attribute = (name: string, value: object) => ({ key: name, value });
const otlp = (resource: readonly object[], spans: readonly object[]) => ({
  resourceSpans: [{ resource: { attributes: resource }, scopeSpans: [{ spans }] }],
});
const nanoseconds = (seconds: number) => String(BigInt(Date.UTC(2026, 10, 28, 10, 0, seconds)) * 1_000_000n);
const child = {
  ...{ traceId: "A1".repeat(16), spanId: "b2".repeat(8), parentSpanId: "c3".repeat(8), name: "chat gpt-5" },
  ...{ startTimeUnixNano: nanoseconds(1), endTimeUnixNano: nanoseconds(2) },
  attributes: [
    attribute("gen_ai.request.model", { stringValue: "gpt-5" }),
    attribute("gen_ai.usage.input_tokens", { intValue: "100" }),
    attribute("gen_ai.input.messages", {
      stringValue: JSON.stringify([{ role: "user", parts: [{ type: "text", content: "hello" }] }]),
    }),
  ],
};
const root = {
  ...{ traceId: "a1".repeat(16), spanId: "c3".repeat(8), name: "invoke_agent helper" },
  ...{ startTimeUnixNano: nanoseconds(0), endTimeUnixNano: nanoseconds(3), status: { code: 2, message: "gave up" } },
  attributes: [attribute("gen_ai.conversation.id", { stringValue: "conv-1" })],
};

const conversations = {
  group_by: [{ source: "column", key: "conversation_id" }],
  query: { $expr: { $not: [{ $eq: [{ $getField: "conversation_id" }, { $literal: "" }] }] } },
};

test("spans of any program are agent conversations, also if the one with the ID comes last", async (context) => {
  const { ask, send, collector } = await collecting(context);
  const service = [attribute("service.name", { stringValue: "my bot" })];
  const body = gzipSync(JSON.stringify(otlp(service, [child])));
  const headers = { "content-type": "application/json", "content-encoding": "gzip", authorization: "" };
  assert.equal((await send({ path: `/${key}/v1/traces`, body, headers })).status, 200);
  await ask("/otel/v1/traces", otlp(service, [root]));
  // An exporter that got no response sends again.
  await ask("/v1/traces", otlp(service, [root]));
  assert.deepEqual(collector.projects, ["local/my-bot"]);
  const { groups, total_count } = await ask("/agents/spans/query", { project_id: "local/my-bot", ...conversations });
  assert.equal(total_count, 1);
  const [{ group_keys, span_count, total_input_tokens, agent_names, error_count }] = groups;
  assert.deepEqual(
    [group_keys.conversation_id, span_count, total_input_tokens, agent_names, error_count],
    ["conv-1", 2, 100, ["helper"], 1],
  );
});

test("protobuf is read as JSON is", async (context) => {
  const { ask, send } = await collecting(context);
  const headers = { "content-type": "application/x-protobuf", project_id: project };
  const body = otlpBody([
    {
      ...{ traceId: "a1".repeat(16), spanId: "c3".repeat(8), name: "invoke_agent helper" },
      ...{ start: BigInt(nanoseconds(0)), end: BigInt(nanoseconds(3)) },
      attributes: { "gen_ai.conversation.id": "conv-1", "gen_ai.usage.output_tokens": 7 },
    },
  ]);
  assert.equal((await send({ path: "/agents/otel/v1/traces", body, headers })).status, 200);
  const { groups } = await ask("/agents/spans/query", { project_id: project, ...conversations });
  assert.deepEqual(
    [groups[0].total_output_tokens, groups[0].agent_names, groups[0].first_seen],
    [7, ["helper"], "2026-11-28T10:00:00"],
  );
  const broken = await send({ path: "/agents/otel/v1/traces", body: body.subarray(0, -3), headers });
  assert.equal(broken.status, 400);
});

test("the client's questions at its start are answered, and create the project", async (context) => {
  const { ask, collector } = await collecting(context);
  const variables = { name: "desk", entityName: "acme" };
  const { data } = await ask("/graphql", { query: "query Project($name: String!) { project { name } }", variables });
  assert.equal(data.project.name, "desk");
  assert.equal((await ask("/graphql", { query: "query { viewer { username } }" })).data.viewer.username, "local");
  assert.deepEqual(collector.projects, [project]);
});

test("everything stays in the file, which nothing else can open meanwhile", async (context) => {
  const first = await collecting(context);
  await first.ask("/call/start", { start: start("one") });
  await assert.rejects(collecting(context, first.database), /database is locked/);
  await first.collector.close();
  const again = await collecting(context, first.database);
  assert.deepEqual(
    (await again.calls()).map(({ id }) => id),
    ["one"],
  );
  await again.ask("/collector/clear", {});
  assert.deepEqual([await again.calls(), again.collector.projects], [[], [project]]);
});

test("what was answered is there after its process was killed", async (context) => {
  const folder = await temporaryFolder(context);
  const file = join(import.meta.dirname, "../../../collector/serve.ts");
  const server = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file, folder, key]);
  const [url] = await once(createInterface(server.stdout), "line");
  const authorization = `Basic ${Buffer.from(`api:${key}`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/json" };
  let answered = 0;
  for (; answered < 30; answered++) {
    const body = JSON.stringify({ start: start(`call ${answered}`) });
    const response = await fetch(`${url}/call/start`, { method: "POST", headers, body });
    assert.equal(response.status, 200);
  }
  const ended = once(server, "exit");
  server.kill("SIGKILL");
  await ended;
  const again = await collecting(context, join(folder, "calls.db"));
  assert.equal((await again.calls()).length, 30);
});

test("a project of writes that were not stored is not known, and reading adds none", async (context) => {
  const store = new CollectorStore(join(await temporaryFolder(context), "calls.db"));
  context.after(() => store.calls.close());
  const fails = () => {
    store.calls.addProject("acme/lost");
    throw new Error("the disk is full");
  };
  assert.throws(() => store.transaction(fails), /the disk is full/);
  assert.deepEqual(store.calls.projects, []);
  const key = store.transaction(() => store.calls.addProject("acme/kept"));
  assert.deepEqual([store.projectOf("acme/kept"), store.projectOf("acme/lost")], [key, unknownProject]);
  assert.deepEqual(store.calls.projects, ["acme/kept"]);
});

test("what is published does not push traces out, and goes itself if it is too large", async (context) => {
  const file = join(await temporaryFolder(context), "calls.db");
  const first = await collecting(context, file);
  await first.ask("/call/start", { start: start("latest", { started_at: new Date().toISOString() }) });
  await first.collector.close();
  const store = new CollectorStore(file);
  context.after(() => store.calls.close());
  const put = (name: string, bytes: number) =>
    store.transaction(() => {
      const own = store.calls.addProject(project);
      return store.run("INSERT INTO files VALUES (?, ?, ?)", own, name, Buffer.alloc(bytes));
    });
  put("dataset", 3_000_000);
  const files = () => store.all("SELECT digest FROM files").length;
  assert.equal(store.purge({ bytes: 4_000_000, days: 30 }, Date.now()), 0);
  assert.equal(files(), 1);
  assert.equal(store.purge({ bytes: 1_000_000, days: 30 }, Date.now()), 0);
  assert.deepEqual([files(), store.used < 1_000_000, store.all("SELECT id FROM calls").length], [0, true, 1]);
});

test("space is given back later while rows are being read", async (context) => {
  const store = new CollectorStore(join(await temporaryFolder(context), "calls.db"));
  context.after(() => store.calls.close());
  for (const name of ["acme/desk", "acme/other"]) store.transaction(() => store.calls.addProject(name));
  const reading = store.calls.rows(sql`SELECT id FROM projects`)[Symbol.iterator]();
  reading.next();
  store.shrink();
  assert.deepEqual(reading.next().value?.id, "acme/other");
});

test("a full disk is said in words, and what was there stays", async (context) => {
  const store = new CollectorStore(join(await temporaryFolder(context), "calls.db"));
  context.after(() => store.calls.close());
  const write = (bytes: number) =>
    store.transaction(() => {
      const project = store.calls.addProject("acme/desk");
      return store.run("INSERT INTO files VALUES (?, ?, ?)", project, String(bytes), Buffer.alloc(bytes));
    });
  write(1);
  const limit = (pages: number) => store.all(`PRAGMA max_page_count = ${pages}`);
  limit(100);
  assert.throws(() => write(1_000_000), { status: 507, body: { reason: "The disk is full." } });
  limit(1_000_000);
  write(1_000_001);
  assert.deepEqual(
    store.all("SELECT digest FROM files").map(({ digest }) => digest),
    ["1", "1000001"],
  );
});

const refused: readonly (readonly [what: string, sent: Sent, status: number])[] = [
  ["without the key", { path: "/call/start", body: {}, headers: { authorization: "" } }, 401],
  ["with another key", { path: "/calls/query_stats", body: {}, headers: { authorization: "Basic YXBpOng=" } }, 401],
  ["with the key in the path of another route", { path: `/${key}/call/start`, headers: { authorization: "" } }, 401],
  ["of a web page", { path: "/health", method: "GET", headers: { origin: "http://localhost:3000" } }, 403],
  ["for another host", { path: "/health", method: "GET", headers: { host: "evil.example" } }, 421],
  ["from a container", { path: "/call/start", headers: { host: "host.docker.internal:14318" } }, 421],
  [
    "that is not JSON",
    { path: "/call/start", body: Buffer.from("{"), headers: { "content-type": "application/json" } },
    400,
  ],
  ["without its fields", { path: "/call/start", body: { start: {} } }, 422],
  ["that is not compressed", { path: "/v1/traces", body: {}, headers: { "content-encoding": "gzip" } }, 400],
  ["compressed in another way", { path: "/v1/traces", body: {}, headers: { "content-encoding": "br" } }, 415],
  [
    "that grows too large",
    { path: "/v1/traces", body: gzipSync(Buffer.alloc(40_000_000)), headers: { "content-encoding": "gzip" } },
    413,
  ],
  ["that is not supported", { path: "/evaluations/create", body: {} }, 404],
];
for (const [what, sent, status] of refused) {
  test(`a request ${what} is refused`, async (context) => {
    const { send, unsupported, collector } = await collecting(context);
    assert.equal((await send(sent)).status, status);
    assert.deepEqual([unsupported, collector.projects], [status === 404 ? [sent.path] : [], []]);
  });
}

test("a listener proves that it has the key without sending it, and a browser gets the same page everywhere", async (context) => {
  const { send } = await collecting(context);
  const open = { method: "GET", headers: { authorization: "" } };
  const health = await send({ path: "/health?nonce=abc", ...open });
  assert.deepEqual(JSON.parse(health.text), { status: "ok", proof: proofOf(key, "abc") });
  const [one, other] = [await send({ path: "/acme/desk/r/call/1", ...open }), await send({ path: "/", ...open })];
  assert.match(one.text, /local collector/);
  assert.equal(one.text, other.text);
});

test("whole traces are deleted, the oldest first, until the rest fits", async (context) => {
  const file = join(await temporaryFolder(context), "calls.db");
  const first = await collecting(context, file);
  const old = start("old", { trace_id: "old", started_at: "2020-01-01T00:00:00Z" });
  const inside = start("inside", { trace_id: "old", started_at: "2020-01-01T00:00:01Z" });
  for (const each of [old, inside, start("new", { started_at: new Date().toISOString() })])
    await first.ask("/call/start", { start: each });
  await first.collector.close();
  const again = await collecting(context, file);
  assert.deepEqual(
    (await again.calls()).map(({ id }) => id),
    ["new"],
  );
});

test("of what is larger than the limit, the latest traces stay, and the file shrinks", async (context) => {
  const file = join(await temporaryFolder(context), "calls.db");
  const first = await collecting(context, file);
  const time = Date.now() - 3_600_000;
  const batch = Array.from({ length: 1000 }, (_, number) => {
    const started_at = new Date(time + number * 1000).toISOString();
    const id = String(number).padStart(4, "0");
    return start(id, { trace_id: id, started_at, inputs: { text: "x".repeat(2000) } });
  });
  await first.ask("/calls/complete", { batch });
  await first.collector.close();
  const { size: before } = await stat(file);
  const again = await collecting(context, file, before / 2);
  const ids = (await again.calls()).map(({ id }) => id).toSorted();
  assert.ok(ids.length > 200 && ids.length < 600, `${ids.length} stay`);
  assert.deepEqual([ids[0], ids.at(-1)], [String(1000 - ids.length).padStart(4, "0"), "0999"]);
  assert.ok((await stat(file)).size <= before / 2);
});
