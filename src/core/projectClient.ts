import type { CallService } from "./calls/callService.ts";
import type { CallCount, CallQuery } from "./counts/callQuery.ts";
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
