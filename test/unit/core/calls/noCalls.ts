import type { CallService } from "../../../../src/core/calls/callService.ts";

/** For test services without calls. */
export const noCalls: CallService = {
  // biome-ignore lint/correctness/useYield: there are no calls here
  async *queryCalls() {
    throw new Error("No calls are expected here.");
  },
  // biome-ignore lint/correctness/useYield: there are no calls here
  async *queryCallPlaces() {
    throw new Error("No calls are expected here.");
  },
  // biome-ignore lint/correctness/useYield: there are no calls here
  async *queryCallFailures() {
    throw new Error("No calls are expected here.");
  },
  // biome-ignore lint/correctness/useYield: there are no calls here
  async *queryCallOutcomes() {
    throw new Error("No calls are expected here.");
  },
  // biome-ignore lint/correctness/useYield: there are no calls here
  async *queryExportedCalls() {
    throw new Error("No calls are expected here.");
  },
  // biome-ignore lint/correctness/useYield: there are no documents here
  async *queryCallDocuments() {
    throw new Error("Nobody asks for documents here.");
  },
};
