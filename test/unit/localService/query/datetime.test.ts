import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDatetime, parseDatetime } from "../../../../src/localService/query/datetime.ts";

const ten = Date.UTC(2026, 10, 3, 10);

const read: readonly (readonly [unknown, number, number])[] = [
  ["2026-11-03T10:00:00Z", ten, ten],
  ["2026-11-03T10:00:00", ten, ten],
  ["2026-11-03 10:00", ten, ten],
  ["2026-11-03t10:00:00z", ten, ten],
  ["2026-11-03", ten - 36_000_000, ten - 36_000_000],
  ["2026-11-03T10:00:00.5Z", ten + 500, ten + 500],
  ["2026-11-03T10:00:00.123456Z", ten + 123.456, ten + 123.456],
  ["2026-11-03T12:00:00+02:00", ten, ten + 7_200_000],
  ["2026-11-03T04:30:00-0530", ten, ten - 19_800_000],
  ["2026-11-03T12:00:00+02", ten, ten + 7_200_000],
  [ten / 1000, ten, ten],
  [`${ten / 1000}`, ten, ten],
  [ten / 1000 + 0.001, ten + 1, ten + 1],
  [" 2026-11-03T10:00:00Z ", ten, ten],
  ["2024-02-29", Date.UTC(2024, 1, 29), Date.UTC(2024, 1, 29)],
  [0, 0, 0],
];

for (const [value, utc, asWritten] of read) {
  test(`${JSON.stringify(value)} is parsed`, () => {
    assert.deepEqual(parseDatetime(value), { utc, asWritten });
  });
}

for (const value of [
  "",
  "soon",
  "2026-02-30",
  "2026-13-01",
  "2026-11-03T24:00:00Z",
  "2026-11-03T10:60:00Z",
  "2026-11-03T10",
  "2026-11-03T10:00:00+25:00",
  "03.11.2026",
  null,
  true,
  {},
  ten,
  Number.NaN,
]) {
  test(`${typeof value === "number" ? value : JSON.stringify(value)} is not parsed`, () => {
    assert.equal(parseDatetime(value), undefined);
  });
}

for (const [microseconds, text] of [
  [ten * 1000, "2026-11-03T10:00:00Z"],
  [ten * 1000 + 631_000, "2026-11-03T10:00:00.631000Z"],
  [ten * 1000 + 999_001, "2026-11-03T10:00:00.999001Z"],
  [0, "1970-01-01T00:00:00Z"],
] as const) {
  test(`${text} is formatted`, () => assert.equal(formatDatetime(microseconds), text));
}
