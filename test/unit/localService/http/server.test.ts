import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, test } from "node:test";
import { serveCalls } from "../../../../src/localService/http/server.ts";
import { CallDatabase } from "../../../../src/localService/query/database.ts";
import { call, project, serve, TestService, turn } from "../testService.ts";

const question = { project_id: project };

describe("authentication", () => {
  const refused: readonly (readonly [string, (service: TestService) => Readonly<Record<string, string>>])[] = [
    ["no credentials", () => ({ authorization: "" })],
    ["another password", ({ running }) => ({ authorization: basic(`${running.username}:wrong`) })],
    ["another user", ({ running }) => ({ authorization: basic(`unknown-user:${running.password}`) })],
    ["the key as a bearer token", ({ running }) => ({ authorization: `Bearer ${running.password}` })],
    [
      "another scheme with the right token",
      ({ authorization }) => ({ authorization: authorization.replace("Basic", "Digest") }),
    ],
    ["invalid Base64", () => ({ authorization: "Basic ???" })],
  ];
  for (const [name, headers] of refused) {
    test(`${name}: 401 with a challenge`, async (context) => {
      const service = await serve(context, []);
      const answer = await service.post("/calls/query_stats", question, headers(service));
      assert.deepEqual([answer.status, JSON.parse(answer.text)], [401, { detail: "Not authenticated" }]);
      assert.equal(answer.headers.get("www-authenticate"), "Basic");
    });
  }

  test("the user name api is accepted with the key", async (context) => {
    const service = await serve(context, []);
    const headers = { authorization: basic(`api:${service.running.password}`) };
    assert.equal((await service.post("/calls/query_stats", question, headers)).status, 200);
  });

  test("the scheme's case does not matter", async (context) => {
    const service = await serve(context, []);
    const headers = { authorization: service.authorization.replace("Basic", "basic") };
    assert.equal((await service.post("/calls/query_stats", question, headers)).status, 200);
  });

  test("every start has different credentials", async (context) => {
    const [first, second] = [await serve(context, []), await serve(context, [])];
    assert.notEqual(first.running.password, second.running.password);
    assert.ok(first.running.password.length >= 32);
  });

  test("an unknown project: 403", async (context) => {
    const service = await serve(context, []);
    for (const path of ["/calls/query_stats", "/threads/stream_query"]) {
      const answer = await service.post(path, { project_id: "acme/other" });
      assert.deepEqual([answer.status, JSON.parse(answer.text)], [403, { detail: "Project not found" }]);
    }
  });
});

