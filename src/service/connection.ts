import { ServiceError } from "../core/fault.ts";
import type { NetworkSettings } from "../core/network.ts";
import type { RequestEntry } from "../core/requestEntry.ts";
import { BrokenBody } from "./body/brokenBody.ts";
import { decodeContent } from "./body/contentEncoding.ts";
import { credentialForms, withoutCredentials } from "./fault/redaction.ts";
import { Refusal } from "./fault/refusal.ts";
import { type AnswerHead, type BodySink, Exchange, type ExchangeControl } from "./http.ts";
import { Routes } from "./route/routes.ts";

export interface ConnectionSettings {
  /** The service's base address; a path in it is kept. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /**
   * Read at each request. Its time limit is for each step: connecting, the wait for the headers, the wait for the first
   * thread and from one thread to the next, and the whole body of any other answer.
   */
  readonly network: () => NetworkSettings;
  /** The editor's, for where the settings leave the way to it. */
  readonly fetch: typeof globalThis.fetch;
  readonly onRequest: (entry: RequestEntry) => void;
}

export interface BodyLimits {
  /** Bytes of a compressed body that may wait to be decoded. */
  readonly unread: number;
  /** Bytes read of an error's body. */
  readonly error: number;
}

/** A request, and what its answer is read into. */
export interface Operation {
  readonly path: string;
  readonly body: object;
  /** Makes the sink for the body of a 200. */
  readonly read: (head: AnswerHead, exchange: ExchangeControl) => BodySink;
  /** Rows that have been read so far. */
  readonly rows: () => number;
}

/** The service as one account reaches it. The key goes to the service's own origin and nowhere else. */
export class Connection {
  /** Without a final slash. */
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #credentials: readonly string[];
  readonly #network: () => NetworkSettings;
  readonly #onRequest: (entry: RequestEntry) => void;
  readonly #limits: BodyLimits;
  readonly #routes: Routes;
  readonly #closing = new AbortController();

  constructor(settings: ConnectionSettings, limits: BodyLimits) {
    const { origin, pathname } = new URL(settings.url);
    this.#url = origin + pathname.replace(/\/+$/, "");
    this.#headers = {
      authorization: basicCredentials(settings.username, settings.password),
      "content-type": "application/json",
      accept: "application/jsonl, application/x-ndjson, application/json",
      // A server that compresses without flushing holds rows back.
      "accept-encoding": "identity",
    };
    this.#credentials = credentialForms(settings.username, settings.password);
    this.#network = settings.network;
    this.#onRequest = settings.onRequest;
    this.#limits = limits;
    this.#routes = new Routes(settings.network, settings.fetch);
  }

  /** One request. Resolves when the answer has been read whole, rejects with a `ServiceError` or the signal's reason. */
  async ask(operation: Operation, caller: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([caller, this.#closing.signal]);
    signal.throwIfAborted();
    const url = new URL(this.#url + operation.path);
    const refusal = new Refusal(url, this.#limits.error);
    const post = {
      origin: url.origin,
      path: url.pathname,
      headers: this.#headers,
      body: JSON.stringify(operation.body),
      timeout: this.#network().timeout,
    };
    const exchange = new Exchange(post, (head, control) => {
      const sink = head.status === 200 ? operation.read(head, control) : refusal.open(head);
      return decodeContent(head.headers, sink, control, this.#limits.unread);
    });

    const route = this.#routes.to(url.origin);
    const at = Date.now();
    const started = performance.now();
    const finished = (outcome: RequestEntry["outcome"]) =>
      this.#onRequest({
        at,
        route: route.name,
        attempt: 1,
        nextIn: null,
        cause: null,
        path: operation.path,
        status: exchange.head?.status ?? null,
        milliseconds: performance.now() - started,
        bytes: exchange.bytes,
        rows: operation.rows(),
        outcome,
      });
    try {
      await exchange.run(route, signal);
    } catch (cause) {
      if (signal.aborted) {
        finished("aborted");
        throw signal.reason;
      }
      // A refusal's status says more than whatever then happened to its body.
      const error = refusal.error() ?? counted(cause, operation.rows());
      if (!(error instanceof ServiceError)) throw error;
      const told = withoutCredentials(error, this.#credentials);
      finished(told.fault);
      throw told;
    }
    finished("ok");
  }

  /** Aborts what is under way and gives the sockets back. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#routes.close();
  }
}

function counted(error: unknown, rowsBefore: number): unknown {
  return error instanceof BrokenBody ? new ServiceError(error.fault(rowsBefore), error) : error;
}

/** RFC 7617; in UTF-8, as the service reads it. */
function basicCredentials(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, "utf8").toString("base64")}`;
}
