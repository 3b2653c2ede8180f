import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { HostResponse, HostTask, Inside } from "./protocol.ts";

/** A task that takes longer waits for something that does not come. */
const taskLimitMs = 120_000;

/** The extension host of a window in which the packed extension is active. */
export interface ExtensionHost {
  /**
   * Runs a function in the extension host and resolves to its result as JSON. The function is sent as source text, so
   * it cannot use variables of its outer scope.
   */
  run<Result>(work: (inside: Inside) => Result | Promise<Result>): Promise<Result>;
  run<Result, Argument>(
    work: (inside: Inside, argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
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

  /** Environment variables for the editor. */
  get environment(): Readonly<Record<string, string>> {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("No port is open.");
    return { WEAVE_THREADS_TEST_PORT: String(address.port) };
  }

  /** The extension host of the next window that opens or reloads. */
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
  /** Callbacks of running tasks: for the response, a line of JSON, and for the end of the host. */
  const running = new Map<number, { readonly answer: (line: string) => void; readonly fail: (error: Error) => void }>();
  let last = 0;
  socket.on("error", () => undefined);
  createInterface({ input: socket }).on("line", (line) => {
    const { id }: HostResponse = JSON.parse(line);
    running.get(id)?.answer(line);
    running.delete(id);
  });
  socket.on("close", () => {
    for (const { fail } of running.values()) fail(new Error("The extension host has exited."));
    running.clear();
  });
  return {
    run: <Result, Argument>(work: (inside: Inside, argument: Argument) => Result, argument?: Argument) =>
      new Promise<Result>((resolve, reject) => {
        last += 1;
        const source = work.toString();
        const limit = setTimeout(() => reject(new Error(`The extension host does not answer: ${source}`)), taskLimitMs);
        const answer = (line: string) => {
          clearTimeout(limit);
          const { value, error } = JSON.parse(line);
          if (error === undefined) resolve(value);
          else reject(new Error(error));
        };
        const fail = (error: Error) => {
          clearTimeout(limit);
          reject(error);
        };
        running.set(last, { answer, fail });
        const task: HostTask = { id: last, source, argument };
        socket.write(`${JSON.stringify(task)}\n`);
      }),
  };
}
