import { type Fault, ServiceError } from "../../../src/core/failures/fault.ts";
import type { ListHandlers } from "../../../src/core/port/operations.ts";
import type {
  Call,
  CallDocuments,
  CallFailure,
  CallOutcome,
  CallPlace,
  ExportedCall,
} from "../../../src/core/query/call.ts";
import type {
  CallDocumentsQuery,
  CallListQuery,
  CallPlacesQuery,
  ExportedCallsQuery,
} from "../../../src/core/query/callQueries.ts";
import type { ConversationSummary } from "../../../src/core/query/thread.ts";
import type { Json } from "../../../src/core/text/json.ts";
import { type TestService, unusedService } from "./testService.ts";

/** A request to which a test responds, batch by batch. */
export interface RequestedRows<Query, Row> {
  readonly query: Query;
  readonly signal: AbortSignal;
  /** Whether the request has ended, failed or been aborted. */
  readonly over: boolean;
  give(...rows: readonly Row[]): void;
  end(): void;
  fail(error: Fault | Error): void;
}

/** A service whose responses a test sends. An aborted request rejects immediately, as with the real service. */
export class GatedCalls implements TestService {
  readonly lists: RequestedRows<CallListQuery, Call>[] = [];
  readonly places: RequestedRows<CallPlacesQuery, CallPlace>[] = [];
  readonly failures: RequestedRows<CallPlacesQuery, CallFailure>[] = [];
  readonly outcomes: RequestedRows<CallPlacesQuery, CallOutcome>[] = [];
  readonly documents: RequestedRows<CallDocumentsQuery, CallDocuments>[] = [];
  readonly exports: RequestedRows<ExportedCallsQuery, ExportedCall>[] = [];
  /** The threads of the list, sent in one batch. */
  threads: readonly ConversationSummary[] = [];

  /** The number of requests that are not over. */
  get open(): number {
    const requested = [this.lists, this.places, this.failures, this.outcomes, this.documents, this.exports];
    return requested.flat().filter(({ over }) => !over).length;
  }

  readonly rows = unusedService.rows;
  readonly ask = unusedService.ask;

  queryThreads: ListHandlers["queryThreads"] = () => oneBatch(this.threads);
  queryCalls = (query: CallListQuery, signal: AbortSignal) => gated(query, signal, this.lists);
  queryCallPlaces = (query: CallPlacesQuery, signal: AbortSignal) => gated(query, signal, this.places);
  queryCallFailures = (query: CallPlacesQuery, signal: AbortSignal) => gated(query, signal, this.failures);
  queryCallOutcomes = (query: CallPlacesQuery, signal: AbortSignal) => gated(query, signal, this.outcomes);
  queryExportedCalls = (query: ExportedCallsQuery, signal: AbortSignal) => gated(query, signal, this.exports);
  queryCallDocuments = (query: CallDocumentsQuery, signal: AbortSignal) => gated(query, signal, this.documents);
}

async function* oneBatch<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[], void> {
  yield rows;
}

async function* gated<Query, Row>(
  query: Query,
  signal: AbortSignal,
  requested: RequestedRows<Query, Row>[],
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
  requested.push({
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

export function inputs(id: string, value: Json): CallDocuments {
  return { id, documents: { inputs: value } };
}
