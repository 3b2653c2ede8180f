import type { Json } from "../../core/text/json.ts";
import type { BodySink, ExchangeControl } from "../http.ts";
import { BrokenBody, describeNonJson, isMarkup } from "./brokenBody.ts";
import { JsonLines } from "./jsonLines.ts";
import { isNestedDeeper } from "./nesting.ts";
import type { RowQueue } from "./rowQueue.ts";

export interface RowBodySettings<Row> {
  /** A record as a row, or its error as text. */
  readonly readRow: (record: Json) => Row | string;
  /** Bytes of one record. */
  readonly maxRecordBytes: number;
  /** Bytes that may be buffered while the reader is idle. */
  readonly maxUnreadBytes: number;
  /** Bytes that may do so before the exchange is paused; undefined if it never is. */
  readonly pausesAt?: number | undefined;
  /** Nesting levels of one record, if its reader is recursive. */
  readonly maxNesting?: number;
  /** Bytes of a large record that extend the deadline like a row. */
  readonly earningBytes?: number;
  /** The requested limit of rows. */
  readonly limit: number | undefined;
  /** Whether the transport marks the end of the body. If not, a broken connection looks like the end. */
  readonly delimited: boolean;
}

/** Reads the body of a stream query into a queue, row by row as they arrive. */
export class RowBody<Row extends object> implements BodySink {
  readonly #queue: RowQueue<Row>;
  readonly #exchange: ExchangeControl;
  readonly #settings: RowBodySettings<Row>;
  readonly #records: JsonLines;
  #unreadBytes = 0;
  /** Bytes since the last record, to bound blank lines. */
  #idleBytes = 0;

  constructor(queue: RowQueue<Row>, exchange: ExchangeControl, settings: RowBodySettings<Row>) {
    this.#queue = queue;
    this.#exchange = exchange;
    this.#settings = settings;
    this.#records = new JsonLines(settings.maxRecordBytes, (text, line, terminated) =>
      this.#take(text, line, terminated),
    );
  }

  write(bytes: Buffer): void {
    const before = this.#queue.total;
    this.#unreadBytes = this.#queue.waiting ? this.#unreadBytes + bytes.length : bytes.length;
    this.#records.write(bytes);
    const rows = this.#queue.total - before;
    const idle = rows > 0 ? 0 : this.#idleBytes + bytes.length;
    const earned = rows > 0 ? rows : this.#earnedBy(idle) - this.#earnedBy(this.#idleBytes);
    if (earned > 0) this.#exchange.progress(earned);
    if (rows > 0) this.#queue.flush();
    this.#idleBytes = idle;
    // Blank lines before a record as long as the limit are still fine.
    const mostIdle = 2 * this.#settings.maxRecordBytes;
    if (this.#idleBytes > mostIdle)
      throw new BrokenBody("malformed", null, `more than ${mostIdle} bytes without a record`);
    if (!this.#queue.waiting) return;
    if (this.#unreadBytes > (this.#settings.pausesAt ?? Number.POSITIVE_INFINITY)) this.#exchange.pause();
    if (this.#unreadBytes > this.#settings.maxUnreadBytes) {
      throw new BrokenBody("cutShort", null, `more than ${this.#settings.maxUnreadBytes} bytes waited to be read`);
    }
  }

  end(): undefined {
    this.#records.end();
    if (!this.#settings.delimited) {
      throw new BrokenBody("cutShort", null, "the response has neither a length nor an end mark: it may lack rows");
    }
  }

  #earnedBy(bytes: number): number {
    return Math.floor(bytes / (this.#settings.earningBytes ?? Number.POSITIVE_INFINITY));
  }

  #take(text: string, line: number, terminated: boolean): void {
    const { maxNesting } = this.#settings;
    if (maxNesting !== undefined && isNestedDeeper(text, maxNesting)) {
      throw new BrokenBody("malformed", line, `nested deeper than ${maxNesting} levels`);
    }
    const row = this.#settings.readRow(parse(text, line, terminated));
    if (typeof row === "string") throw new BrokenBody("malformed", line, row);
    if (this.#queue.total === this.#settings.limit) {
      throw new BrokenBody("malformed", line, `more than the ${this.#settings.limit} rows asked for`);
    }
    this.#queue.push(row);
  }
}

function parse(text: string, line: number, terminated: boolean): Json {
  try {
    return JSON.parse(text);
  } catch (error) {
    // A record without a line end is truncated.
    if (!terminated && !isMarkup(text) && text.trimStart().startsWith("{")) {
      throw new BrokenBody("cutShort", line, `line ${line} has no end`, error);
    }
    throw new BrokenBody("malformed", line, describeNonJson(text), error);
  }
}
