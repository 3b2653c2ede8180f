import { parentPort, workerData } from "node:worker_threads";
import { startSampleService } from "./sampleService.ts";
import { describeProblem, serviceOptions } from "./serviceOptions.ts";

/**
 * Entry of a worker thread that runs the sample service, so that its queries never hold up the thread that started it.
 * `workerData` is what `serviceOptions` reads; the first message is `{url, username, password, projects}`. Terminating
 * the worker ends the service. A failed start is the worker's `error` event.
 */
async function run(): Promise<void> {
  const options = serviceOptions.safeParse(workerData ?? {});
  // Between threads an error keeps its message and loses what is particular to its class.
  if (!options.success) throw new Error(describeProblem(options.error));
  const { url, username, password, projects } = await startSampleService(options.data);
  parentPort?.postMessage({ url, username, password, projects });
}

void run();
