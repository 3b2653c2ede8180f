import { isUtf8 } from "node:buffer";
import { tooLongRecord } from "../../core/failures/fault.ts";
import { BrokenBody } from "./brokenBody.ts";

const lineFeed = 0x0a;
const blank = /^[ \t\r]*$/;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Receives the JSON text of one record. `line` counts from 1, blank lines included. `terminated` is false for a last line
 * without its line end: it may be incomplete.
 */
export type TakeRecord = (text: string, line: number, terminated: boolean) => void;

/**
 * Splits a body, received in any pieces, into lines, whatever its content type (servers declare three). Splits at line
 * feed bytes alone: U+2028 and similar characters may be unescaped in a JSON string. Blank lines are skipped. Throws
 * `BrokenBody` after the records before it.
 */
export class JsonLines {
  readonly #maxBytes: number;
  readonly #take: TakeRecord;
  #line = 0;
  /** The start of an incomplete line. */
  #rest: Buffer[] = [];
  #restBytes = 0;

  /** `maxBytes` bounds one record, and so the memory for an endless body. */
  constructor(maxBytes: number, take: TakeRecord) {
    this.#maxBytes = maxBytes;
    this.#take = take;
  }

  write(bytes: Buffer): void {
    const end = bytes.lastIndexOf(lineFeed) + 1;
    let start = 0;
    if (end > 0 && this.#restBytes > 0) {
      start = bytes.indexOf(lineFeed) + 1;
      const line = Buffer.concat([...this.#rest, bytes.subarray(0, start - 1)]);
      this.#rest = [];
      this.#restBytes = 0;
      this.#takeOne(line, true);
    }
    if (start < end) this.#takeLines(bytes.subarray(start, end));
    if (end < bytes.length) this.#hold(bytes.subarray(end));
  }

  end(): void {
    if (this.#restBytes > 0) this.#takeOne(Buffer.concat(this.#rest), false);
  }

  #hold(bytes: Buffer): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > this.#maxBytes + byteOrderMark.length) throw this.#tooLong();
    // A copy, because a slice would keep the whole chunk in memory.
    this.#rest.push(Buffer.from(bytes));
  }

  /** Bytes that end with a line feed. Decoding them at once is much faster than line by line. */
  #takeLines(bytes: Buffer): void {
    if (bytes.length > this.#maxBytes || !isUtf8(bytes)) {
      this.#takeOneByOne(bytes);
      return;
    }
    const text = this.#unmarked(bytes).toString("utf8");
    for (let start = 0; start < text.length; ) {
      const end = text.indexOf("\n", start);
      this.#takeText(text.slice(start, end), true);
      start = end + 1;
    }
  }

  #takeOneByOne(bytes: Buffer): void {
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(lineFeed, start);
      this.#takeOne(bytes.subarray(start, end), true);
      start = end + 1;
    }
  }

  #takeOne(marked: Buffer, terminated: boolean): void {
    const bytes = this.#unmarked(marked);
    if (bytes.length > this.#maxBytes) throw this.#tooLong();
    if (!isUtf8(bytes)) {
      throw new BrokenBody(terminated ? "malformed" : "cutShort", this.#line + 1, "the line is not UTF-8");
    }
    this.#takeText(bytes.toString("utf8"), terminated);
  }

  #unmarked(bytes: Buffer): Buffer {
    const { length } = byteOrderMark;
    return this.#line === 0 && bytes.subarray(0, length).equals(byteOrderMark) ? bytes.subarray(length) : bytes;
  }

  #takeText(text: string, terminated: boolean): void {
    this.#line++;
    // Every record begins with a brace, so the pattern is only tried on other lines.
    if (text.charCodeAt(0) !== 0x7b && blank.test(text)) return;
    this.#take(text, this.#line, terminated);
  }

  #tooLong(): BrokenBody {
    return new BrokenBody("malformed", this.#line + 1, tooLongRecord(this.#maxBytes));
  }
}
