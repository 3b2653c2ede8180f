import { parentPort, workerData } from "node:worker_threads";
import * as z from "../zod.ts";
import { startCollector } from "./collector/collector.ts";

const options = z.object({
  file: z.string(),
  port: z.int(),
  key: z.string(),
  retention: z.object({ bytes: z.number(), days: z.number() }),
});

/**
 * Entry of a worker thread that runs the collector. The first message is `{ url }`, or `{ code, message }` of the error
 * that it could not start with; later ones are `{ unsupported: path }` and `{ purged: traces }`. It ends
 * when it is stopped by a request.
 */
async function run(): Promise<void> {
  const post = (message: object) => parentPort?.postMessage(message);
  try {
    const { url } = await startCollector(options.parse(workerData), {
      onUnsupported: (path) => post({ unsupported: path }),
      onStopped: () => parentPort?.close(),
      onPurged: (traces) => post({ purged: traces }),
    });
    post({ url });
  } catch (error) {
    const { code = "", message } =
      error instanceof Error
        ? Object.assign({ code: "" }, error, { message: error.message })
        : { message: String(error) };
    post({ code, message });
  }
}

void run();
