import { ServiceError } from "../core/failures/fault.ts";
import type { ListHandlers } from "../core/port/operations.ts";
import type { CallPlace } from "../core/query/call.ts";
import { isTurn } from "../core/query/call.ts";
import type { CallListQuery } from "../core/query/callQueries.ts";
import type { CallQuery } from "../core/query/callQuery.ts";
import type { Json } from "../core/text/json.ts";
import type { Connection, Limits } from "./connection.ts";
import { refusedCallParts, type SpareCallPart } from "./fault/refusedParts.ts";
import { type RowQuery, rowStream } from "./rowStream.ts";
import {
  callDocumentsRequestOf,
  callFailuresRequestOf,
  callIdsRequestOf,
  callListRequestOf,
  callOutcomesRequestOf,
  callPlacesRequestOf,
  exportedCallsRequestOf,
  sparePartsOf,
} from "./schema/callListRequest.ts";
import {
  readCall,
  readCallDocuments,
  readCallFailure,
  readCallOutcome,
  readCallPlace,
  readExportedCall,
} from "./schema/callRecord.ts";
import type { CallsRequest } from "./schema/requestSchema.ts";

/** A request for calls, and how its response is parsed. */
interface CallKind<Row extends CallPlace> {
  readonly requestOf: (query: CallListQuery, without: ReadonlySet<SpareCallPart>) => CallsRequest;
  readonly readRow: (record: Json) => Row | string;
  readonly unhurried?: boolean;
}

type StreamedCalls<Row> = Omit<RowQuery<Row>, "path" | "maxNesting" | "maxRecordBytes" | "maxUnreadBytes"> &
  Partial<Pick<RowQuery<Row>, "maxRecordBytes" | "maxUnreadBytes">>;

/** Bytes of one call that extend the deadline like a row of a list: 16 kB per second, with the default timeout. */
const earningBytes = 16 * 1024;

/** The third operation of the service. */
export class CallQueries {
  readonly #connection: Connection;
  readonly #limits: Limits;
  /** Parts of a request that the service has turned out not to support. */
  readonly #refused = new Set<SpareCallPart>();

  /** Each operation's body, and what reads its rows. */
  readonly lists: Omit<ListHandlers, "queryThreads"> = {
    queryCalls: (query, signal) => this.#found(query, { requestOf: callListRequestOf, readRow: readCall }, signal),
    queryCallPlaces: (query, signal) =>
      this.#found(query, { requestOf: callPlacesRequestOf, readRow: readCallPlace }, signal),
    queryCallFailures: (query, signal) =>
      this.#found(query, { requestOf: callFailuresRequestOf, readRow: readCallFailure }, signal),
    queryCallOutcomes: (query, signal) => {
      const { limit, work } = query;
      return this.#stream({ body: callOutcomesRequestOf(query), limit, work, readRow: readCallOutcome }, signal);
    },
    queryExportedCalls: ({ documents, ...query }, signal) => {
      const kind = {
        requestOf: (requested: CallListQuery) => exportedCallsRequestOf({ ...requested, documents }),
        readRow: (record: Json) => readExportedCall(record, documents),
        unhurried: true,
      };
      return this.#found(query, kind, signal);
    },
    queryCallDocuments: (query, signal) => {
      const { callIds, documents, work, mostBytes = this.#limits.call } = query;
      const readRow = (record: Json) => readCallDocuments(record, documents);
      const requested = { body: callDocumentsRequestOf(query), readRow, limit: callIds.length, work };
      const bounds = { maxRecordBytes: mostBytes, maxUnreadBytes: Math.max(this.#limits.unread, mostBytes) };
      return this.#stream({ ...requested, ...bounds }, signal);
    },
  };

  constructor(connection: Connection, limits: Limits) {
    this.#connection = connection;
    this.#limits = limits;
  }

  /** If the service does not support a part, the request is retried without it, and sent without it from then on. */
  async *#found<Row extends CallPlace>(
    query: CallListQuery,
    kind: CallKind<Row>,
    signal: AbortSignal,
  ): AsyncGenerator<readonly Row[], void> {
    for (let without: ReadonlySet<SpareCallPart> = new Set(this.#refused); ; ) {
      try {
        for await (const batch of this.#rows(query, kind, without, signal)) {
          for (const part of without) this.#refused.add(part);
          yield batch;
        }
        for (const part of without) this.#refused.add(part);
        return;
      } catch (error) {
        const sent = sparePartsOf(query).filter((part) => !without.has(part));
        const refused = error instanceof ServiceError ? refusedCallParts(error.fault, sent) : [];
        if (refused.length === 0) throw error;
        without = new Set([...without, ...refused]);
      }
    }
  }

  /** The number of listed calls that match a count, at most `limit`. */
  async countListed(query: CallQuery, limit: number, signal: AbortSignal): Promise<number> {
    const requested = { body: callIdsRequestOf(query, limit), limit, work: query.work, readRow: readCallPlace };
    let found = 0;
    for await (const batch of this.#stream(requested, signal)) found += batch.length;
    return found;
  }

  #rows<Row extends CallPlace>(
    query: CallListQuery,
    { requestOf, readRow, unhurried = false }: CallKind<Row>,
    without: ReadonlySet<SpareCallPart>,
    signal: AbortSignal,
  ): AsyncIterable<readonly Row[]> {
    const rows = { readRow, work: query.work, unhurried };
    if (!query.turnsOnly || !without.has("query")) {
      return this.#stream({ ...rows, body: requestOf(query, without), limit: query.limit }, signal);
    }
    const { limit, offset = 0, ...all } = query;
    return page(this.#stream({ ...rows, body: requestOf(all, without), limit: undefined }, signal), offset, limit);
  }

  #stream<Row extends object>(requested: StreamedCalls<Row>, signal: AbortSignal): AsyncIterable<readonly Row[]> {
    const { nesting: maxNesting, unread: maxUnreadBytes, call: maxRecordBytes } = this.#limits;
    const usual = { path: "/calls/stream_query", maxNesting, maxUnreadBytes, maxRecordBytes, earningBytes };
    return rowStream(this.#connection, { ...usual, ...requested }, signal);
  }
}

/** A range of the turns among calls; later ones are not awaited. */
async function* page<Row extends CallPlace>(
  batches: AsyncIterable<readonly Row[]>,
  offset: number,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly Row[], void> {
  let seen = 0;
  for await (const batch of batches) {
    const turns = batch.filter(isTurn);
    const wanted = turns.slice(Math.max(0, offset - seen), Math.max(0, offset + limit - seen));
    seen += turns.length;
    if (wanted.length > 0) yield wanted;
    if (seen >= offset + limit) return;
  }
}
