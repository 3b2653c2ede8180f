import * as zlib from "node:zlib";
import type { BodySink, ExchangeControl, ResponseHeaders } from "../http.ts";
import { BrokenBody } from "./brokenBody.ts";

/**
 * A sink that decodes a compressed body for another sink. Node's decoders are strict: a compressed body
 * without its end is an error, which `fetch` ignores.
 *
 * @param maxWaiting bytes that may wait to be decoded.
 */
export function decodeContent(
  headers: ResponseHeaders,
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

/** The response's `Content-Encoding` in lower case; `identity` if missing. */
export function contentEncoding(headers: ResponseHeaders): string {
  const header = headers["content-encoding"];
  const text = (Array.isArray(header) ? header.join(", ") : header)?.trim().toLowerCase();
  return text === undefined || text === "" ? "identity" : text;
}

/** Whether a body of this encoding is decoded, here or by `fetch`. */
export function isDecodable(encoding: string): boolean {
  return ["gzip", "x-gzip", "br", "zstd"].includes(encoding);
}

type Decoder = zlib.Gunzip | zlib.BrotliDecompress | zlib.ZstdDecompress;

/** The memory that a body's header may request: 8 MB, the limit of RFC 9659. */
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
    // Awaited in `end`; before that, a rejection would be unhandled.
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

  /** Data already decoded is still written. */
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

/** The failure of an error of Node's decoders. */
export function decodingFailure(error: Error): BrokenBody {
  const early = "code" in error && error.code === "Z_BUF_ERROR";
  return new BrokenBody(early ? "cutShort" : "malformed", null, `decoding the body: ${error.message}`, error);
}
