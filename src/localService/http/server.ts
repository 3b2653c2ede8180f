import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { CallDatabase } from "../query/database.ts";
import { feedbackWrites, reads } from "./reads.ts";
import { RequestFailure } from "./requestFailure.ts";
import { sendJson } from "./response.ts";

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

/** What a service has besides the routes that read. */
export interface OwnRoutes {
  /** What its window sends; programs send the user name of Weave's clients. */
  readonly username: string;
  /** The password of both. */
  readonly key: string;
  /** The key of projects that have no rows yet; absent if they are refused. */
  readonly unknownProject: number;
  /** Throws for a request that is refused before anything else is looked at. */
  access(request: IncomingMessage): { readonly path: string; readonly isAuthorized: boolean };
  /** Answers a request without credentials; false if its path needs them. */
  open(path: string, request: IncomingMessage, response: ServerResponse): boolean;
  write(path: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** The user name that the service's own clients send with every key. */
const clientUsername = "api";

const loopback = "127.0.0.1";

/** The emulated release, and the oldest Python client that it supports. */
const serverInfo = { min_required_weave_python_version: "0.0.1", trace_server_version: "0.53.12" };

/** Longer than any pause of a client, so that no connection is closed during a request. */
const keepAliveTimeout = 120_000;

/** Listens on loopback, without an answer to anything yet. Port 0 selects a free port. Rejects with the system error. */
export async function listenOn(port: number): Promise<Server> {
  const server = createServer({ keepAliveTimeout });
  server.listen(port, loopback);
  await once(server, "listening");
  return server;
}

/**
 * Serves a database, which it owns afterwards, with random credentials. Port 0 selects a free port. Rejects with the
 * system error (`EADDRINUSE`, `EACCES`) if the port is not available.
 */
export async function serveCalls(database: CallDatabase, port: number): Promise<RunningService> {
  const server = await listenOn(port).catch((error: unknown) => {
    database.close();
    throw error;
  });
  return answerCalls(server, database);
}

/** As `serveCalls`, on a server that listens, with the routes and credentials of `own`. */
export function answerCalls(server: Server, database: CallDatabase, own?: OwnRoutes): RunningService {
  const username = own?.username ?? `sample-${randomBytes(4).toString("hex")}`;
  const password = own?.key ?? randomBytes(24).toString("base64url");
  const answering = new Set<Promise<void>>();
  let closing: Promise<void> | undefined;
  server.on("request", (request, response) => {
    const done = answer(request, response).finally(() => answering.delete(done));
    answering.add(done);
  });
  const address = server.address();
  const url = `http://${loopback}:${typeof address === "object" ? address?.port : ""}`;
  const hosts = new Set([new URL(url).host, new URL(url).host.replace(loopback, "localhost")]);
  return {
    url,
    username,
    password,
    get projects() {
      return database.projects;
    },
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
    const { path, isAuthorized } = own?.access(request) ?? { path: pathOf(request), isAuthorized: false };
    if (own?.open(path, request, response)) return;
    if (path === "/health" || path === "/server_info") {
      requireMethod(request, "GET");
      return sendJson(response, 200, path === "/health" ? { status: "ok" } : serverInfo);
    }
    const found = reads.get(path) ?? (own === undefined ? feedbackWrites.get(path) : undefined);
    if (found === undefined && own === undefined) throw new RequestFailure(404, { detail: "Not Found" });
    requireMethod(request, "POST");
    if (!isAuthorized && !hasCredentials(request.headers.authorization, username, password))
      throw new RequestFailure(401, { detail: "Not authenticated" }, { "www-authenticate": "Basic" });
    if (found === undefined) return await own?.write(path, request, response);
    await found(request, response, database, keyOf);
  }

  function keyOf(project: string): number {
    const key = database.projectKey(project) ?? own?.unknownProject;
    if (key === undefined) throw new RequestFailure(403, { detail: "Project not found" });
    return key;
  }
}

export function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "";
}

/** Whether an `Authorization` header is Basic with these credentials. Takes constant time. */
function hasCredentials(header: string | undefined, username: string, password: string): boolean {
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
