import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";

const chunkLength = 16 * 1024;

/**
 * Responds with 200 and one line of JSON per record. Reads records only as fast as the client reads and stops when it
 * disconnects; between chunks, other requests are served.
 */
export async function sendLines(response: ServerResponse, records: Iterable<object>): Promise<void> {
  if (response.destroyed) return;
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  let chunk = "";
  for (const record of records) {
    // Until the first record, a failure can still have its own status.
    if (!response.headersSent) response.writeHead(200, { "content-type": "application/jsonl" });
    chunk += `${JSON.stringify(record)}\n`;
    if (chunk.length < chunkLength) continue;
    const flowing = response.write(chunk);
    chunk = "";
    await (flowing ? setImmediate() : once(response, "drain", { signal: closed.signal })).catch(ignoreAbort);
    if (closed.signal.aborted) return;
  }
  if (!response.headersSent) response.writeHead(200, { "content-type": "application/jsonl" });
  response.end(chunk);
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === "AbortError")) throw error;
}
