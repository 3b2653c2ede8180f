import type { CallService } from "./calls/callService.ts";
import type { CallCount, CallQuery } from "./counts/callQuery.ts";
import type { Work } from "./requestBudget.ts";
import type { ProjectId } from "./session/projectId.ts";
import type { Thread } from "./threads/thread.ts";
import type { ThreadQuery } from "./threads/threadQuery.ts";

/** A service and a project in it. */
export interface ProjectClient {
  readonly service: ThreadService & CallService;
  readonly project: ProjectId;
}

/**
 * The two operations of the service, as the rest of the product sees them. Both reject with a `ServiceError` when the
 * service or the network fails, and with the signal's reason if it aborts.
 */
export interface ThreadService {
  /**
   * Threads in the order asked for, each batch as soon as its rows have arrived. A stream that ends without an error
   * was complete; one that breaks throws after the rows received.
   */
  queryThreads(query: ThreadQuery, signal: AbortSignal): AsyncIterable<readonly Thread[]>;
  countCalls(query: CallQuery, signal: AbortSignal): Promise<CallCount>;
}

/** The same for requests that the user did not start, which may have to wait: see `RequestBudget`. */
export function inBackground(
  { service, project }: ProjectClient,
  work: Exclude<Work, "asked"> = "background",
): ProjectClient {
  return {
    project,
    service: {
      queryThreads: (query, signal) => service.queryThreads({ ...query, work }, signal),
      countCalls: (query, signal) => service.countCalls({ ...query, work }, signal),
      queryCalls: (query, signal) => service.queryCalls({ ...query, work }, signal),
      queryCallPlaces: (query, signal) => service.queryCallPlaces({ ...query, work }, signal),
      queryCallOutcomes: (query, signal) => service.queryCallOutcomes({ ...query, work }, signal),
      queryCallFailures: (query, signal) => service.queryCallFailures({ ...query, work }, signal),
      queryExportedCalls: (query, signal) => service.queryExportedCalls({ ...query, work }, signal),
      queryCallDocuments: (query, signal) => service.queryCallDocuments({ ...query, work }, signal),
    },
  };
}
