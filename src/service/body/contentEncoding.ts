import * as zlib from "node:zlib";
import type { AnswerHeaders, BodySink, ExchangeControl } from "../http.ts";
import { BrokenBody } from "./brokenBody.ts";

/**
 * A sink for the body as sent, in front of one for the body as meant. Node's decoders are strict: a compressed body
 * without its end is an error, which `fetch` passes over.
 *
 * @param maxWaiting bytes that may wait to be decoded.
 */
export function decodeContent(
  headers: AnswerHeaders,
  sink: BodySink,
  exchange: ExchangeControl,
  maxWaiting: number,
): BodySink {
  const encoding = contentEncoding(headers);
  if (encoding === "identity") return sink;
  const decoder = openDecoder(encoding);
  if (!decoder) throw new BrokenBody("malformed", null, `the body is encoded as ${JSON.stringify(encoding)}`);
  return new DecodedBody(decoder, sink, exchange, maxWaiting);
}

/** The response's `Content-Encoding` in lower case; `identity` where it names none. */
export function contentEncoding(headers: AnswerHeaders): string {
  const header = headers["content-encoding"];
  const text = (Array.isArray(header) ? header.join(", ") : header)?.trim().toLowerCase();
  return text === undefined || text === "" ? "identity" : text;
}

/** Whether a body of this encoding is decoded, here or by `fetch`. */
export function isDecodable(encoding: string): boolean {
  return ["gzip", "x-gzip", "br", "zstd"].includes(encoding);
}

type Decoder = zlib.Gunzip | zlib.BrotliDecompress | zlib.ZstdDecompress;

/** The decoder takes as much memory as the body's head asks for, up to this: 8 MB, which is what RFC 9659 allows. */
const zstdParams = { [zlib.constants.ZSTD_d_windowLogMax]: 23 };

function openDecoder(encoding: string): Decoder | undefined {
  const options = { chunkSize: 64 * 1024 };
  if (encoding === "gzip" || encoding === "x-gzip") return zlib.createGunzip(options);
  if (encoding === "br") return zlib.createBrotliDecompress(options);
  if (encoding === "zstd") return zlib.createZstdDecompress({ ...options, params: zstdParams });
  return undefined;
}

class DecodedBody implements BodySink {
  readonly #decoder: Decoder;
  readonly #maxWaiting: number;
  readonly #ended: Promise<void>;

  constructor(decoder: Decoder, sink: BodySink, exchange: ExchangeControl, maxWaiting: number) {
    this.#decoder = decoder;
    this.#maxWaiting = maxWaiting;
    decoder.on("data", (bytes: Buffer) => {
      try {
        sink.write(bytes);
      } catch (error) {
        exchange.fail(error);
      }
    });
    decoder.on("error", (error) => exchange.fail(decodingFailure(error)));
    this.#ended = new Promise((resolve) => decoder.once("end", resolve)).then(() => sink.end());
    // Waited for in `end`; before that, a failure of the sink would be nobody's.
    this.#ended.catch((error: unknown) => exchange.fail(error));
  }

  write(bytes: Buffer): void {
    this.#decoder.write(bytes);
    if (this.#decoder.writableLength > this.#maxWaiting) {
      throw new BrokenBody("cutShort", null, `more than ${this.#maxWaiting} bytes waited to be decoded`);
    }
  }

  end(): Promise<void> {
    this.#decoder.end();
    return this.#ended;
  }

  /** What has been decoded already is still written. */
  pause(): void {
    this.#decoder.pause();
  }

  resume(): void {
    this.#decoder.resume();
  }

  release(): void {
    this.#decoder.destroy();
  }
}

/** What an error of Node's decoders means. */
export function decodingFailure(error: Error): BrokenBody {
  const early = "code" in error && error.code === "Z_BUF_ERROR";
  return new BrokenBody(early ? "cutShort" : "malformed", null, `decoding the body: ${error.message}`, error);
}
