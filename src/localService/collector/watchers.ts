import type { ServerResponse } from "node:http";

/** Clients end a response that has been silent for five minutes, in milliseconds. */
const longestSilence = 60_000;

/** Changes within this time are told together, in milliseconds. */
const pause = 250;

/** Windows that show the collector: each holds a response that is open for as long as the collector runs. */
export class Watchers {
  readonly #responses = new Set<ServerResponse>();
  readonly #state: () => object;
  #timer: NodeJS.Timeout | undefined;
  #reminding: NodeJS.Timeout | undefined;

  /** `state` is sent at first and after changes, a line of JSON each. */
  constructor(state: () => object) {
    this.#state = state;
  }

  add(response: ServerResponse): void {
    this.#responses.add(response);
    this.#reminding ??= setInterval(() => this.#send(), longestSilence).unref();
    response.once("close", () => {
      this.#responses.delete(response);
      if (this.#responses.size > 0) return;
      clearInterval(this.#reminding);
      this.#reminding = undefined;
    });
    response.writeHead(200, { "content-type": "application/jsonl" });
    response.write(`${JSON.stringify(this.#state())}\n`);
  }

  /** Tells that the collector stops by request: nothing is to take over. */
  stop(): void {
    for (const response of this.#responses) response.end(`${JSON.stringify({ stopped: true })}\n`);
  }

  changed(): void {
    if (this.#responses.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#send();
    }, pause).unref();
  }

  #send(): void {
    for (const response of this.#responses) response.write(`${JSON.stringify(this.#state())}\n`);
  }
}
