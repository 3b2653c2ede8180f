import type { Dispatcher } from "undici";
import { contentEncoding, isDecodable } from "../body/contentEncoding.ts";
import { editorFailure } from "./editorFailure.ts";
import type { Carrier, RouteRequest } from "./route.ts";

export type Fetch = typeof globalThis.fetch;

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
    const answer = await fetch(url, { method, headers, body, redirect: "manual", signal: controller.signal });
    handler.onResponseStart?.(controller, answer.status, headersAsRead(answer.headers));
    for await (const bytes of answer.body ?? []) {
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
  readonly #aborting = new AbortController();
  #pause: PromiseWithResolvers<void> | null = null;

  get paused(): boolean {
    return this.#pause !== null;
  }

  /** Resolves when the response is not paused. */
  get flowing(): Promise<void> | undefined {
    return this.#pause?.promise;
  }

  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  get aborted(): boolean {
    return this.signal.aborted;
  }

  get reason(): Error | null {
    const reason: unknown = this.signal.reason;
    return reason instanceof Error ? reason : null;
  }

  abort(reason: Error): void {
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
