import type { Call, CallDocuments, CallPlace } from "./calls/call.ts";
import type { CallDocumentsQuery, CallListQuery, CallPlacesQuery, CallService } from "./calls/callService.ts";
import type { CallCount, CallQuery } from "./counts/callQuery.ts";
import type { ThreadService } from "./threadService.ts";
import type { Thread } from "./threads/thread.ts";
import type { ThreadQuery } from "./threads/threadQuery.ts";

/** A service that holds connections until it is closed. */
export interface OpenThreadService extends ThreadService, CallService {
  close(): Promise<void>;
}

/** Connects at the first request, once for all who ask meanwhile; after a failure the next request tries again. */
export class LazyThreadService implements OpenThreadService {
  readonly #connect: () => Promise<OpenThreadService>;
  #service: Promise<OpenThreadService> | null = null;
  #closed = false;

  constructor(connect: () => Promise<OpenThreadService>) {
    this.#connect = connect;
  }

  async *queryThreads(query: ThreadQuery, signal: AbortSignal): AsyncIterable<readonly Thread[]> {
    const service = await this.#open();
    signal.throwIfAborted();
    yield* service.queryThreads(query, signal);
  }

  async *queryCalls(query: CallListQuery, signal: AbortSignal): AsyncIterable<readonly Call[]> {
    const service = await this.#open();
    signal.throwIfAborted();
    yield* service.queryCalls(query, signal);
  }

  async *queryCallPlaces(query: CallPlacesQuery, signal: AbortSignal): AsyncIterable<readonly CallPlace[]> {
    const service = await this.#open();
    signal.throwIfAborted();
    yield* service.queryCallPlaces(query, signal);
  }

  async *queryCallDocuments(query: CallDocumentsQuery, signal: AbortSignal): AsyncIterable<readonly CallDocuments[]> {
    const service = await this.#open();
    signal.throwIfAborted();
    yield* service.queryCallDocuments(query, signal);
  }

  async countCalls(query: CallQuery, signal: AbortSignal): Promise<CallCount> {
    const service = await this.#open();
    signal.throwIfAborted();
    return service.countCalls(query, signal);
  }

  /** Connects anew at the next request: what it is connected to has ended. */
  forget(): void {
    this.#service = null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const service = await this.#service?.catch(() => null);
    await service?.close();
  }

  #open(): Promise<OpenThreadService> {
    if (this.#closed) throw new Error("The service is closed.");
    if (this.#service === null) {
      const opening = this.#connect();
      this.#service = opening;
      opening.catch(() => {
        if (this.#service === opening) this.#service = null;
      });
    }
    return this.#service;
  }
}
