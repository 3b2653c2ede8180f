import type { Call, CallDocuments, CallPlace } from "../../../../src/core/calls/call.ts";
import type {
  CallDocumentsQuery,
  CallListQuery,
  CallPlacesQuery,
  CallService,
} from "../../../../src/core/calls/callService.ts";
import { type Fault, ServiceError } from "../../../../src/core/fault.ts";
import type { Json } from "../../../../src/core/json.ts";
import type { ThreadService } from "../../../../src/core/threadService.ts";
import type { Thread } from "../../../../src/core/threads/thread.ts";

/** A request that is answered by hand, batch by batch. */
export interface Asked<Query, Row> {
  readonly query: Query;
  readonly signal: AbortSignal;
  send(...rows: readonly Row[]): void;
  end(): void;
  fail(error: Fault | Error): void;
}

/** Lists and documents of calls that wait for their answer; an aborted one rejects at once, as the real service's do. */
export class GatedCalls implements ThreadService, CallService {
  readonly lists: Asked<CallListQuery, Call>[] = [];
  readonly places: Asked<CallPlacesQuery, CallPlace>[] = [];
  readonly documents: Asked<CallDocumentsQuery, CallDocuments>[] = [];
  /** What the list of threads gives, in one batch. */
  threads: readonly Thread[] = [];
  /** Requests that are neither answered nor given up. */
  open = 0;

  async *queryThreads(): AsyncGenerator<readonly Thread[], void> {
    yield this.threads;
  }

  countCalls(): Promise<never> {
    return Promise.reject(new Error("Nobody counts here."));
  }

  queryCalls(query: CallListQuery, signal: AbortSignal): AsyncIterable<readonly Call[]> {
    return this.#ask(this.lists, query, signal);
  }

  queryCallPlaces(query: CallPlacesQuery, signal: AbortSignal): AsyncIterable<readonly CallPlace[]> {
    return this.#ask(this.places, query, signal);
  }

  queryCallDocuments(query: CallDocumentsQuery, signal: AbortSignal): AsyncIterable<readonly CallDocuments[]> {
    return this.#ask(this.documents, query, signal);
  }

  async *#ask<Query, Row>(
    asked: Asked<Query, Row>[],
    query: Query,
    signal: AbortSignal,
  ): AsyncGenerator<readonly Row[]> {
    const steps: (readonly Row[] | "end" | Error)[] = [];
    let wake = (): void => undefined;
    const add = (step: (typeof steps)[number]) => {
      steps.push(step);
      wake();
    };
    signal.addEventListener("abort", () => add(signal.reason));
    asked.push({
      query,
      signal,
      send: (...rows) => add(rows),
      end: () => add("end"),
      fail: (error) => add(error instanceof Error ? error : new ServiceError(error)),
    });
    this.open++;
    try {
      for (;;) {
        const step = steps.shift();
        if (step === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        } else if (step === "end") return;
        else if (step instanceof Error) throw step;
        else yield step;
      }
    } finally {
      this.open--;
    }
  }
}

export function inputs(id: string, value: Json): CallDocuments {
  return { id, documents: { inputs: value } };
}