describe("URLs", () => {
  const cases: readonly (readonly [string, string, string, number, object])[] = [
    ["an unknown path", "POST", "/calls/stream", 404, { detail: "Not Found" }],
    ["the root", "GET", "/", 404, { detail: "Not Found" }],
    ["another verb", "GET", "/calls/query_stats", 405, { detail: "Method Not Allowed" }],
    ["another verb for threads", "PUT", "/threads/stream_query", 405, { detail: "Method Not Allowed" }],
    ["health without credentials", "GET", "/health", 200, { status: "ok" }],
    [
      "server info without credentials",
      "GET",
      "/server_info",
      200,
      { min_required_weave_python_version: "0.0.1", trace_server_version: "0.53.12" },
    ],
    ["another verb for health", "POST", "/health", 405, { detail: "Method Not Allowed" }],
    ["an ignored query string", "GET", "/health?x=1", 200, { status: "ok" }],
  ];
  for (const [name, method, path, status, body] of cases) {
    test(`${name}: ${status}`, async (context) => {
      const { running } = await serve(context, []);
      const response = await fetch(running.url + path, { method });
      assert.deepEqual([response.status, await response.json()], [status, body]);
    });
  }

  for (const [host, status] of [
    ["127.0.0.1:{port}", 200],
    ["localhost:{port}", 200],
    ["rebound.example:{port}", 421],
    ["rebound.example", 421],
    ["127.0.0.1", 421],
    ["127.0.0.1:1", 421],
  ] as const) {
    test(`host ${host}: ${status}`, async (context) => {
      const service = await serve(context, []);
      const port = new URL(service.running.url).port;
      const answer = await send(service, { headers: { host: host.replace("{port}", port) } });
      assert.equal(answer.status, status);
    });
  }

  test("listens on loopback only", async (context) => {
    const { running } = await serve(context, []);
    assert.match(running.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test("a port in use rejects with the system error", async (context) => {
    const { running } = await serve(context, []);
    const port = Number(new URL(running.url).port);
    await assert.rejects(serveCalls(new CallDatabase([]), port), { code: "EADDRINUSE" });
  });
});

describe("bodies", () => {
  const large = JSON.stringify({ ...question, filter: { call_ids: ["x".repeat(1024 * 1024)] } });

  test("over 1 MiB: 413, with or without a declared length, and the connection stays usable", async (context) => {
    const service = await serve(context, []);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    context.after(() => agent.destroy());
    const sockets = new Set<Socket>();
    for (const headers of [{ "content-length": String(large.length) }, { "transfer-encoding": "chunked" }]) {
      const answer = await send(service, { agent, headers, body: large });
      assert.deepEqual([answer.status, answer.text], [413, '{"reason":"Request too large"}']);
      sockets.add(answer.socket);
      const next = await send(service, { agent });
      assert.equal(next.status, 200);
      sockets.add(next.socket);
    }
    assert.equal(sockets.size, 1);
  });

  test("just under 1 MiB is read", async (context) => {
    const service = await serve(context, []);
    const padding = "x".repeat(1024 * 1024 - 100);
    const answer = await service.post("/calls/query_stats", { ...question, filter: { call_ids: [padding] } });
    assert.equal(answer.status, 200);
  });

  test("an unread body does not break the connection", async (context) => {
    const service = await serve(context, []);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    context.after(() => agent.destroy());
    const body = JSON.stringify({ filler: "x".repeat(300_000) });
    const refused = await send(service, { agent, body, headers: { authorization: "" } });
    const next = await send(service, { agent });
    assert.deepEqual([refused.status, next.status], [401, 200]);
    assert.equal(next.socket, refused.socket);
  });

  const cases: readonly (readonly [string, string, string, string, string])[] = [
    ["declared as text", JSON.stringify(question), "text/plain", "model_attributes_type", '["body"]'],
    ["truncated", '{"project_id":', "application/json", "json_invalid", '["body",'],
    ["an array", "[]", "application/json", "model_attributes_type", '["body"]'],
    ["a number", "1", "application/json", "model_attributes_type", '["body"]'],
    ["empty", "", "application/json", "missing", '["body"]'],
  ];
  for (const [name, body, type, expected, loc] of cases) {
    test(`${name}: 422`, async (context) => {
      const service = await serve(context, []);
      const answer = await service.post("/calls/query_stats", body, { "content-type": type });
      assert.equal(answer.status, 422);
      const { detail } = JSON.parse(answer.text);
      assert.equal(detail.length, 1);
      assert.equal(detail[0].type, expected);
      assert.ok(JSON.stringify(detail[0].loc).startsWith(loc));
    });
  }

  test("without a content type, the body is JSON, as older clients send it", async (context) => {
    const { running, authorization } = await serve(context, []);
    // A body of bytes has no default type.
    const body = new TextEncoder().encode(JSON.stringify(question));
    const response = await fetch(`${running.url}/calls/query_stats`, {
      method: "POST",
      headers: { authorization },
      body,
    });
    assert.equal(response.status, 200);
  });

  for (const type of ["application/json; charset=utf-8", "application/vnd.acme+json", "Application/JSON"]) {
    test(`${type} is JSON`, async (context) => {
      const service = await serve(context, []);
      const answer = await service.post("/calls/query_stats", question, { "content-type": type });
      assert.equal(answer.status, 200);
    });
  }
});

describe("streams", () => {
  const many = Array.from({ length: 20_000 }, (_, index) =>
    turn(`thread-${index}-${"x".repeat(100)}`, `t${index}`, index, index + 1),
  );

  test("a client that reads slowly gets every row", async (context) => {
    const service = await serve(context, many);
    const response = await open(service, "/threads/stream_query");
    let lines = 0;
    // Reading chunk by chunk between other requests makes the sender wait repeatedly.
    for await (const chunk of response) {
      lines += String(chunk).split("\n").length - 1;
      if (lines % 7 === 0) await service.count({});
    }
    assert.equal(lines, many.length);
  });

  test("a client that disconnects leaves the service working", async (context) => {
    const service = await serve(context, many);
    for (let round = 0; round < 3; round++) {
      const response = await open(service, "/threads/stream_query");
      await once(response, "data");
      response.destroy();
    }
    assert.equal(await service.count({}), many.length);
  });

  test("concurrent requests do not affect each other", async (context) => {
    const service = await serve(context, many);
    const answers = await Promise.all([
      service.threads({ limit: 5_000 }),
      service.threads({ limit: 5_000, offset: 5_000 }),
      service.threads({ limit: 5_000, sort_by: [{ field: "thread_id", direction: "asc" }] }),
      service.count({}),
    ]);
    assert.deepEqual(
      answers.map((answer) => (Array.isArray(answer) ? answer.length : answer)),
      [5_000, 5_000, 5_000, many.length],
    );
  });

  test("closing ends unread streams and idle connections, and rejects new ones", async () => {
    const running = await serveCalls(new CallDatabase([{ id: project, calls: many, objects: [] }]), 0);
    const service = new TestService(running);
    const response = await open(service, "/threads/stream_query");
    const idle = connect(Number(new URL(running.url).port), "127.0.0.1");
    await once(idle, "connect");
    const ended = Promise.all([once(idle.resume(), "close"), once(response, "error")]);
    await running.close();
    response.resume();
    await ended;
    await assert.rejects(fetch(`${running.url}/health`));
    await running.close();
  });
});

test("a call with every kind of line separator is one line of the response", async (context) => {
  const id = "a\nb\r\u2028\u2029\u0085c";
  const service = await serve(context, [turn(id, "t", 0, 1), call({ id: "x" })]);
  const answer = await service.post("/threads/stream_query", question);
  assert.equal(answer.text.split("\n").length, 2);
  assert.equal(JSON.parse(answer.text).thread_id, id);
});

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

interface Sent {
  readonly agent?: Agent;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A count request through `node:http`, which unlike `fetch` can send any header and exposes the socket. */
async function send(
  service: TestService,
  { agent, headers, body = JSON.stringify(question) }: Sent,
): Promise<{ status: number | undefined; text: string; socket: Socket }> {
  const outgoing = request(`${service.running.url}/calls/query_stats`, {
    method: "POST",
    ...(agent === undefined ? {} : { agent }),
    headers: { authorization: service.authorization, "content-type": "application/json", ...headers },
  });
  outgoing.end(body);
  const [response]: IncomingMessage[] = await once(outgoing, "response");
  if (response === undefined || outgoing.socket === null) throw new Error("There was no response.");
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, text, socket: outgoing.socket };
}

/** A response with an unread body. */
async function open(service: TestService, path: string): Promise<IncomingMessage> {
  const outgoing = request(service.running.url + path, {
    method: "POST",
    headers: { authorization: service.authorization, "content-type": "application/json" },
  });
  outgoing.end(JSON.stringify(question));
  const [response]: IncomingMessage[] = await once(outgoing, "response");
  if (response === undefined) throw new Error("There was no response.");
  return response;
}
