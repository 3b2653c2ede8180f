import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { HostAnswer, HostTask, Inside } from "./protocol.ts";

/** The extension host of one window, once the packed extension is active in it. */
export interface ExtensionHost {
  /**
   * Runs a function there and resolves with what it returns, as JSON carries it. Only its text is sent: it sees what is
   * inside and its argument, and nothing around it.
   */
  run<Argument>(
    work: (inside: Inside, argument: Argument) => unknown,
    ...argument: Argument extends undefined ? [] : [Argument]
  ): Promise<unknown>;
}

/** Listens on 127.0.0.1 for the extension hosts of an editor's windows. */
export class ExtensionHosts implements AsyncDisposable {
  readonly #server: Server;
  readonly #waiting: PromiseWithResolvers<ExtensionHost>[] = [];
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
      this.#waiting.shift()?.resolve(hostOf(socket));
    });
  }

  static async listen(): Promise<ExtensionHosts> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new ExtensionHosts(server);
  }

  /** What the editor needs in its environment. */
  get environment(): Readonly<Record<string, string>> {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("No port is open.");
    return { WEAVE_THREADS_TEST_PORT: String(address.port) };
  }

  /** The host of the window that is opened or reloaded next. */
  next(): Promise<ExtensionHost> {
    const waiting = Promise.withResolvers<ExtensionHost>();
    this.#waiting.push(waiting);
    return waiting.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

function hostOf(socket: Socket): ExtensionHost {
  const running = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  socket.on("error", () => undefined);
  createInterface({ input: socket }).on("line", (line) => {
    const { id, value, error }: HostAnswer = JSON.parse(line);
    const task = running.get(id);
    running.delete(id);
    if (error === undefined) task?.resolve(value);
    else task?.reject(new Error(error));
  });
  socket.on("close", () => {
    for (const task of running.values()) task.reject(new Error("The extension host has ended."));
    running.clear();
  });
  return {
    run: async (work, ...[argument]) => {
      last += 1;
      const result = Promise.withResolvers<unknown>();
      running.set(last, result);
      const task: HostTask = { id: last, source: work.toString(), argument };
      socket.write(`${JSON.stringify(task)}\n`);
      return await result.promise;
    },
  };
}
