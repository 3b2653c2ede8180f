import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import type { RunningService } from "../../src/localService/http/server.ts";
import { serviceOptions, startSampleService } from "../../src/localService/sampleService.ts";

export type SeenRequest = { readonly path: string; readonly authorization: string; readonly body: unknown };

/** A received request that can be passed on to the service. */
export type HeldRequest = { readonly path: string; readonly body: unknown; pass(): void };

/** Responds instead of the service. */
export type Misbehavior = (incoming: IncomingMessage, outgoing: ServerResponse, held: HeldRequest) => void;

/** The sample service behind a proxy that records requests and can replace responses. */
export type InterposedService = AsyncDisposable & {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly requests: readonly SeenRequest[];
  /** Applies to all following requests; null passes them on again. */
  misbehave(misbehavior: Misbehavior | null): void;
  /** Posts directly to the service, bypassing the proxy. Resolves to the text of the response. */
  ask(path: string, body: object): Promise<string>;
  /** The number of open connections to the proxy. */
  connections(): Promise<number>;
};

/** Without agent conversations unless some are asked for. */
export async function startInterposedService(
  options: Readonly<Record<string, unknown>> = {},
): Promise<InterposedService> {
  return await interpose(await startSampleService(serviceOptions.parse({ agents: 0, ...options })));
}

/** Puts the proxy in front of a service, which is closed with it. */
export async function interpose(service: RunningService): Promise<InterposedService> {
  const requests: SeenRequest[] = [];
  let misbehavior: Misbehavior | null = null;
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    const { url: path = "", method, headers } = incoming;
    const json: unknown = JSON.parse(body || "null");
    requests.push({ path, authorization: headers.authorization ?? "", body: json });
    const pass = () => {
      const through = request(service.url + path, { method, headers: { ...headers, host: new URL(service.url).host } });
      outgoing.on("close", () => through.destroy());
      through.on("error", () => outgoing.destroy());
      through.on("response", (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      through.end(body);
    };
    if (misbehavior === null) pass();
    else misbehavior(incoming, outgoing, { path, body: json, pass });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const { username, password } = service;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  return {
    url: `http://127.0.0.1:${port}`,
    username,
    password,
    requests,
    misbehave: (next) => {
      misbehavior = next;
    },
    ask: async (path, body) => {
      const headers = { authorization, "content-type": "application/json" };
      const answer = await fetch(service.url + path, { method: "POST", headers, body: JSON.stringify(body) });
      return await answer.text();
    },
    connections: promisify(server.getConnections.bind(server)),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await service.close();
    },
  };
}

/** A response with this status and body. */
export function answering(
  status: number,
  body: object | string,
  headers: Readonly<Record<string, string>> = {},
): Misbehavior {
  return (_incoming, outgoing) => {
    outgoing.writeHead(status, { "content-type": "application/json", ...headers });
    outgoing.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

export interface Hanging {
  readonly misbehavior: Misbehavior;
  /** The request has arrived. One that is canceled before is not sent, and so never gone. */
  readonly requested: Promise<void>;
  /** The client has closed the connection; rejects if it did so only because of its timeout. */
  readonly gone: Promise<void>;
}

/** A response that never starts; `timeout` is the client's, in milliseconds. */
export function hanging(timeout = 30_000): Hanging {
  const { promise: requested, resolve: arrive } = Promise.withResolvers<void>();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Not every test waits for it.
  promise.catch(() => undefined);
  const misbehavior: Misbehavior = (_incoming, outgoing) => {
    arrive();
    const last = performance.now() + timeout - 2000;
    outgoing.on("close", () => (performance.now() < last ? resolve() : reject(new Error("It was not canceled."))));
  };
  return { misbehavior, requested, gone: promise };
}

/** A response whose connection closes after `text`. */
export function breakingAfter(text: string): Misbehavior {
  return (_incoming, outgoing) => {
    outgoing.writeHead(200, { "content-type": "application/jsonl" });
    outgoing.write(text, () => outgoing.destroy());
  };
}
