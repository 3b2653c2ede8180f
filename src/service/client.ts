import * as countSchemas from "../core/counts/countSchemas.ts";
import { ServiceError } from "../core/failures/fault.ts";
import type { OpenThreadService } from "../core/port/lazyThreadService.ts";
import type { ListHandlers, QuestionHandlers } from "../core/port/operations.ts";
import type { Service } from "../core/port/projectClient.ts";
import type { CallCount, CallQuery } from "../core/query/callQuery.ts";
import { isReplaceable, type NewerOperator, type PortableCount, portableCount } from "../core/query/portableQuery.ts";
import type { ConversationSummary } from "../core/query/thread.ts";
import type { ThreadQuery } from "../core/query/threadQuery.ts";
import { RequestBudget } from "../core/requests/requestBudget.ts";
import { agentQuestions } from "./agents/agentQuestions.ts";
import { agentListPost } from "./agents/agentRequest.ts";
import { CallQueries } from "./callOperations.ts";
import { Connection, type ConnectionSettings, type Limits } from "./connection.ts";
import { refusedOperators } from "./fault/refusedParts.ts";
import { jsonAnswer } from "./jsonAnswer.ts";
import { rowStream } from "./rowStream.ts";
import { callCountResponse } from "./schema/callRecord.ts";
import { readCountFile } from "./schema/countFile.ts";
import { parseThread } from "./schema/threadRecord.ts";
import { callStatsPost, threadsPost } from "./schema/wireRequest.ts";

export { agentListPost, callStatsPost, countSchemas, RequestBudget, readCountFile, threadsPost };

/**
 * A thread takes some hundred bytes, but its ID may have any length; a body without line ends must not fill the memory.
 * Nested brackets are the worst case of a record: V8 reads a megabyte of them in a quarter of a second and 30 MB,
 * and sixteen in seconds and half a gigabyte. An error that repeats a long request runs to hundreds of kilobytes.
 *
 * The service stores 3.5 MiB of a call, and accepts at most a thousand nesting levels, the limit of its
 * language (wandb/weave `clickhouse_trace_server_settings.py`; https://docs.python.org/3/library/sys.html#sys.getrecursionlimit).
 */
const defaultLimits: Limits = {
  record: 1024 * 1024,
  call: 4 * 1024 * 1024,
  nesting: 1000,
  unread: 64 * 1024 * 1024,
  response: 1024 * 1024,
  error: 256 * 1024,
};

export interface HttpThreadServiceOptions extends ConnectionSettings {
  readonly limits?: Partial<Limits>;
}

type CountResponse = Omit<CallCount, "rewritten">;

/** Calls listed if the service cannot count them. */
const mostListed = 1000;

/** The service over HTTP. */
export class HttpThreadService implements OpenThreadService {
  readonly #connection: Connection;
  readonly #limits: Limits;
  readonly #calls: CallQueries;
  readonly #lists: ListHandlers;
  readonly #questions: QuestionHandlers;
  /** Operators that the service has turned out not to support. */
  readonly #lacking = new Set<NewerOperator>();

