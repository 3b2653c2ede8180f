import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type ExportFormat, exportFormats, formatOf } from "../../../../src/core/export/exportFormat.ts";
import { threadTable } from "../../../../src/core/export/exportTables.ts";
import { exportText } from "../../../../src/core/export/exportText.ts";
import type { ConversationSummary } from "../../../../src/core/query/thread.ts";
import { parseThread } from "../../../../src/service/schema/threadRecord.ts";
import {
  names,
  plainCsv,
  plainJson,
  plainJsonLines,
  readCsv,
  type SentLine,
  undefused,
  valuesOf,
} from "./plainExport.ts";

const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 260 }),
  fc.string({
    unit: fc.constantFrom(
      ..."=+-@＝＋－＠'\",;\t\r\n \0\u200b\ufeff\u2028\ud800\udc00😀ña1".split(/(?:)/u),
      "\ud800",
      "\udfff",
      "\r\n",
      '""',
    ),
    maxLength: 24,
  }),
  fc.stringMatching(/^[a-z0-9-]{200,300}$/),
  fc.constantFrom("", "=1+1", "-1", "null", "true", "1e5", '=HYPERLINK("http://x")', "a,b", 'say "hi"', "x;=1", "  "),
);
const duration = fc.option(fc.oneof(fc.constant(-1), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat()));
const second = fc.date({ min: new Date(0), max: new Date(Date.UTC(2299, 11, 31)), noInvalidDate: true });
/** As written by the service: to the second, or with six digits. */
const stamp = fc
  .tuple(second, fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 999_999 })))
  .map(([date, fraction]) => {
    const whole = date.toISOString().slice(0, 19);
    return fraction === 0 ? `${whole}Z` : `${whole}.${String(fraction).padStart(6, "0")}Z`;
  });
/** A line as sent by the service. */
const sentLine: fc.Arbitrary<SentLine> = fc
  .record({
    thread_id: oddText,
    turn_count: fc.nat(),
    start_time: stamp,
    last_updated: fc.oneof(
      { weight: 9, arbitrary: stamp },
      { weight: 1, arbitrary: fc.constant("1970-01-01T00:00:00Z") },
    ),
    first_turn_id: fc.option(oddText),
    last_turn_id: fc.option(oddText),
    p50_turn_duration_ms: duration,
    p99_turn_duration_ms: duration,
  })
  .chain((record) => fc.constantFrom(record, { ...record, extra: "not of the interface" }))
  .map((record) => JSON.stringify(record));
