import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type ExportFormat, exportFormats, formatOf } from "../../../../src/core/export/exportFormat.ts";
import { exportText } from "../../../../src/core/export/exportText.ts";
import { threadTable } from "../../../../src/core/export/threadTable.ts";
import type { Thread } from "../../../../src/core/threads/thread.ts";
import { plainCsv, plainJson, plainJsonLines, readCsv, undefused } from "./plainExport.ts";

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
const duration = fc.option(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat()));
const time = fc.integer({ min: 0, max: Date.UTC(2299, 11, 31) });
const anyThread: fc.Arbitrary<Thread> = fc.record({
  id: oddText,
  turnCount: fc.nat(),
  startTime: time,
  lastUpdated: time,
  firstTurnId: fc.option(oddText),
  lastTurnId: fc.option(oddText),
  p50TurnDuration: duration,
  p99TurnDuration: duration,
});
/** Batches of any size, empty ones among them, and sometimes one of more rows than are written at once. */
const anyBatches = fc.oneof(
  { weight: 20, arbitrary: fc.array(fc.array(anyThread, { maxLength: 6 }), { maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: anyThread.map((thread) => [Array.from({ length: 1234 }, (_, n) => ({ ...thread, turnCount: n }))]),
  },
);

async function exported(batches: readonly (readonly Thread[])[], format: ExportFormat): Promise<Buffer> {
  const arriving = async function* () {
    yield* batches;
  };
  const parts: Buffer[] = [];
  for await (const text of exportText(arriving(), threadTable, format)) parts.push(Buffer.from(text));
  return Buffer.concat(parts);
}

test("CSV is what an independent writer writes, byte by byte", async () => {
  await fc.assert(
    fc.asyncProperty(anyBatches, async (batches) => {
      assert.deepEqual(await exported(batches, "csv"), Buffer.from(plainCsv(batches.flat())));
    }),
  );
});

test("CSV read back is the same values, but for what no text in UTF-8 can hold", async () => {
  await fc.assert(
    fc.asyncProperty(anyBatches, async (batches) => {
      const [names, ...rows] = readCsv((await exported(batches, "csv")).toString("utf8"));
      assert.deepEqual(names, threadTable.fields);
      const read = rows.map((cells) => cells.map((cell) => (cell === null ? null : undefused(cell))));
      const expected = batches
        .flat()
        .map((thread) =>
          Object.values(threadTable.recordOf(thread)).map((value) =>
            value === null ? null : typeof value === "string" ? value.toWellFormed() : String(value),
          ),
        );
      assert.deepEqual(read, expected);
    }),
  );
});

test("JSON and JSON Lines are what an independent writer writes, and read back as the same values", async () => {
  await fc.assert(
    fc.asyncProperty(anyBatches, async (batches) => {
      const threads = batches.flat();
      const records = threads.map(threadTable.recordOf).map(withoutNegativeZero);
      const json = await exported(batches, "json");
      assert.deepEqual(json, Buffer.from(plainJson(threads)));
      assert.deepEqual(JSON.parse(json.toString("utf8")), records);
      const lines = await exported(batches, "jsonl");
      assert.deepEqual(lines, Buffer.from(plainJsonLines(threads)));
      const read: readonly unknown[] = lines
        .toString("utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line));
      assert.deepEqual(read, records);
    }),
  );
});

/** JSON knows one zero. */
function withoutNegativeZero(record: object): object {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value === 0 ? 0 : value]));
}

test("no cell begins a formula, whatever separates cells, in any reader", async () => {
  await fc.assert(
    fc.asyncProperty(oddText, async (id) => {
      const thread = { id, turnCount: 1, startTime: 0, lastUpdated: 0, firstTurnId: id, lastTurnId: null } as const;
      const csv = await exported([[{ ...thread, p50TurnDuration: null, p99TurnDuration: 2 }]], "csv");
      const text = csv.toString("utf8").slice(1);
      for (const [cell] of readCsv(text).slice(1)) assert.doesNotMatch(cell ?? "", /^[\s\p{C}]*[=+\-@＝＋－＠]/u);
      for (const cell of text.split(/[;\t\r\n]/)) assert.doesNotMatch(cell, /^[\s\p{C}]*[=+\-@＝＋－＠]/u);
    }),
    { numRuns: 1000 },
  );
});

test("a text of a megabyte takes no time to speak of", async () => {
  for (const unit of ["\t", "; ", "' ", "\t'", " ", "'", ";="]) {
    const thread = { id: unit.repeat(500_000), turnCount: 1, startTime: 0, lastUpdated: 0, firstTurnId: null };
    const start = performance.now();
    await exported([[{ ...thread, lastTurnId: null, p50TurnDuration: null, p99TurnDuration: null }]], "csv");
    assert.ok(performance.now() - start < 5000, unit);
  }
});

test("what the rows throw is thrown on after the rows before it", async () => {
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

test("the format is read from a file's name", () => {
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
