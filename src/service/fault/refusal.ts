import { ServiceError } from "../../core/fault.ts";
import { withoutMark } from "../body/bodyText.ts";
import type { AnswerHead, BodySink } from "../http.ts";
import { answerFault } from "./answerFault.ts";

/** An answer other than 200: collects the beginning of its body, which is where it says why, and ends the exchange. */
export class Refusal implements BodySink {
  readonly #url: URL;
  readonly #chunks: Buffer[] = [];
  #head: AnswerHead | undefined;
  #room: number;

  /** `maxBytes` are read of the body. */
  constructor(url: URL, maxBytes: number) {
    this.#url = url;
    this.#room = maxBytes;
  }

  open(head: AnswerHead): this {
    this.#head = head;
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

  /** By what has arrived so far; undefined where nothing was refused. */
  error(): ServiceError | undefined {
    if (!this.#head) return undefined;
    const body = withoutMark(Buffer.concat(this.#chunks).toString("utf8"));
    return new ServiceError(answerFault({ head: this.#head, body, url: this.#url, time: Date.now() }));
  }
}
