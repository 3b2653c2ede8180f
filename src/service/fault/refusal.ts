import { ServiceError } from "../../core/failures/fault.ts";
import { withoutMark } from "../body/brokenBody.ts";
import type { BodySink, ResponseHead } from "../http.ts";
import { responseFault } from "./responseFault.ts";

export interface RefusalSettings {
  /** The URL of the request. */
  readonly url: URL;
  /** Bytes read of the body. */
  readonly maxBytes: number;
  /** Milliseconds since the epoch. */
  readonly date: () => number;
  /** Removes credentials from a text. */
  readonly redact: (text: string) => string;
}

/** A response other than 200: collects the start of its body, which has the reason, and ends the exchange. */
export class Refusal implements BodySink {
  readonly #settings: RefusalSettings;
  readonly #chunks: Buffer[] = [];
  #head: ResponseHead | undefined;
  /** When that came, in milliseconds since the epoch. */
  #time = 0;
  #room: number;

  constructor(settings: RefusalSettings) {
    this.#settings = settings;
    this.#room = settings.maxBytes;
  }

  open(head: ResponseHead): this {
    this.#head = head;
    this.#time = this.#settings.date();
    return this;
  }

  write(bytes: Buffer): void {
    const taken = bytes.subarray(0, this.#room);
    this.#chunks.push(taken);
    this.#room -= taken.length;
    if (this.#room === 0) this.end();
  }

  end(): undefined {
    throw this.error();
  }

  /** From what has arrived so far; undefined if the request was not rejected. */
  error(): ServiceError | undefined {
    if (!this.#head) return undefined;
    const { url, redact } = this.#settings;
    const body = withoutMark(Buffer.concat(this.#chunks).toString("utf8"));
    return new ServiceError(responseFault({ head: this.#head, body, redact, url, time: this.#time }));
  }
}
