import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { TestContext } from "node:test";
import { defaultNetwork, type NetworkSettings } from "../../../src/core/network.ts";
import type { RequestEntry } from "../../../src/core/requestEntry.ts";
import { HttpThreadService, type HttpThreadServiceOptions } from "../../../src/service/client.ts";

/** A request as it stood on the wire. */
export interface RawRequest {
  readonly head: string;
  readonly body: string;
}

/** Writes whatever bytes a test wants for an answer. */
export type Respond = (socket: Socket, request: RawRequest) => void;

export interface RawServer {
  readonly url: string;
  readonly requests: readonly RawRequest[];
  readonly sockets: readonly Socket[];
}

/** A server that speaks no HTTP of its own, on a port of its own, ended with the test. */
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

/** A port of this machine that nobody listens on. */
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

let client: NetworkSettings["client"] = "own";

/** Who sends in this process. */
export function sender(): NetworkSettings["client"] {
  return client;
}

/** Makes further clients of this process send by Node's own `fetch`, as they send by VS Code's in the editor. */
export function sendByFetch(): void {
  client = "editor";
}

/** A client with the settings of the product's own, except for those given; closed with the test. */
export function startClient(t: TestContext, { timeout = 10_000, url, ...options }: StartClientOptions): Client {
  const entries: RequestEntry[] = [];
  const service = new HttpThreadService({
    // Loopback is asked directly: to find its way, a request must look as if it went further.
    url: client === "editor" ? url.replace("//127.0.0.1:", `//${elsewhere}:`) : url,
    username: "api",
    password: "secret",
    network: () => ({ ...defaultNetwork, timeout, client }),
    fetch: (input, init) => fetch(String(input).replace(`//${elsewhere}:`, "//127.0.0.1:"), init),
    onRequest: (entry) => entries.push(entry),
    ...options,
  });
  t.after(() => service.close());
  return { service, entries };
}

const elsewhere = "weave.example";

/** Waits until the client has let go of a connection, well or not. */
export async function untilClosed(socket: Socket | undefined): Promise<void> {
  if (!socket) throw new Error("there is no connection");
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
}

/** An answer with its length. */
export function answer(status: number, body: string | Buffer, headers: readonly string[] = []): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([head(status, [`content-length: ${bytes.length}`, ...headers]), bytes]);
}

export function head(status: number, headers: readonly string[]): Buffer {
  return Buffer.from([`HTTP/1.1 ${status} Whatever`, ...headers, "", ""].join("\r\n"));
}

/** A piece of a chunked body; an empty one is its end. */
export function chunk(body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
}
