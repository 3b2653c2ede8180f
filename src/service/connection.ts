import { ServiceError } from "../core/failures/fault.ts";
import type { RequestBudget, Work } from "../core/requests/requestBudget.ts";
import type { RequestEntry } from "../core/requests/requestEntry.ts";
import { basicAuthorization, credentialForms, redacted } from "../core/settings/credentials.ts";
import type { NetworkSettings } from "../core/settings/network.ts";
import { withoutFinalSlashes } from "../core/settings/serviceUrl.ts";
import { BrokenBody } from "./body/brokenBody.ts";
import { decodeContent } from "./body/contentEncoding.ts";
import { withSource } from "./fault/connectionFault.ts";
import { causeText, withoutCredentials } from "./fault/redaction.ts";
import { Refusal } from "./fault/refusal.ts";
import { type BodySink, type ExchangeControl, HttpExchange, type ResponseHead } from "./http.ts";
import { pause, type RequestClock, requestClock } from "./requestClock.ts";
import { retryDelay } from "./retry.ts";
import { Routes } from "./route/chosenRoutes.ts";

export interface ConnectionSettings {
  /** The service's base URL; a path in it is kept. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Read at each request. */
  readonly network: () => NetworkSettings;
  /** The editor's, used if the settings select it. */
  readonly fetch: typeof globalThis.fetch;
  /** Called at the end of every attempt. */
  readonly onRequest: (entry: RequestEntry) => void;
  readonly clock?: RequestClock;
  /** Absent for none. */
  readonly budget?: Pick<RequestBudget, "turn">;
}

export interface Limits {
  /** Bytes of one thread. */
  readonly record: number;
  /** Bytes of one call. */
  readonly call: number;
  /** Nesting levels of one call. */
  readonly nesting: number;
  /** Bytes of rows that may be buffered for their reader, and of a compressed body before decoding. */
  readonly unread: number;
  /** Bytes of the response to a count. */
  readonly response: number;
  /** Bytes read of an error's body. */
  readonly error: number;
}

/** A request and the sink of its response. */
export interface Endpoint {
  readonly path: string;
  readonly body: object;
  /** Who started the request; by default the user. */
  readonly work?: Work | undefined;
  /** Whether the response may be compressed, if it is not streamed. */
  readonly compressed?: boolean;
  /** Makes the sink for the body of a 200, once for each attempt. */
  readonly read: (head: ResponseHead, exchange: ExchangeControl) => BodySink;
  /** Rows that have been read so far. */
  readonly rows: () => number;
  /** It is not sent again after a failure, because it may have been carried out. */
  readonly writes?: boolean;
}

/** A connection to the service for one account. The key is sent only to the service's origin. */
export class Connection {
  readonly #settings: ConnectionSettings;
  readonly #limits: Limits;
  /** Without a final slash. */
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #credentials: readonly string[];
  readonly #clock: RequestClock;
  readonly #routes: Routes;
  readonly #closing = new AbortController();

  constructor(settings: ConnectionSettings, limits: Limits) {
    const { url, username, password, network, fetch, clock = requestClock } = settings;
    const { origin, pathname } = new URL(url);
    this.#settings = settings;
    this.#limits = limits;
    this.#url = origin + withoutFinalSlashes(pathname);
    this.#headers = {
      authorization: basicAuthorization(username, password),
      "content-type": "application/json",
      accept: "application/jsonl, application/x-ndjson, application/json",
    };
    this.#credentials = credentialForms(username, password);
    this.#clock = clock;
    this.#routes = new Routes(network, fetch);
  }

  /**
   * Sends a request, retrying transient failures before the first row. Resolves when the response has been read completely,
   * rejects with a `ServiceError` or the signal's reason.
   */
  async ask(operation: Endpoint, caller: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([caller, this.#closing.signal]);
    for (let attempt = 1; ; attempt++) {
      const nextIn = await this.#attempt(operation, attempt, signal);
      if (nextIn === null) return;
      await pause(this.#clock, nextIn, signal);
    }
  }

  /** Resolves to the milliseconds until the next attempt; null after the last, whose response has been read. */
  async #attempt(operation: Endpoint, attempt: number, signal: AbortSignal): Promise<number | null> {
    signal.throwIfAborted();
    const url = new URL(this.#url + operation.path);
    await this.#settings.budget?.turn(operation.work ?? "requested", url.hostname, signal);
    const redact = (text: string) => redacted(text, this.#credentials);
    const refusal = new Refusal({ url, maxBytes: this.#limits.error, date: () => this.#clock.date(), redact });
    const route = this.#routes.to(url.origin);
    // A server that compresses without flushing delays rows; and data decoded by the editor has no end mark.
    const isCompressed = operation.compressed === true && route.name !== "editor";
    const post = {
      origin: url.origin,
      path: url.pathname,
      headers: { ...this.#headers, "accept-encoding": isCompressed ? "gzip, zstd" : "identity" },
      body: JSON.stringify(operation.body),
      timeout: this.#settings.network().timeout,
    };
    const exchange = new HttpExchange(post, this.#clock, (head, control) => {
      const sink = head.status === 200 ? operation.read(head, control) : refusal.open(head);
      return decodeContent(head.headers, sink, control, this.#limits.unread);
    });

    const at = this.#clock.date();
    const started = this.#clock.now();
    const finished = (ending: Pick<RequestEntry, "outcome" | "nextIn" | "cause">) =>
      this.#settings.onRequest({
        at,
        route: route.name,
        routeReason: route.reason,
        attempt,
        path: operation.path,
        status: exchange.head?.status ?? null,
        milliseconds: this.#clock.now() - started,
        bytes: exchange.bytes,
        rows: operation.rows(),
        ...ending,
      });
    try {
      await exchange.run(route, signal);
    } catch (thrown) {
      if (signal.aborted) {
        finished({ outcome: "aborted", nextIn: null, cause: null });
        throw signal.reason;
      }
      // The status of an error response takes precedence over errors of its body.
      const rows = operation.rows();
      const broken = thrown instanceof BrokenBody ? new ServiceError(thrown.fault(rows), thrown) : thrown;
      const error = refusal.error() ?? broken;
      if (!(error instanceof ServiceError)) throw error;
      const failure = withSource(withoutCredentials(error, this.#credentials), route.reason);
      const { fault } = failure;
      const isTimeout = thrown instanceof ServiceError && thrown.fault.kind === "timeout";
      const failed = { fault, cause: error.cause, attempt, rows, chance: this.#clock.random() };
      const nextIn = isTimeout || operation.writes ? null : retryDelay(failed);
      finished({ outcome: fault, nextIn, cause: causeText(error, redact) });
      if (nextIn === null) throw failure;
      return nextIn;
    }
    finished({ outcome: "ok", nextIn: null, cause: null });
    return null;
  }

  /** Aborts requests in progress and closes the sockets. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#routes.close();
  }
}
