import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

// A service in a separate process, so that it does not affect the measurements. Responds to every request with as many
// threads as the first argument says, compressed if the second is `gzip` and the client accepts it. Prints its port.

const [rows = "1000000", encoding] = process.argv.slice(2);
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

async function answer(response: ServerResponse, compressed: boolean): Promise<void> {
  response.writeHead(200, compressed ? { "content-encoding": "gzip" } : {});
  const body = Readable.from(lines(Number(rows)), { objectMode: false, highWaterMark: 256 * 1024 });
  await (compressed ? pipeline(body, createGzip({ level: 1 }), response) : pipeline(body, response));
}

const server = createServer((request, response) => {
  request.resume();
  const compressed = encoding === "gzip" && /\bgzip\b/.test(String(request.headers["accept-encoding"]));
  answer(response, compressed).catch(() => response.destroy());
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const isPort = (address: ReturnType<typeof server.address>): address is AddressInfo =>
  typeof address === "object" && address !== null;
const address = server.address();
if (isPort(address)) console.log(address.port);
process.on("disconnect", () => process.exit());
