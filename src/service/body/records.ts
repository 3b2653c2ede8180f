import type { RecordSplitter, TakeRecord } from "./brokenBody.ts";
import { JsonArray } from "./jsonArray.ts";
import { JsonLines } from "./jsonLines.ts";

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const openingBracket = 0x5b;

/**
 * Splits a body into records: lines, or the elements of an array if the first character is a bracket. The declared
 * content type says nothing reliable about it (service-interface.md leaves the framing open; servers declare three types).
 */
export class Records implements RecordSplitter {
  readonly #maxBytes: number;
  readonly #take: TakeRecord;
  #splitter: RecordSplitter | undefined;
  /** The first bytes, while they may be a byte order mark; undefined afterwards. */
  #start: Buffer | undefined = Buffer.alloc(0);
  #linesBefore = 0;

  /** `maxBytes` bounds one record, and so the memory for an endless body. */
  constructor(maxBytes: number, take: TakeRecord) {
    this.#maxBytes = maxBytes;
    this.#take = take;
  }

  /** Whether the body has an end of its own, as an array does. */
  get endsItself(): boolean {
    return this.#splitter instanceof JsonArray;
  }

  write(bytes: Buffer): void {
    if (this.#splitter) this.#splitter.write(bytes);
    else if (this.#start) this.#writeStart(Buffer.concat([this.#start, bytes]));
    else this.#writeBlank(bytes);
  }

  end(): void {
    if (!this.#splitter && this.#start && this.#start.length > 0) this.#writeBlank(this.#start);
    this.#splitter?.end();
  }

  #writeStart(bytes: Buffer): void {
    const length = Math.min(bytes.length, byteOrderMark.length);
    const marked = bytes.subarray(0, length).equals(byteOrderMark.subarray(0, length));
    if (marked && length < byteOrderMark.length) {
      this.#start = bytes;
      return;
    }
    this.#start = undefined;
    this.#writeBlank(marked ? bytes.subarray(byteOrderMark.length) : bytes);
  }

  #writeBlank(bytes: Buffer): void {
    for (const [index, byte] of bytes.entries()) {
      if (byte === 0x0a) this.#linesBefore++;
      else if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) {
        this.#splitter =
          byte === openingBracket
            ? new JsonArray(this.#maxBytes, this.#take)
            : new JsonLines(this.#maxBytes, this.#take, this.#linesBefore);
        this.#splitter.write(bytes.subarray(index));
        return;
      }
    }
  }
}
