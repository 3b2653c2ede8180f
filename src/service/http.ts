import type { Dispatcher } from "undici";
import { ServiceError } from "../core/failures/fault.ts";
import { BrokenBody } from "./body/brokenBody.ts";
import { Deadline } from "./deadline.ts";
import { connectionFailure } from "./fault/connectionFault.ts";
import type { RequestClock } from "./requestClock.ts";
import type { Route } from "./route/route.ts";

export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface ResponseHead {
  readonly status: number;
  readonly headers: ResponseHeaders;
}

/** Receives a body as it arrives. An exception ends the exchange with that error. */
export interface BodySink {
  write(bytes: Buffer): void;
  /** The whole body has been written. The exchange lasts until a returned promise settles. */
  end(): undefined | Promise<void>;
  /** Pauses writing, except for data already received. */
  pause?(): void;
  resume?(): void;
  /** The exchange has ended, with or without an error; nothing is written after it. */
  release?(): void;
}

/** How a sink controls its exchange. */
export interface ExchangeControl {
  /** Complete rows have arrived: restarts the timeout and extends the stream's deadline. */
  progress(rows: number): void;
  /** Pauses the body. The pause is the reader's, and is not limited. */
  pause(): void;
  resume(): void;
  fail(error: unknown): void;
}

export interface Post {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds for each step: see `Deadline`. */
  readonly timeout: number;
}

/** Informational responses such as 103, which are ignored. */
const mostInformational = 100;

/**
 * One POST and its response, pushed into a sink as it arrives. The response is not paused unless the sink asks for it: undici
 * can lose a complete body whose socket closes meanwhile, with an error. Redirects are returned, not followed.
 */
export class HttpExchange implements Dispatcher.DispatchHandler, ExchangeControl {
  head: ResponseHead | null = null;
  /** Bytes of the body that have arrived, as sent. */
  bytes = 0;
  readonly #post: Post;
  readonly #open: (head: ResponseHead, exchange: ExchangeControl) => BodySink;
  readonly #outcome: { readonly promise: Promise<void>; resolve(): void; reject(error: unknown): void };
  #controller: Dispatcher.DispatchController | undefined;
  #sink: BodySink | undefined;
  /** Data received since the last write to the sink. */
  #arrived: Buffer[] = [];
  readonly #deadline: Deadline;
  #informational = 0;
  #settled = false;
  #paused = false;
  readonly #abandoned = new AbortController();

  /** `open` is called once, when the headers have arrived. */
  constructor(post: Post, clock: RequestClock, open: (head: ResponseHead, exchange: ExchangeControl) => BodySink) {
    this.#post = post;
    this.#deadline = new Deadline(clock, post.timeout, (timeout) => this.fail(new ServiceError(timeout)));
    this.#open = open;
    this.#outcome = Promise.withResolvers<void>();
  }

  /**
   * Sends the request and resolves when the response is complete. Rejects with the signal's reason, a `ServiceError`, a
   * `BrokenBody`, or the error of the sink.
   */
  async run(route: Route, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { origin, path, headers, body } = this.#post;
    const abort = () => this.fail(signal.reason);
    signal.addEventListener("abort", abort);
    this.#deadline.begin("connect");
    try {
      const request = { origin, path, headers: { ...headers }, body, method: "POST" } as const;
      route.dispatch(request, this, this.#abandoned.signal);
      await this.#outcome.promise;
    } finally {
      this.#deadline.stop();
      signal.removeEventListener("abort", abort);
    }
  }

  progress(rows: number): void {
    this.#deadline.progress(rows);
  }

  pause(): void {
    if (this.#paused || this.#settled) return;
    this.#paused = true;
    this.#deadline.hold();
    this.#controller?.pause();
    this.#sink?.pause?.();
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    if (this.#settled) return;
    this.#deadline.begin("body");
    this.#sink?.resume?.();
    this.#controller?.resume();
  }

  fail(error: unknown): void {
    if (this.#settle()) this.#outcome.reject(error);
    if (this.#controller === undefined) this.#abandoned.abort();
    else this.#controller.abort(error instanceof Error ? error : new Error("aborted"));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Settled before undici had a handle for the connection: nothing is written.
    if (this.#settled) controller.abort(new Error("aborted"));
    this.#deadline.begin("headers");
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    if (status < 200) {
      if (++this.#informational <= mostInformational) return;
      this.fail(new BrokenBody("malformed", null, `more than ${mostInformational} informational responses`));
      return;
    }
    this.head = { status, headers };
    this.#deadline.begin("body");
    this.#guard(() => {
      this.#sink = this.#open({ status, headers }, this);
    });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bytes += chunk.length;
    // A service that writes row by row sends hundreds of chunks per socket read, which become one write here.
    if (this.#arrived.push(chunk) === 1) queueMicrotask(() => this.#writeArrived());
  }

  onResponseEnd(): void {
    this.#writeArrived();
    if (this.#settled) return;
    this.#guard(() => {
      const ending = this.#sink?.end();
      if (ending === undefined) this.#complete();
      else
        ending.then(
          () => this.#complete(),
          (error: unknown) => this.fail(error),
        );
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#writeArrived();
    this.fail(connectionFailure(error, { answered: this.head !== null, connectTimeout: this.#post.timeout }));
  }

  #writeArrived(): void {
    const [first, ...others] = this.#arrived;
    this.#arrived = [];
    if (!first || this.#settled) return;
    const bytes = others.length === 0 ? first : Buffer.concat([first, ...others]);
    this.#guard(() => this.#sink?.write(bytes));
  }

  #complete(): void {
    if (this.#settle()) this.#outcome.resolve();
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.fail(error);
    }
  }

  /** False if already settled. */
  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#sink?.release?.();
    return true;
  }
}
