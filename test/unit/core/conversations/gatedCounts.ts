import { type Fault, ServiceError } from "../../../../src/core/failures/fault.ts";
import type { CallCount, CallQuery } from "../../../../src/core/query/callQuery.ts";
import { type TestService, unusedService } from "../testService.ts";

/** A requested count whose response a test gives. */
export interface RequestedCount {
  readonly query: CallQuery;
  readonly signal: AbortSignal;
  answer(count: number, storageSize?: number | null): void;
  fail(error: Fault | Error): void;
}

/** Counts that wait for their response; an aborted one rejects at once, as the real service's do. */
export class GatedCounts implements TestService {
  readonly rows = unusedService.rows;
  readonly ask = unusedService.ask;
  readonly requested: RequestedCount[] = [];

  /** The requests without a response that were not canceled. */
  readonly open = new Set<RequestedCount>();

  readonly countCalls = (query: CallQuery, signal: AbortSignal): Promise<CallCount> => {
    const { promise, resolve, reject } = Promise.withResolvers<CallCount>();
    const settle = (task: () => void) => {
      this.open.delete(requested);
      task();
    };
    const requested: RequestedCount = {
      query,
      signal,
      answer: (count, storageSize = null) =>
        settle(() => resolve({ count, storageSize, hasMore: false, rewritten: [] })),
      fail: (error) => settle(() => reject(error instanceof Error ? error : new ServiceError(error))),
    };
    signal.addEventListener("abort", () => settle(() => reject(signal.reason)));
    this.requested.push(requested);
    this.open.add(requested);
    return promise;
  };
}
