import assert from "node:assert/strict";
import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import { type Json, jsonIn } from "../../src/core/text/json.ts";
import { BrokenBody } from "../../src/service/body/brokenBody.ts";
import { RowBody } from "../../src/service/body/rowBody.ts";
import { RowQueue } from "../../src/service/body/rowQueue.ts";
import { target } from "./target.ts";

/** Bytes of one record, and rows of a response. */
const [most, limit] = [120, 20];

interface Received {
  readonly rows: readonly Json[];
  /** The kind of the fault, with its line. */
  readonly end: "complete" | readonly [kind: string, line: number | null];
}

interface Sent {
  readonly bytes: Buffer;
  /** Lengths of the pieces in which they arrive, repeated. */
  readonly lengths: readonly number[];
  /** Whether the transport marks the end of the body. */
  readonly delimited: boolean;
}

function received({ bytes, lengths, delimited }: Sent): Received {
  const rows: Json[] = [];
  const never = () => assert.fail();
  const exchange = { progress: () => undefined, pause: never, resume: never, fail: never };
  const queue = new RowQueue<{ readonly record: Json }>();
  const push = queue.push.bind(queue);
  queue.push = (row) => {
    rows.push(row.record);
    push(row);
  };
  const body = new RowBody(queue, exchange, {
    readRow: (record) => (record === false ? "not a row" : { record }),
    maxRecordBytes: most,
    maxUnreadBytes: 1e9,
    limit,
    delimited,
  });
  try {
    for (let start = 0, piece = 0; start < bytes.length; piece++) {
      const end = start + (lengths[piece % lengths.length] ?? 1);
      body.write(bytes.subarray(start, end));
      start = end;
    }
    body.end();
  } catch (error) {
    if (!(error instanceof BrokenBody)) throw error;
    const fault = error.fault(rows.length);
    return { rows, end: [fault.kind, error.line] };
  }
  return { rows, end: "complete" };
}

const lineFeed = 0x0a;

/** The lines of a body with their numbers from 1, read the simplest way. */
function expectedLines(bytes: Buffer): Received {
  const rows: Json[] = [];
  let line = 0;
  for (let start = 0; start < bytes.length; ) {
    line += 1;
    const next = bytes.indexOf(lineFeed, start);
    const isLast = next === -1;
    const text = bytes.subarray(start, isLast ? undefined : next);
    start = isLast ? bytes.length : next + 1;
    if (text.length > most) return { rows, end: ["malformed", line] };
    if (!isUtf8(text)) return { rows, end: [isLast ? "cutShort" : "malformed", line] };
    if (/^[ \t\r]*$/.test(text.toString())) continue;
    const row = jsonIn(text.toString());
    const isCut = row === undefined && isLast && text.toString().trimStart().startsWith("{");
    if (isCut) return { rows, end: ["cutShort", line] };
    if (row === undefined || row === false || rows.length === limit) return { rows, end: ["malformed", line] };
    rows.push(row);
  }
  return { rows, end: "complete" };
}

const mark = Buffer.from("\uFEFF");

/** Without a mark, the end of the body could be that of the connection. */
function checkLines(bytes: Buffer, notified: Received, delimited: boolean): void {
  const expected = expectedLines(bytes);
  const isUncertain = expected.end === "complete" && !delimited;
  assert.deepEqual(notified, isUncertain ? { ...expected, end: ["cutShort", null] } : expected);
}

function holds(sent: Sent): void {
  const notified = received(sent);
  assert.deepEqual(
    notified,
    received({ ...sent, lengths: [Math.max(1, sent.bytes.length)] }),
    "it depends on the pieces",
  );
  const isMarked = sent.bytes.subarray(0, mark.length).equals(mark);
  const bytes = isMarked ? sent.bytes.subarray(mark.length) : sent.bytes;
  checkLines(bytes, notified, sent.delimited);
}

const record = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.record({ id: fc.string({ unit: "binary" }), unknown: fc.string({ unit: "grapheme" }) }),
  fc.nat({ max: 200 }).map((length) => "x".repeat(length)),
  fc.constantFrom(...['{"__proto__":1}', '"\u2028"', '"\\ud800"', "false"].map((text): Json => JSON.parse(text))),
);
const line = record.map((value) => Buffer.from(`${JSON.stringify(value)}\n`));
const odd = fc.constantFrom(
  ...["\n", "\r\n", " ", "[", "]", "{", "}", ",", '"', "\\", '{"a":', "\u2028", "\uFEFF", "<p>", "0"].map((text) =>
    Buffer.from(text),
  ),
  Buffer.from([0xff]),
  Buffer.from([0xc3]),
);
const lines = fc
  .array(fc.oneof({ weight: 4, arbitrary: line }, odd), { maxLength: 12 })
  .map((parts) => Buffer.concat(parts));
const bodies = fc
  .tuple(fc.constantFrom(Buffer.alloc(0), Buffer.alloc(0), mark), lines)
  .map((parts) => Buffer.concat(parts));
const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });

export const rowTarget = target<Sent>("rows of a response", {
  share: 2,
  inputs: fc.record({ bytes: bodies, lengths, delimited: fc.boolean() }),
  outcome: received,
  holds,
  found: [
    [
      "an array",
      { bytes: Buffer.from("[{}]\n[false"), lengths: [1], delimited: true },
      { rows: [[{}]], end: ["malformed", 2] },
    ],
  ],
});
