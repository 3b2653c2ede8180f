import { parentPort, workerData } from "node:worker_threads";
import * as z from "../zod.ts";
import { serveCollector } from "./collector/collector.ts";
import { describeProblem, serviceOptions, startSampleService } from "./sampleService.ts";

const collectorOptions = z.object({
  file: z.string(),
  port: z.int(),
  key: z.string(),
  retention: z.object({ bytes: z.number(), days: z.number() }),
});

/**
 * Entry of a worker thread that runs a service, so that its queries never block the starting thread: the collector with
 * the options in `workerData.collector`, else the sample with those of `workerData`.
 */
async function run(): Promise<void> {
  const given = z.nullish(z.looseObject({ collector: z.optional(collectorOptions) })).safeParse(workerData);
  await (given.data?.collector === undefined ? runSample() : runCollector(given.data.collector));
}

/** The first message is `{ url, username, password, projects }`. A failed start is an `error` event of the worker. */
async function runSample(): Promise<void> {
  const options = serviceOptions.safeParse(workerData ?? {});
  // Errors keep only their message across threads.
  if (!options.success) throw new Error(describeProblem(options.error));
  const { url, username, password, projects } = await startSampleService(options.data);
  parentPort?.postMessage({ url, username, password, projects });
}

/**
 * The first message is `{ url }`, or the `{ code, result, message }` of the error that it could not start with, `result`
 * being SQLite's; later ones are `{ unsupported: path }` and `{ failure: text }`. It ends when it is stopped by a request.
 */
async function runCollector(options: z.infer<typeof collectorOptions>): Promise<void> {
  const post = (message: object) => parentPort?.postMessage(message);
  try {
    const { url } = await serveCollector(options, {
      onUnsupported: (path) => post({ unsupported: path }),
      onFailure: (error) => post({ failure: String(error) }),
      onStopped: () => parentPort?.close(),
    });
    post({ url });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const result = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined;
    post({ code, result, message: error instanceof Error ? error.message : String(error) });
  }
}

void run();
