import type { Dispatcher } from "undici";
import { contentEncoding, decodingFailure, isDecodable } from "../body/contentEncoding.ts";
import { codeOf, isCertificateCode, proxyFault } from "../fault/connectionFault.ts";
import type { Carrier, RouteRequest } from "./route.ts";

type Fetch = typeof globalThis.fetch;

/**
 * The route chosen by VS Code: its `fetch` supports the system proxy and its login, and proxy scripts.
 * `fetch` is passed in, because the extension host replaces Node's.
 */
export function openEditorRoute(fetch: Fetch): Carrier {
  return {
    name: "editor",
    dispatch: (request, handler) => void send(fetch, request, handler),
    // The connections are the editor's; a request ends by its own controller.
    retire: () => undefined,
    close: async () => undefined,
  };
}

async function send(fetch: Fetch, request: RouteRequest, handler: Dispatcher.DispatchHandler): Promise<void> {
  const { origin, path, method, headers, body } = request;
  const url = new URL(origin + path);
  const controller = new FetchController();
  try {
    handler.onRequestStart?.(controller, null);
    // A redirect would forward the key.
    const response = await fetch(url, { method, headers, body, redirect: "manual", signal: controller.signal });
    handler.onResponseStart?.(controller, response.status, headersAsRead(response.headers));
    for await (const bytes of response.body ?? []) {
      handler.onResponseData?.(controller, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      await controller.flowing;
    }
    handler.onResponseEnd?.(controller, {});
  } catch (error) {
    handler.onResponseError?.(controller, editorFailure(error, url));
  }
}

/**
 * `fetch` has decoded the body, and accepts a truncated one: without its encoding and length the response
 * has no end mark. An encoding that the extension's own client does not support is kept, to be rejected.
 */
function headersAsRead(headers: Headers): Record<string, string> {
  const entries = Object.fromEntries(headers);
  if (!isDecodable(contentEncoding(entries))) return entries;
  const lost = ["content-encoding", "content-length", "transfer-encoding"];
  return Object.fromEntries(Object.entries(entries).filter(([name]) => !lost.includes(name)));
}

/** What a handler may do to a request of `fetch`. */
class FetchController implements Dispatcher.DispatchController {
  aborted = false;
  reason: Error | null = null;
  readonly #aborting = new AbortController();
  readonly signal = this.#aborting.signal;
  #pause: PromiseWithResolvers<void> | null = null;

  get paused(): boolean {
    return this.#pause !== null;
  }

  /** Resolves when the response is not paused. */
  get flowing(): Promise<void> | undefined {
    return this.#pause?.promise;
  }

  abort(reason: Error): void {
    this.aborted = true;
    this.reason = reason;
    this.#aborting.abort(reason);
    this.resume();
  }

  pause(): void {
    this.#pause ??= Promise.withResolvers();
  }

  resume(): void {
    this.#pause?.resolve();
    this.#pause = null;
  }
}

/**
 * The failure behind an error of the editor's `fetch`, as far as known: `fetch` uses one error for all failures
 * with the actual error as its cause, and only VS Code knows the proxy.
 */
function editorFailure(error: unknown, service: URL): Error {
  const cause = causeOf(error);
  // undici's ProxyAgent, which VS Code's fetch goes through, has the status only in its message.
  const [, status] = /^Proxy response \((\d{3})\)/.exec(cause.message) ?? [];
  if (status !== undefined) return proxyFault(null, Number(status), "", cause);
  const code = codeOf(cause);
  // System errors name the failed syscall; numbered errors without one are from zlib.
  if ("errno" in cause && !("syscall" in cause)) return decodingFailure(cause);
  if (code.startsWith("UND_ERR_PRX")) return proxyFault(null, null, code, cause);
  const elsewhere = isCertificateCode(code) ? null : otherPlace(cause, service);
  return elsewhere === null ? cause : proxyFault(elsewhere, null, code, cause);
}

/** The first error with a code: that of `fetch` itself has none. */
function causeOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error("fetch failed", { cause: error });
  const named = "code" in error && typeof error.code === "string";
  return !named && error.cause instanceof Error ? causeOf(error.cause) : error;
}

/** The target of a failed connection, if known and not the service: then it is a proxy. */
function otherPlace(error: Error, service: URL): string | null {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(inner instanceof Error) || !("syscall" in inner)) return null;
  if (inner.syscall === "getaddrinfo" && "hostname" in inner && typeof inner.hostname === "string") {
    return inner.hostname === service.hostname ? null : inner.hostname;
  }
  if (inner.syscall === "connect" && "address" in inner && "port" in inner) {
    return String(inner.port) === (service.port || "443") ? null : `${inner.address}:${inner.port}`;
  }
  return null;
}
