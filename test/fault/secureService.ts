import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type CertificateName, certificate } from "./certificates.ts";

export interface SecureService extends AsyncDisposable {
  readonly port: number;
  /** What each request said: its line and headers. */
  readonly heads: readonly string[];
  /** Connections that have been made. */
  readonly connections: number;
}

/** A service on 127.0.0.1 that speaks TLS, and counts one call for whoever asks. */
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
