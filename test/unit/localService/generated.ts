import { sampleProject } from "../../../src/localService/data/sampleProject.ts";
import { supportWorkload } from "../../../src/localService/data/supportWorkload.ts";
import type { StoredCall } from "../../../src/localService/query/storedCall.ts";
import { project } from "./testService.ts";

export const now = new Date("2026-11-20T10:00:00Z");

/** Generated calls, few enough to recompute results in a loop. */
export function generatedCalls(threads = 70, calls = 1_200, seed = 7): readonly StoredCall[] {
  return [...sampleProject({ id: project, workload: supportWorkload, threads, calls, seed, now }).calls];
}
