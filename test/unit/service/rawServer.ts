import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import type { RequestEntry } from "../../../src/core/requests/requestEntry.ts";
import { defaultNetwork, type NetworkSettings } from "../../../src/core/settings/network.ts";
import { HttpThreadService, type HttpThreadServiceOptions } from "../../../src/service/client.ts";
import { type RequestClock, requestClock } from "../../../src/service/requestClock.ts";

/** A request as received on the wire. */
export interface RawRequest {
  readonly head: string;
  readonly body: string;
}

/** Writes any bytes as a response. */
export type Respond = (socket: Socket, request: RawRequest) => void;

export interface RawServer {
  readonly url: string;
  readonly requests: readonly RawRequest[];
  readonly sockets: readonly Socket[];
}

/** A TCP server on a free port that parses requests and leaves responses to the test. Ends with the test. */
export async function startRawServer(t: TestContext, respond: Respond): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    let received = "";
    socket.setNoDelay(true);
    socket.on("error", () => socket.destroy());
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => {
      received += text;
      const headEnd = received.indexOf("\r\n\r\n");
      const length = Number(/^content-length: (\d+)\r$/im.exec(received)?.[1]);
      const body = received.slice(headEnd + 4);
      if (headEnd < 0 || Buffer.byteLength(body) < length) return;
      const request = { head: received.slice(0, headEnd), body };
      received = "";
      requests.push(request);
      respond(socket, request);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { url: `http://127.0.0.1:${address.port}`, requests, sockets };
}

/** What has started, until the test ends. */
export async function untilEnd<T extends AsyncDisposable>(t: TestContext, starting: Promise<T>): Promise<T> {
  const started = await starting;
  t.after(() => started[Symbol.asyncDispose]());
  return started;
}

/** A port of this machine without a listener. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("the server had no port");
  return address.port;
}

export interface Client {
  readonly service: HttpThreadService;
  readonly entries: readonly RequestEntry[];
}

export type StartClientOptions = Partial<HttpThreadServiceOptions> &
  Pick<HttpThreadServiceOptions, "url"> & {
    /** Milliseconds for each step of a request. */
    readonly timeout?: number;
  };

/** Retries without waiting. */
const withoutWaits: RequestClock = { ...requestClock, random: () => 0 };

type StartClient = (t: TestContext, options: StartClientOptions) => Client;

/** A client with the product's settings, except for those given. Closed with the test. */
export function startClient(t: TestContext, options: StartClientOptions): Client {
  return start(t, options, "own");
}

/** The same with the `fetch` of Node.js, which VS Code's own `fetch` calls after it has resolved a proxy. */
export function startEditorClient(t: TestContext, options: StartClientOptions): Client {
  return start(t, options, "editor");
}

/** Tests that both HTTP clients have the same result. */
export function testBothClients(name: string, run: (t: TestContext, startClient: StartClient) => Promise<void>): void {
  test(name, (t) => run(t, startClient));
  test(`${name} (VS Code's HTTP client)`, (t) => run(t, startEditorClient));
}

function start(
  t: TestContext,
  { timeout = 10_000, url, ...options }: StartClientOptions,
  client: NetworkSettings["client"],
): Client {
  const entries: RequestEntry[] = [];
  const service = new HttpThreadService({
    // Loopback requests never go through the editor, so the request needs another host.
    url: client === "editor" ? url.replace("//127.0.0.1:", `//${elsewhere}:`) : url,
    username: "api",
    password: "secret",
    network: () => ({ ...defaultNetwork, timeout, client }),
    fetch: (input, init) => fetch(String(input).replace(`//${elsewhere}:`, "//127.0.0.1:"), init),
    onRequest: (entry) => entries.push(entry),
    clock: withoutWaits,
    ...options,
  });
  t.after(() => service.close());
  return { service, entries };
}

const elsewhere = "weave.example";

/** Waits until the client has closed a connection, with or without an error. */
export async function untilClosed(socket: Socket | undefined): Promise<void> {
  if (!socket) throw new Error("there is no connection");
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
}

/** A response with a content length. */
export function answer(status: number, body: string | Buffer, headers: readonly string[] = []): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([head(status, [`content-length: ${bytes.length}`, ...headers]), bytes]);
}

export function head(status: number, headers: readonly string[]): Buffer {
  return Buffer.from([`HTTP/1.1 ${status} Whatever`, ...headers, "", ""].join("\r\n"));
}

/** A chunk of a chunked body; an empty one ends it. */
export function chunk(body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
}
