import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BrokenBody } from "../../../../src/service/body/brokenBody.ts";
import { JsonLines } from "../../../../src/service/body/jsonLines.ts";

interface Split {
  readonly records: readonly (readonly [text: string, line: number])[];
  readonly end: "complete" | "unterminated" | readonly [kind: string, line: number | null];
}

function split(pieces: readonly Buffer[], maxBytes = 1000): Split {
  const records: (readonly [string, number])[] = [];
  let lastTerminated = true;
  const reader = new JsonLines(maxBytes, (text, line, terminated) => {
    records.push([text.trim(), line]);
    lastTerminated = terminated;
  });
  try {
    for (const piece of pieces) reader.write(piece);
    reader.end();
  } catch (error) {
    if (!(error instanceof BrokenBody)) throw error;
    return { records, end: [error.kind, error.line] };
  }
  return { records, end: lastTerminated ? "complete" : "unterminated" };
}

const mark = "\uFEFF";
const lines = '{"a":"ü🧵\u2028"}\n\r\n{"b":-12.5e3}\r\n  \t\n{"c":"x"}';

const bodies: readonly (readonly [what: string, body: string | Buffer, split: Split])[] = [
  ["an empty body has no records", "", { records: [], end: "complete" }],
  ["a byte order mark alone has no records", mark, { records: [], end: "complete" }],
  ["blank lines are skipped", "\n\r\n \t\n", { records: [], end: "complete" }],
  [
    "lines are split only at line feeds, and the last line needs none",
    lines,
    {
      records: [
        ['{"a":"ü🧵\u2028"}', 1],
        ['{"b":-12.5e3}', 3],
        ['{"c":"x"}', 5],
      ],
      end: "unterminated",
    },
  ],
  [
    "a byte order mark before lines is skipped",
    `${mark}\n{"a":1}\n{"b":2}\n`,
    {
      records: [
        ['{"a":1}', 2],
        ['{"b":2}', 3],
      ],
      end: "complete",
    },
  ],
  [
    "a line that is not UTF-8 is malformed, after the lines before it",
    Buffer.concat([Buffer.from('{"a":1}\n\n{"b":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}\n{"c":1}\n')]),
    { records: [['{"a":1}', 1]], end: ["malformed", 3] },
  ],
  [
    "a body that ends within a character is cutShort",
    Buffer.from('{"a":1}\n{"b":"ü').subarray(0, -1),
    { records: [['{"a":1}', 1]], end: ["cutShort", 2] },
  ],
  ["a truncated byte order mark is cutShort", Buffer.from([0xef, 0xbb]), { records: [], end: ["cutShort", 1] }],
  [
    "a line as long as the limit is read",
    `${"{".repeat(1000)}\n1\n`,
    {
      records: [
        ["{".repeat(1000), 1],
        ["1", 2],
      ],
      end: "complete",
    },
  ],
  [
    "a line one byte above the limit is malformed",
    `1\n${"{".repeat(1001)}\n1\n`,
    { records: [["1", 1]], end: ["malformed", 2] },
  ],
  ["the limit counts bytes, not characters", `1\n${"ü".repeat(501)}\n`, { records: [["1", 1]], end: ["malformed", 2] }],
  [
    "an unterminated line above the limit is malformed",
    `1\n${"x".repeat(1500)}`,
    { records: [["1", 1]], end: ["malformed", 2] },
  ],
];

for (const [what, body, expected] of bodies) {
  const bytes = Buffer.from(body);
  test(`${what}: in one piece`, () => assert.deepEqual(split([bytes]), expected));
  test(`${what}: cut in two at every byte`, () => {
    for (let at = 0; at <= bytes.length; at++) {
      assert.deepEqual(split([bytes.subarray(0, at), bytes.subarray(at)]), expected, `cut at ${at}`);
    }
  });
  test(`${what}: byte by byte`, () => assert.deepEqual(split([...bytes].map((byte) => Buffer.from([byte]))), expected));
}

/** The bytes in pieces of these lengths, repeated. */
function cut(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = start + (lengths[pieces.length % lengths.length] ?? 1);
    pieces.push(bytes.subarray(start, end));
    start = end;
  }
  return pieces;
}

const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 });
const values = fc.array(fc.record({ id: fc.string({ unit: "binary" }), more: fc.jsonValue() }), { maxLength: 12 });

test("records do not depend on how their bytes are split", () => {
  fc.assert(
    fc.property(values, lengths, fc.boolean(), fc.boolean(), (held, pieces, marked, windows) => {
      const texts = held.map((value) => JSON.stringify(value));
      const end = windows ? "\r\n" : "\n";
      const start = marked ? mark : "";
      const byLine = cut(Buffer.from(start + texts.map((text) => text + end).join("")), pieces);
      assert.deepEqual(split(byLine, 1e6), {
        records: texts.map((text, index) => [text, index + 1]),
        end: "complete",
      });
    }),
    { numRuns: 300 },
  );
});

const fragments = fc.constantFrom(
  ...['{"a":1}', "{", "}", '"', "\\", "\n", "\r\n", " ", mark, "ü", "\u2028", "1"].map((text) => Buffer.from(text)),
  Buffer.from([0xff]),
  Buffer.from([0xc3]),
  Buffer.from("x".repeat(30)),
);

test("records and end of any bytes do not depend on how they are split", () => {
  fc.assert(
    fc.property(fc.array(fragments, { maxLength: 30 }), lengths, (parts, pieces) => {
      const bytes = Buffer.concat(parts);
      const whole = split([bytes], 50);
      assert.deepEqual(split(cut(bytes, pieces), 50), whole);
      assert.ok(whole.records.every(([text]) => Buffer.byteLength(text) <= 50));
    }),
    { numRuns: 1000 },
  );
});
