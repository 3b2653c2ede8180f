import { parentPort, workerData } from "node:worker_threads";
import { describeProblem, serviceOptions, startSampleService } from "./sampleService.ts";

/**
 * Entry of a worker thread that runs the sample service, so that its queries never block the starting thread.
 * `workerData` is parsed by `serviceOptions`; the first message is `{url, username, password, projects}`. Terminating
 * the worker ends the service. A failed start is an `error` event of the worker.
 */
async function run(): Promise<void> {
  const options = serviceOptions.safeParse(workerData ?? {});
  // Errors keep only their message across threads.
  if (!options.success) throw new Error(describeProblem(options.error));
  const { url, username, password, projects } = await startSampleService(options.data);
  parentPort?.postMessage({ url, username, password, projects });
}

void run();
