import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type CertificateName, certificate } from "./certificates.ts";

export interface SecureService extends AsyncDisposable {
  readonly port: number;
  /** Request line and headers of each request. */
  readonly heads: readonly string[];
  /** The number of connections so far. */
  readonly connections: number;
}

/** A TLS service on 127.0.0.1 that counts one call by default. */
export async function startSecureService(
  name: CertificateName = "valid",
  respond: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => {
    response.end('{"count":1}');
  },
): Promise<SecureService> {
  const heads: string[] = [];
  let connections = 0;
  const server = createServer(certificate(name), (request, response) => {
    const pairs = request.rawHeaders.map((part, index) => (index % 2 === 0 ? `${part.toLowerCase()}: ` : `${part}\n`));
    heads.push(`${request.method} ${request.url}\n${pairs.join("")}`);
    request.resume().once("end", () => respond(request, response));
  });
  server.on("connection", () => connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    heads,
    get connections() {
      return connections;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
