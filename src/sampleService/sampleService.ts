import { sampleProjects } from "../core/session/sampleProjects.ts";
import { codeReviewWorkload } from "./data/codeReviewWorkload.ts";
import { ragWorkload } from "./data/ragWorkload.ts";
import { sampleProject } from "./data/sampleProject.ts";
import { supportWorkload } from "./data/supportWorkload.ts";
import { type RunningService, serveCalls } from "./http/server.ts";
import { CallDatabase } from "./query/database.ts";
import type { ServiceOptions } from "./serviceOptions.ts";

/**
 * Starts the sample service with generated data. Generating blocks the thread, for less than a second in the default
 * size; the promise resolves when the service is listening. Rejects with the system error (`EADDRINUSE`, `EACCES`) if
 * the port is not available.
 */
export async function startSampleService(options: ServiceOptions): Promise<RunningService> {
  const [first, second, third] = sampleProjects;
  const { threads, calls, seed, now, table } = options;
  const projects = [
    sampleProject({ id: first, workload: supportWorkload, threads, calls, seed, now, showcases: true }),
    sampleProject({ id: second, workload: codeReviewWorkload, threads: 64, calls: 1_100, seed: seed + 1, now }),
    sampleProject({ id: third, workload: ragWorkload, threads: 23, calls: 360, seed: seed + 2, now }),
  ];
  const database = new CallDatabase(projects, table);
  return await serveCalls(database, options.port);
}
