import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...headers, "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

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
    chunk += `${JSON.stringify(record)}\n`;
    // The first record is not kept waiting.
    if (response.headersSent && chunk.length < chunkLength) continue;
    // Until the first record, a failure can still have its own status.
    if (!response.headersSent) response.writeHead(200, { "content-type": "application/jsonl" });
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
