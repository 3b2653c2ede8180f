import { once } from "node:events";
import { createServer as createSecureHttpServer } from "node:https";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createServer as createSecureServer } from "node:tls";
import { type CertificateName, certificate } from "./certificates.ts";

/** How the proxy responds to a valid CONNECT. */
export type ProxyBehavior =
  /** Connects to the requested port on this machine, ignoring the host. */
  | "tunnel"
  /** Reads and never responds. */
  | "silent"
  /** Responds with something other than HTTP. */
  | "garbage"
  /** Closes the connection instead of responding. */
  | "hangUp"
  /** Responds that it is connected, and closes the connection. */
  | "breakOff"
  /** Responds that it is connected, and intercepts TLS with a certificate from its own authority. */
  | "intercept"
  /** Repeats the request and the credentials in each part of its rejection. */
  | "echo"
  | { readonly refuse: number };

export interface ProxyOptions {
  readonly behavior?: ProxyBehavior;
  /** `user:password`; every CONNECT is accepted if undefined. */
  readonly credentials?: string;
  /** The certificate for TLS to clients; plain HTTP if undefined. */
  readonly certificate?: CertificateName;
}

export interface ProxyServer extends AsyncDisposable {
  readonly port: number;
  /** The head of every request, as received on the wire. */
  readonly heads: readonly string[];
  /** Requests inside intercepted tunnels. */
  readonly intercepted: readonly string[];
  /** Every byte sent by clients, including those inside tunnels. */
  received(): Buffer;
  /** Resolves when at most this many clients are connected. */
  untilUnused(connections: number): Promise<void>;
}

/** A CONNECT proxy on 127.0.0.1. */
export async function startProxyServer(options: ProxyOptions = {}): Promise<ProxyServer> {
  const heads: string[] = [];
  const intercepted: string[] = [];
  const bytes: Buffer[] = [];
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  };
  const inside = createSecureHttpServer(certificate("intercepted"), (request, response) => {
    intercepted.push(`${request.method} ${request.url}\n${request.rawHeaders.join("\n")}`);
    response.end('{"count":666}');
  });
  const serve = (client: Socket): void => {
    keep(client);
    clients.add(client);
    client.once("close", () => clients.delete(client));
    let received = "";
    const read = (chunk: Buffer): void => {
      bytes.push(chunk);
      received += chunk.toString("latin1");
      const end = received.indexOf("\r\n\r\n");
      if (end < 0) return;
      client.off("data", read);
      client.on("data", (more: Buffer) => bytes.push(more));
      const head = received.slice(0, end);
      heads.push(head);
      answer(client, head);
    };
    client.on("data", read);
  };
  const answer = (client: Socket, head: string): void => {
    const { behavior = "tunnel", credentials } = options;
    const [, port = ""] = /^CONNECT \S+:(\d+) HTTP\/1\.1\r$/m.exec(head) ?? [];
    const wanted = `proxy-authorization: Basic ${Buffer.from(credentials ?? "").toString("base64")}`;
    const known = credentials === undefined || head.toLowerCase().split("\r\n").includes(wanted.toLowerCase());
    if (behavior === "silent") return;
    if (behavior === "garbage") client.end("SSH-2.0-OpenSSH_10.0\r\n");
    else if (behavior === "hangUp") client.end();
    else if (behavior === "echo") {
      const text = `${credentials} ${head.replaceAll("\r\n", " ")}`;
      const reply = [
        `HTTP/1.1 407 ${text}`,
        `proxy-authenticate: Basic realm="${text}"`,
        `content-length: ${text.length}`,
      ];
      client.end(`${reply.join("\r\n")}\r\n\r\n${text}`);
    } else if (port === "") client.end("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n");
    else if (!known)
      client.end('HTTP/1.1 407 Who\r\nproxy-authenticate: Basic realm="test"\r\ncontent-length: 0\r\n\r\n');
    else if (typeof behavior === "object") client.end(`HTTP/1.1 ${behavior.refuse} No\r\ncontent-length: 2\r\n\r\nno`);
    else if (behavior === "breakOff") client.end("HTTP/1.1 200 Connected\r\n\r\n");
    else if (behavior === "intercept") {
      client.removeAllListeners("data");
      client.write("HTTP/1.1 200 Connected\r\n\r\n");
      inside.emit("connection", client);
    } else {
      const service = connect(Number(port), "127.0.0.1");
      keep(service);
      service.once("connect", () => {
        client.write("HTTP/1.1 200 Connected\r\n\r\n");
        client.pipe(service).pipe(client);
      });
      service.once("error", () => client.end("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n"));
    }
  };
  const server =
    options.certificate === undefined
      ? createServer(serve)
      : createSecureServer(certificate(options.certificate), serve);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    heads,
    intercepted,
    received: () => Buffer.concat(bytes),
    untilUnused: async (connections) => {
      while (clients.size > connections) await delay(5);
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      inside.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
