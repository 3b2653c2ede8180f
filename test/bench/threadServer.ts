import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { ReadService } from "./threadReader.ts";

// A service in a separate process, so that it does not affect the measurements. Responds to every request with as many
// threads as the first argument says, compressed if the second is `gzip` and the client accepts it. Prints its port.

/** Starts the service. It ends when it is disposed, or with this process. */
export async function startThreadServer(
  rows: number,
  encoding: "identity" | "gzip",
  signal: AbortSignal,
): Promise<ReadService & AsyncDisposable> {
  const server = fork(import.meta.filename, [String(rows), encoding], { silent: true });
  if (server.stdout === null) throw new Error("The server has no output.");
  const [port] = await once(createInterface(server.stdout), "line", { signal });
  const account = {
    url: `http://127.0.0.1:${port}`,
    project: "entity/project" as const,
    username: "api",
    password: "key",
  };
  return {
    ...account,
    [Symbol.asyncDispose]: async () => {
      const ended = once(server, "exit");
      server.disconnect();
      await ended;
    },
  };
}

const rowsAtOnce = 200;

/** A timestamp with microseconds, as the service writes it. */
function stamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -1)}457Z`;
}

function* lines(count: number): Generator<string> {
  const started = Date.UTC(2026, 10, 1);
  for (let next = 0; next < count; ) {
    let text = "";
    for (const end = Math.min(next + rowsAtOnce, count); next < end; next++) {
      const record = {
        thread_id: `user-${next}/2026-11-${String((next % 28) + 1).padStart(2, "0")}, "quoted" – ${next % 7}`,
        turn_count: (next % 90) + 1,
        start_time: stamp(started + next * 1000),
        last_updated: stamp(started + next * 1000 + 345_678),
        first_turn_id: `0193a5c2-7e1f-7000-8000-${next.toString(16).padStart(12, "0")}`,
        last_turn_id: `0193a5c2-7e1f-7000-8001-${next.toString(16).padStart(12, "0")}`,
        p50_turn_duration_ms: next % 13 === 0 ? null : (next % 9000) + 0.25,
        p99_turn_duration_ms: next % 13 === 0 ? null : (next % 90_000) + 0.5,
      };
      text += `${JSON.stringify(record)}\n`;
    }
    yield text;
  }
}

function serve(rows: number, isGzip: boolean): void {
  // Made before the first request, so that a reader does not wait for it.
  const text = [...lines(rows)].map((some) => Buffer.from(some));
  const answer = async (response: ServerResponse, compressed: boolean) => {
    response.writeHead(200, compressed ? { "content-encoding": "gzip" } : {});
    const body = Readable.from(text, { objectMode: false, highWaterMark: 256 * 1024 });
    await (compressed ? pipeline(body, createGzip({ level: 1 }), response) : pipeline(body, response));
  };
  const server = createServer((request, response) => {
    request.resume();
    const compressed = isGzip && /\bgzip\b/.test(String(request.headers["accept-encoding"]));
    answer(response, compressed).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (isPort(address)) console.log(address.port);
  });
  process.on("disconnect", () => process.exit());
}

function isPort(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

if (process.argv[1] === import.meta.filename) {
  const [rows, encoding] = process.argv.slice(2);
  serve(Number(rows), encoding === "gzip");
}
