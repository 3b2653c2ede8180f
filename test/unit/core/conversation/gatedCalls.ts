import type { Call, CallDocuments } from "../../../../src/core/calls/call.ts";
import type { CallDocumentsQuery, CallListQuery, CallService } from "../../../../src/core/calls/callService.ts";
import { type Fault, ServiceError } from "../../../../src/core/fault.ts";
import type { ThreadService } from "../../../../src/core/threadService.ts";

/** A request that was made and is answered by hand, batch by batch. */
export interface AskedRows<Query, Row> {
  readonly query: Query;
  readonly signal: AbortSignal;
  /** Given, ended or aborted: nothing comes any more. */
  readonly over: boolean;
  give(...rows: readonly Row[]): void;
  end(): void;
  fail(error: Fault | Error): void;
}

/** Calls and documents that wait for their answers; an aborted request rejects at once, as the real service's do. */
export class GatedCalls implements ThreadService, CallService {
  readonly lists: AskedRows<CallListQuery, Call>[] = [];
  readonly documents: AskedRows<CallDocumentsQuery, CallDocuments>[] = [];

  // biome-ignore lint/correctness/useYield: there are no threads here
  async *queryThreads(): AsyncGenerator<never, void> {
    throw new Error("Nobody asks for threads here.");
  }

  async countCalls(): Promise<never> {
    throw new Error("Nobody counts here.");
  }

  queryCalls(query: CallListQuery, signal: AbortSignal): AsyncIterable<readonly Call[]> {
    return gated(query, signal, this.lists);
  }

  // biome-ignore lint/correctness/useYield: nobody looks for calls here
  async *queryCallPlaces(): AsyncGenerator<never, void> {
    throw new Error("Nobody looks for calls here.");
  }

  queryCallDocuments(query: CallDocumentsQuery, signal: AbortSignal): AsyncIterable<readonly CallDocuments[]> {
    return gated(query, signal, this.documents);
  }
}

async function* gated<Query, Row>(
  query: Query,
  signal: AbortSignal,
  asked: AskedRows<Query, Row>[],
): AsyncGenerator<readonly Row[], void> {
  const waiting: (readonly Row[] | "end" | Error)[] = [];
  let wake = Promise.withResolvers<void>();
  let over = false;
  const put = (next: readonly Row[] | "end" | Error) => {
    if (over) throw new Error("This request is over.");
    over = !Array.isArray(next);
    waiting.push(next);
    wake.resolve();
  };
  asked.push({
    query,
    signal,
    get over() {
      return over;
    },
    give: (...rows) => put(rows),
    end: () => put("end"),
    fail: (error) => put(error instanceof Error ? error : new ServiceError(error)),
  });
  signal.addEventListener("abort", () => {
    over = true;
    wake.resolve();
  });
  for (;;) {
    signal.throwIfAborted();
    const next = waiting.shift();
    if (next === "end") return;
    if (next instanceof Error) throw next;
    if (next !== undefined) yield next;
    else {
      await wake.promise;
      wake = Promise.withResolvers<void>();
    }
  }
}
