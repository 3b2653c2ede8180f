import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "../../src/zod.ts";
import { failuresFolder } from "../editor/paths.ts";
import { SetupError } from "../editor/setupError.ts";

/** The service's own server, on loopback. */
export interface TraceServer extends AsyncDisposable {
  readonly url: string;
  readonly version: string;
}

const address = z.object({ url: z.string(), version: z.string() });

const graceMs = 5000;

/** The server's output of this or the last run. */
export const serverLog = join(failuresFolder, "trace-server.log");

/** Starts the server on an empty database in `folder`. Creating its tables takes about half a minute. */
export async function startTraceServer(python: string, folder: string, signal: AbortSignal): Promise<TraceServer> {
  const script = join(import.meta.dirname, "traceServer.py");
  await mkdir(failuresFolder, { recursive: true });
  // Detached, so that Ctrl+C in a terminal does not end it before this process does. It also ends with its input.
  const server = spawn(python, ["-B", script, folder], { cwd: folder, detached: true, stdio: "pipe" });
  server.stderr.pipe(createWriteStream(serverLog));
  const closed = once(server, "close");
  closed.catch(() => undefined);
  const end = async () => {
    server.stdin.end();
    const inTime = new AbortController();
    delay(graceMs, undefined, { signal: inTime.signal }).then(
      () => server.kill("SIGKILL"),
      () => undefined,
    );
    await closed.catch(() => undefined);
    inTime.abort();
  };
  try {
    for await (const line of createInterface({ input: server.stdout, signal })) {
      return { ...address.parse(JSON.parse(line)), [Symbol.asyncDispose]: end };
    }
  } catch (error) {
    await end();
    throw error;
  }
  await end();
  signal.throwIfAborted();
  throw new SetupError(`The trace server did not start: ${serverLog} says why.`);
}
