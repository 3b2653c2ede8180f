import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { RunningService } from "../../src/sampleService/http/server.ts";
import { startSampleService } from "../../src/sampleService/sampleService.ts";
import { serviceOptions } from "../../src/sampleService/serviceOptions.ts";

export type SeenRequest = { readonly path: string; readonly authorization: string; readonly body: unknown };

/** A request at the door, and the way through it. */
export type HeldRequest = { readonly path: string; readonly body: unknown; pass(): void };

/** Answers in the place of the service. */
export type Misbehaviour = (incoming: IncomingMessage, outgoing: ServerResponse, held: HeldRequest) => void;

/** The real sample service behind a door that keeps what was asked, and can be told to answer otherwise. */
export type InterposedService = AsyncDisposable & {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly requests: readonly SeenRequest[];
  /** From now on; null lets requests through again. */
  misbehave(misbehaviour: Misbehaviour | null): void;
  /** Posts to the service itself, past the door. Gives the text of the answer. */
  ask(path: string, body: object): Promise<string>;
};

export async function startInterposedService(
  options: Readonly<Record<string, unknown>> = {},
): Promise<InterposedService> {
  return await interpose(await startSampleService(serviceOptions.parse(options)));
}

/** Stands before a service, and closes it in the end. */
export async function interpose(service: RunningService): Promise<InterposedService> {
  const requests: SeenRequest[] = [];
  let misbehaviour: Misbehaviour | null = null;
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
    if (misbehaviour === null) pass();
    else misbehaviour(incoming, outgoing, { path, body: json, pass });
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
      misbehaviour = next;
    },
    ask: async (path, body) => {
      const headers = { authorization, "content-type": "application/json" };
      const answer = await fetch(service.url + path, { method: "POST", headers, body: JSON.stringify(body) });
      return await answer.text();
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await service.close();
    },
  };
}

/** An answer of this status and body. */
export function answering(
  status: number,
  body: object | string,
  headers: Readonly<Record<string, string>> = {},
): Misbehaviour {
  return (_incoming, outgoing) => {
    outgoing.writeHead(status, { "content-type": "application/json", ...headers });
    outgoing.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** An answer that sends `pieces` one by one, with a pause before each. */
export function dripping(pieces: readonly string[], milliseconds: number): Misbehaviour {
  return async (_incoming, outgoing) => {
    outgoing.writeHead(200, { "content-type": "application/jsonl" });
    for (const piece of pieces) {
      await delay(milliseconds);
      outgoing.write(piece);
    }
    outgoing.end();
  };
}

/** An answer that never comes; `gone` resolves when the client has hung up. */
export function hanging(): { readonly misbehaviour: Misbehaviour; readonly gone: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { misbehaviour: (_incoming, outgoing) => outgoing.on("close", resolve), gone: promise };
}

/** An answer whose connection breaks after `text`. */
export function breakingAfter(text: string): Misbehaviour {
  return (_incoming, outgoing) => {
    outgoing.writeHead(200, { "content-type": "application/jsonl" });
    outgoing.write(text, () => outgoing.destroy());
  };
}
