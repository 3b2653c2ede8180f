import { createServer, type Socket } from "node:net";

/** A port where nothing has any business: keeps what arrives there, and refuses it as a service and as a proxy would. */
export type Catcher = AsyncDisposable & {
  readonly url: string;
  /** What has arrived, by connection; one without a word is there as well. */
  readonly received: readonly string[];
};

export async function startCatcher(): Promise<Catcher> {
  const received: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const index = received.push("") - 1;
    open.add(socket.on("close", () => open.delete(socket)).on("error", () => socket.destroy()));
    socket.on("data", (bytes) => {
      received[index] += bytes.toString("latin1");
      socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The catcher has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
