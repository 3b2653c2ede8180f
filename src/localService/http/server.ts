import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import type * as z from "../../zod.ts";
import { conversationChat, traceChat } from "../agents/chat.ts";
import { attributesSchema, searchMessages } from "../agents/search.ts";
import * as agents from "../agents/spanRequest.ts";
import { querySpans } from "../agents/spans.ts";
import { callStats } from "../query/callStats.ts";
import { queryCalls } from "../query/calls.ts";
import type { CallDatabase } from "../query/database.ts";
import { queryThreads } from "../query/threads.ts";
import { readBody } from "./requestBody.ts";
import { RequestFailure } from "./requestFailure.ts";
import { callStatsRequest, callsRequest, threadsRequest } from "./requestSchema.ts";

/** A service listening on loopback, with everything that a client needs to use it. */
export interface RunningService {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Generated at every start. */
  readonly username: string;
  readonly password: string;
  /** The first is the default. */
  readonly projects: readonly string[];
  /** Closes all connections immediately and releases the data. */
  close(): Promise<void>;
}

const loopback = "127.0.0.1";

/** The emulated release, and the oldest Python client that it supports. */
const serverInfo = { min_required_weave_python_version: "0.0.1", trace_server_version: "0.53.12" };

/** Longer than any pause of a client, so that no connection is closed during a request. */
const keepAliveTimeout = 120_000;

/**
 * Serves a database, which it owns afterwards, with random credentials. Port 0 selects a free port. Rejects with the
 * system error (`EADDRINUSE`, `EACCES`) if the port is not available.
 */
export async function serveCalls(database: CallDatabase, port: number): Promise<RunningService> {
  const username = `sample-${randomBytes(4).toString("hex")}`;
  const password = randomBytes(24).toString("base64url");
  const answering = new Set<Promise<void>>();
  let closing: Promise<void> | undefined;
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    const done = answer(request, response).finally(() => answering.delete(done));
    answering.add(done);
  });
  server.listen(port, loopback);
  await once(server, "listening").catch((error: unknown) => {
    database.close();
    throw error;
  });
  const address = server.address();
  const url = `http://${loopback}:${typeof address === "object" ? (address?.port ?? port) : port}`;
  const hosts = new Set([new URL(url).host, new URL(url).host.replace(loopback, "localhost")]);
  return {
    url,
    username,
    password,
    projects: database.projects,
    close: () => {
      closing ??= end();
      return closing;
    },
  };

  async function end(): Promise<void> {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
    await Promise.all(answering);
    database.close();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await route(request, response);
    } catch (error) {
      sendFailure(response, error);
    }
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // DNS rebinding: a web page can resolve its own host name to loopback to reach this server.
    if (!hosts.has(request.headers.host ?? "")) throw new RequestFailure(421, { detail: "Misdirected Request" });
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    switch (path) {
      case "/health":
        requireMethod(request, "GET");
        return sendJson(response, 200, { status: "ok" });
      case "/server_info":
        requireMethod(request, "GET");
        return sendJson(response, 200, serverInfo);
      case "/calls/query_stats": {
        const { body, projectKey } = await read(request, callStatsRequest);
        return sendJson(response, 200, callStats(database, projectKey, body));
      }
      case "/calls/stream_query": {
        const { body, projectKey } = await read(request, callsRequest);
        return await sendLines(response, queryCalls(database, projectKey, body));
      }
      case "/threads/stream_query": {
        const { body, projectKey } = await read(request, threadsRequest);
        return await sendLines(response, queryThreads(database, projectKey, body));
      }
      case "/agents/spans/query": {
        const { body, projectKey } = await read(request, agents.spansRequest);
        return sendJson(response, 200, querySpans(database, projectKey, body));
      }
      case "/agents/conversations/chat": {
        const { body, projectKey } = await read(request, agents.chatRequest);
        return sendJson(response, 200, conversationChat(database, projectKey, body));
      }
      case "/agents/traces/chat": {
        const { body, projectKey } = await read(request, agents.traceRequest);
        return sendJson(response, 200, traceChat(database, projectKey, body.trace_id));
      }
      case "/agents/search": {
        const { body, projectKey } = await read(request, agents.searchRequest);
        return sendJson(response, 200, searchMessages(database, projectKey, body));
      }
      case "/agents/spans/custom-attrs/schema": {
        const { body, projectKey } = await read(request, agents.attributesRequest);
        return sendJson(response, 200, attributesSchema(database, projectKey, body));
      }
      default:
        throw new RequestFailure(404, { detail: "Not Found" });
    }
  }

  async function read<Body extends { project_id: string }>(
    request: IncomingMessage,
    schema: z.ZodType<Body>,
  ): Promise<{ body: Body; projectKey: number }> {
    requireMethod(request, "POST");
    if (!isAuthorized(request.headers.authorization, username, password)) {
      throw new RequestFailure(401, { detail: "Not authenticated" }, { "www-authenticate": "Basic" });
    }
    const body = await readBody(request, schema);
    const projectKey = database.projectKey(body.project_id);
    if (projectKey === undefined) throw new RequestFailure(403, { detail: "Project not found" });
    return { body, projectKey };
  }
}

/** The user name that the service's own clients send with every key. */
const clientUsername = "api";

/** Whether an `Authorization` header is Basic with these credentials. Takes constant time. */
function isAuthorized(header: string | undefined, username: string, password: string): boolean {
  const [scheme = "", token = ""] = (header ?? "").split(" ");
  const sent = digest(Buffer.from(token, "base64"));
  const matches = [username, clientUsername].map((name) => timingSafeEqual(sent, digest(`${name}:${password}`)));
  return scheme.toLowerCase() === "basic" && matches.includes(true);
}

/** Digests have equal length, which the comparison requires, and hide the length of the secret. */
function digest(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

function requireMethod(request: IncomingMessage, method: string): void {
  if (request.method !== method) throw new RequestFailure(405, { detail: "Method Not Allowed" }, { allow: method });
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...headers, "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

const chunkLength = 16 * 1024;

/**
 * Responds with 200 and one line of JSON per record. Reads records only as fast as the client reads and stops when it
 * disconnects; between chunks, other requests are served.
 */
async function sendLines(response: ServerResponse, records: Iterable<object>): Promise<void> {
  if (response.destroyed) return;
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  let chunk = "";
  for (const record of records) {
    chunk += `${JSON.stringify(record)}\n`;
    // The first record is not kept waiting.
    if (response.headersSent && chunk.length < chunkLength) continue;
    // Until the first record, a failure can still have its own status.
    if (!response.headersSent) response.writeHead(200, { "content-type": "application/jsonl" });
    const flowing = response.write(chunk);
    chunk = "";
    await (flowing ? setImmediate() : once(response, "drain", { signal: closed.signal })).catch(ignoreAbort);
    if (closed.signal.aborted) return;
  }
  if (!response.headersSent) response.writeHead(200, { "content-type": "application/jsonl" });
  response.end(chunk);
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === "AbortError")) throw error;
}

function sendFailure(response: ServerResponse, error: unknown): void {
  if (response.destroyed) return;
  if (error instanceof RequestFailure) {
    sendJson(response, error.status, error.body, error.headers);
    return;
  }
  console.error(error);
  // After the first rows, no status can be sent: the closed connection shows that the response is incomplete.
  if (response.headersSent) response.destroy();
  else sendJson(response, 500, { reason: "Internal server error" });
}
