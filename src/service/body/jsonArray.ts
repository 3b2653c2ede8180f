import { isUtf8 } from "node:buffer";
import { tooLongRecord } from "../../core/failures/fault.ts";
import { BrokenBody, type RecordSplitter, type TakeRecord } from "./brokenBody.ts";

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const closingBracket = 0x5d;

/**
 * Splits the text of one JSON array into its elements while it arrives. Considers only brackets, strings and commas;
 * the elements are validated by their reader.
 */
export class JsonArray implements RecordSplitter {
  readonly #maxBytes: number;
  readonly #take: TakeRecord;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #closed = false;
  #elements = 0;
  /** The start of an incomplete element. */
  #rest: Buffer[] = [];
  #restBytes = 0;

  constructor(maxBytes: number, take: TakeRecord) {
    this.#maxBytes = maxBytes;
    this.#take = take;
  }

  write(bytes: Buffer): void {
    let start = 0;
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index];
      if (byte === undefined) break;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === backslash) this.#escaped = true;
        else if (byte === quote) this.#inString = false;
      } else if (this.#closed) {
        if (!isBlank(byte)) throw new BrokenBody("malformed", null, "something follows the end of the array");
      } else if (byte === quote) {
        this.#inString = true;
      } else if (isOpening(byte)) {
        if (this.#depth++ === 0) start = index + 1;
      } else if (isClosing(byte)) {
        if (--this.#depth === 0) {
          if (byte !== closingBracket) throw new BrokenBody("malformed", null, "a brace where the array should end");
          this.#closed = true;
          this.#takeElement(bytes.subarray(start, index), true);
        }
      } else if (byte === comma && this.#depth === 1) {
        this.#takeElement(bytes.subarray(start, index), false);
        start = index + 1;
      }
    }
    if (!this.#closed) this.#hold(bytes.subarray(start));
  }

  end(): void {
    if (!this.#closed) throw new BrokenBody("cutShort", null, "the array has no end");
  }

  #hold(bytes: Buffer): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > this.#maxBytes) throw this.#tooLong();
    this.#rest.push(Buffer.from(bytes));
  }

  #takeElement(end: Buffer, last: boolean): void {
    const bytes = Buffer.concat([...this.#rest, end]);
    this.#rest = [];
    this.#restBytes = 0;
    if (last && this.#elements === 0 && bytes.every(isBlank)) return;
    this.#elements++;
    if (bytes.length > this.#maxBytes) throw this.#tooLong();
    if (!isUtf8(bytes)) throw new BrokenBody("malformed", null, `element ${this.#elements} is not UTF-8`);
    this.#take(bytes.toString("utf8"), null, true);
  }

  #tooLong(): BrokenBody {
    return new BrokenBody("malformed", null, tooLongRecord(this.#maxBytes));
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isOpening(byte: number): boolean {
  return byte === 0x5b || byte === 0x7b;
}

function isClosing(byte: number): boolean {
  return byte === closingBracket || byte === 0x7d;
}