  constructor({ limits, ...settings }: HttpThreadServiceOptions) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#connection = new Connection(settings, this.#limits);
    this.#calls = new CallQueries(this.#connection, this.#limits);
    const { lists } = this.#calls;
    this.#questions = {
      ...agentQuestions(this.#connection, this.#limits.unread),
      countCalls: (query, signal) => this.#countCalls(query, signal),
    };
    this.#lists = {
      ...lists,
      queryThreads: (query, signal) => this.#queryThreads(query, signal),
      queryCalls: (query, signal) => this.#portable(query, (requested) => lists.queryCalls(requested, signal)),
      queryCallPlaces: (query, signal) =>
        this.#portable(query, (requested) => lists.queryCallPlaces(requested, signal)),
      queryExportedCalls: (query, signal) =>
        this.#portable(query, (requested) => lists.queryExportedCalls(requested, signal)),
    };
  }

  rows: Service["rows"] = (operation, query, signal) => this.#lists[operation.name](query, signal);

  ask: Service["ask"] = (operation, query, signal) => this.#questions[operation.name](query, signal);

  #queryThreads(query: ThreadQuery, signal: AbortSignal): AsyncGenerator<readonly ConversationSummary[], void> {
    const { limit, work, unhurried = false } = query;
    const requested = { ...threadsPost(query), unhurried, readRow: parseThread };
    const { record: maxRecordBytes, unread: maxUnreadBytes } = this.#limits;
    return rowStream(this.#connection, { ...requested, limit, work, maxRecordBytes, maxUnreadBytes }, signal);
  }

  /** Operators as in `#countCalls`. */
  async *#portable<Requested extends Pick<CallQuery, "query">, Row>(
    query: Requested,
    ask: (requested: Requested) => AsyncIterable<Row>,
  ): AsyncGenerator<Row, void> {
    for (let lacking: ReadonlySet<NewerOperator> = this.#lacking; ; ) {
      const { query: requested } = portableCount(query, lacking);
      try {
        yield* ask(requested);
        for (const operator of lacking) this.#lacking.add(operator);
        return;
      } catch (error) {
        lacking = new Set([...lacking, ...refusedIn(error, requested)]);
      }
    }
  }

  async portableCount(query: CallQuery): Promise<PortableCount> {
    return portableCount(query, this.#lacking);
  }

  /** If the service does not support an operator, the query is retried without it, and sent without it from then on. */
  async #countCalls(query: CallQuery, signal: AbortSignal): Promise<CallCount> {
    for (let lacking: ReadonlySet<NewerOperator> = this.#lacking; ; ) {
      const { query: requested, rewritten } = portableCount(query, lacking);
      try {
        const count = { ...(await this.#count(requested, signal)), rewritten };
        for (const operator of lacking) this.#lacking.add(operator);
        return count;
      } catch (error) {
        lacking = new Set([...lacking, ...refusedIn(error, requested)]);
      }
    }
  }

  async #count(query: CallQuery, signal: AbortSignal): Promise<CountResponse> {
    const post = { ...callStatsPost(query), work: query.work };
    const sent = await jsonAnswer(this.#connection, post, callCountResponse, this.#limits.response, signal);
    // One kind of server sends 0 for a size that was not requested.
    const counted = query.includeStorageSize ? sent : { ...sent, storageSize: null };
    const isCertain = counted.count > 0 || !query.expandColumns?.length;
    return isCertain ? counted : ((await this.#listThroughRefs(query, signal)) ?? counted);
  }

  /** Newer services resolve refs when listing calls, but not when counting them. Null if none is found. */
  async #listThroughRefs(query: CallQuery, signal: AbortSignal): Promise<CountResponse | null> {
    try {
      const count = await this.#calls.countListed(query, mostListed, signal);
      return count === 0 ? null : { count, hasMore: count >= mostListed, storageSize: null, listed: true };
    } catch (error) {
      // A service without lists of calls is old, and resolves refs when counting.
      if (error instanceof ServiceError && error.fault.kind === "routeMissing") return null;
      throw error;
    }
  }

  /** Aborts requests in progress and closes the sockets. */
  close(): Promise<void> {
    return this.#connection.close();
  }
}

/** The operators of a query that the service does not support and that can be replaced. Throws any other error. */
function refusedIn(error: unknown, { query }: Pick<CallQuery, "query">): readonly NewerOperator[] {
  const refused = error instanceof ServiceError && query ? refusedOperators(error.fault, query) : [];
  if (refused.length === 0) throw error;
  const lost = refused.find((operator) => !isReplaceable(operator));
  if (lost !== undefined) throw new ServiceError({ kind: "unsupported", operator: lost }, error);
  return refused;
}