/** Batches of any size, including empty ones and ones with more rows than a chunk. */
const sentBatches = fc.oneof(
  { weight: 20, arbitrary: fc.array(fc.array(sentLine, { maxLength: 6 }), { maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: sentLine.map((line) => [
      Array.from({ length: 1234 }, (_, turn_count) => JSON.stringify({ ...JSON.parse(line), turn_count })),
    ]),
  },
);

function read(line: SentLine): ConversationSummary {
  const thread = parseThread(JSON.parse(line));
  if (typeof thread === "string") throw new Error(thread);
  return thread;
}

async function exported(batches: readonly (readonly SentLine[])[], format: ExportFormat): Promise<Buffer> {
  const arriving = async function* () {
    for (const lines of batches) yield lines.map(read);
  };
  const parts: Buffer[] = [];
  for await (const text of exportText(arriving(), threadTable, format)) parts.push(Buffer.from(text));
  return Buffer.concat(parts);
}

test("CSV equals the output of an independent writer, byte by byte", async () => {
  await fc.assert(
    fc.asyncProperty(sentBatches, async (batches) => {
      assert.deepEqual(await exported(batches, "csv"), Buffer.from(plainCsv(batches.flat())));
    }),
  );
});

test("CSV read back equals the sent values, except for lone surrogates", async () => {
  await fc.assert(
    fc.asyncProperty(sentBatches, async (batches) => {
      const [fields, ...rows] = readCsv((await exported(batches, "csv")).toString("utf8"));
      assert.deepEqual(fields, names);
      const cells = rows.map((row) => row.map((cell) => (cell === null ? null : undefused(cell))));
      const expected = batches
        .flat()
        .map((line) =>
          valuesOf(line).map((value) =>
            value === null ? null : typeof value === "string" ? value.toWellFormed() : String(value),
          ),
        );
      assert.deepEqual(cells, expected);
    }),
  );
});

test("JSON and JSON Lines equal the output of an independent writer, and read back as the sent values", async () => {
  await fc.assert(
    fc.asyncProperty(sentBatches, async (batches) => {
      const lines = batches.flat();
      const records = lines.map((line) => Object.fromEntries(valuesOf(line).map((value, at) => [names[at], value])));
      const json = await exported(batches, "json");
      assert.deepEqual(json, Buffer.from(plainJson(lines)));
      assert.deepEqual(JSON.parse(json.toString("utf8")), records);
      const jsonLines = await exported(batches, "jsonl");
      assert.deepEqual(jsonLines, Buffer.from(plainJsonLines(lines)));
      const read: readonly unknown[] = jsonLines
        .toString("utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line));
      assert.deepEqual(read, records);
    }),
  );
});

test("fields are exported as sent, times with microsecond precision; -1 is no duration", async () => {
  const line = `{"thread_id":"a","turn_count":2,"start_time":"2026-11-21T10:00:00.123456Z","last_updated":"2026-11-21T10:00:07Z",
    "first_turn_id":null,"last_turn_id":"b","p50_turn_duration_ms":-1,"p99_turn_duration_ms":0.1,"extra":1}`;
  const expected = `{"thread_id":"a","turn_count":2,"start_time":"2026-11-21T10:00:00.123456Z","last_updated":"2026-11-21T10:00:07Z","first_turn_id":null,"last_turn_id":"b","p50_turn_duration_ms":null,"p99_turn_duration_ms":0.1}\n`;
  assert.equal((await exported([[line]], "jsonl")).toString("utf8"), expected);
});

const unended = `{"thread_id":"a","turn_count":2,"start_time":"2026-11-01T20:00:00.590000Z","last_updated":"1970-01-01T00:00:00Z","first_turn_id":"b","last_turn_id":"b","p50_turn_duration_ms":-1793563200590.0,"p99_turn_duration_ms":-1793563200590.0}`;
const unendedAs: Readonly<Record<ExportFormat, string>> = {
  csv: `\ufeff${names.join(",")}\r\na,2,2026-11-01T20:00:00.590000Z,,b,,,\r\n`,
  json: `[\n{"thread_id":"a","turn_count":2,"start_time":"2026-11-01T20:00:00.590000Z","last_updated":null,"first_turn_id":"b","last_turn_id":null,"p50_turn_duration_ms":null,"p99_turn_duration_ms":null}\n]\n`,
  jsonl: `{"thread_id":"a","turn_count":2,"start_time":"2026-11-01T20:00:00.590000Z","last_updated":null,"first_turn_id":"b","last_turn_id":null,"p50_turn_duration_ms":null,"p99_turn_duration_ms":null}\n`,
};
for (const format of exportFormats) {
  test(`a thread without a finished turn has no end, no last turn and no durations in ${format}, as sent by the newer table`, async () => {
    assert.equal((await exported([[unended]], format)).toString("utf8"), unendedAs[format]);
  });
}

/** A line with this text as IDs. */
function sent(id: string): SentLine {
  const times = { start_time: "2026-11-21T10:00:00Z", last_updated: "2026-11-21T10:00:00Z" };
  const durations = { p50_turn_duration_ms: null, p99_turn_duration_ms: 2 };
  return JSON.stringify({
    thread_id: id,
    turn_count: 1,
    ...times,
    first_turn_id: id,
    last_turn_id: null,
    ...durations,
  });
}

test("no cell begins a formula, whatever the separator or reader", async () => {
  await fc.assert(
    fc.asyncProperty(oddText, async (id) => {
      const csv = await exported([[sent(id)]], "csv");
      const text = csv.toString("utf8").slice(1);
      for (const [cell] of readCsv(text).slice(1)) assert.doesNotMatch(cell ?? "", /^[\s\p{C}]*[=+\-@＝＋－＠]/u);
      for (const cell of text.split(/[;\t\r\n]/)) assert.doesNotMatch(cell, /^[\s\p{C}]*[=+\-@＝＋－＠]/u);
    }),
    { numRuns: 1000 },
  );
});

test("a text of a megabyte is exported within seconds", async () => {
  for (const unit of ["\t", "; ", "' ", "\t'", " ", "'", ";="]) {
    const line = sent(unit.repeat(500_000));
    const start = performance.now();
    await exported([[line]], "csv");
    assert.ok(performance.now() - start < 5000, unit);
  }
});

test("an error of the rows is thrown after the previous rows", async () => {
  const broken = new Error("broken");
  const arriving = async function* () {
    yield [];
    throw broken;
  };
  for (const format of exportFormats) {
    await assert.rejects(async () => {
      for await (const text of exportText(arriving(), threadTable, format)) assert.equal(typeof text, "string");
    }, broken);
  }
});

test("the format follows from the file name", () => {
  const cases = [
    ["a.csv", "csv"],
    ["a.b.JSON", "json"],
    ["a.jsonl", "jsonl"],
    ["a.ndjson", "jsonl"],
    ["a.txt", undefined],
    ["csv", undefined],
    ["a.", undefined],
    [".json", "json"],
    ["a.csv.bak", undefined],
  ] as const;
  for (const [name, format] of cases) assert.equal(formatOf(name), format, name);
});
