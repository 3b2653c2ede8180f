import { Lazy } from "../async/lazy.ts";
import { withPlace } from "../failures/fault.ts";
import type { CallQuery } from "../query/callQuery.ts";
import type { PortableCount } from "../query/portableQuery.ts";
import type { Service } from "./projectClient.ts";

/** A service that holds connections until it is closed. */
export interface OpenThreadService extends Service {
  /** The count as it is sent: without the operators that the service does not support. */
  portableCount(query: CallQuery): Promise<PortableCount>;
  close(): Promise<void>;
}

/** Connects at the first request and shares that connection; after a failure the next request tries again. */
export class LazyThreadService implements OpenThreadService {
  readonly #service: Lazy<OpenThreadService>;
  readonly #host: string | null;
  #closed = false;
  #closing: Promise<void> | null = null;
  /** Requests in progress, and what waits for the last of them. */
  #running = 0;
  readonly #waiting = new Set<() => void>();

  /** `host` is named in faults; null for none. */
  constructor(connect: () => Promise<OpenThreadService>, host: string | null = null) {
    this.#service = new Lazy(connect);
    this.#host = host;
  }

  rows: Service["rows"] = (operation, query, signal) =>
    this.#rows((service) => service.rows(operation, query, signal), query, signal);

  ask: Service["ask"] = async (operation, query, signal) => {
    const end = this.#begin();
    try {
      const service = await this.#open();
      signal.throwIfAborted();
      return await service.ask(operation, query, signal);
    } catch (error) {
      throw this.#named(error, query);
    } finally {
      end();
    }
  };

  /** Before the first request, nothing is known about the service. */
  async portableCount(query: CallQuery): Promise<PortableCount> {
    const service = await this.#service.there();
    return (await service?.portableCount(query)) ?? { query, rewritten: [] };
  }

  /** Reconnects at the next request, because the service has stopped. */
  forget(): void {
    this.#service.forget();
  }

  /** Accepts no further request, and closes when those in progress have ended. */
  async retire(): Promise<void> {
    this.#closed = true;
    if (this.#running > 0) await new Promise<void>((resolve) => this.#waiting.add(resolve));
    await this.close();
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#closing ??= this.#service.there().then((service) => service?.close());
    return this.#closing;
  }

  async *#rows<Row>(
    ask: (service: OpenThreadService) => AsyncIterable<Row>,
    query: { readonly project: string },
    signal: AbortSignal,
  ): AsyncGenerator<Row, void> {
    const end = this.#begin();
    try {
      const service = await this.#open();
      signal.throwIfAborted();
      yield* ask(service);
    } catch (error) {
      throw this.#named(error, query);
    } finally {
      end();
    }
  }

  #named(error: unknown, { project }: { readonly project: string }): unknown {
    return withPlace(error, { project, ...(this.#host !== null && { host: this.#host }) });
  }

  /** Returns the function to call when the request has ended. */
  #begin(): () => void {
    this.#running += 1;
    return () => {
      this.#running -= 1;
      if (this.#running > 0) return;
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
    };
  }

  #open(): Promise<OpenThreadService> {
    if (this.#closed) throw new Error("The service is closed.");
    return this.#service.get();
  }
}
