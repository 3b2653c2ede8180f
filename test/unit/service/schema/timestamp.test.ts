import assert from "node:assert/strict";
import { test } from "node:test";
import { serviceStamp } from "../../../../src/core/query/thread.ts";
import { microsecondsOf, parseTimestamp } from "../../../../src/service/schema/timestamp.ts";
import { randomFrom } from "../random.ts";

const noon = Date.UTC(2026, 7, 20, 12, 0, 0);

const readable: readonly (readonly [text: string, time: number])[] = [
  ["2026-08-20T12:00:00Z", noon],
  ["2026-08-20T12:00:00", noon],
  ["2026-08-20 12:00:00", noon],
  ["2026-08-20T12:00:00.5Z", noon + 500],
  ["2026-08-20T12:00:00.25", noon + 250],
  ["2026-08-20T12:00:00.631000Z", noon + 631],
  ["2026-08-20T12:00:00.631999999Z", noon + 631],
  ["2026-08-20T12:00:00.000001Z", noon],
  ["2026-08-20T14:00:00+02:00", noon],
  ["2026-08-20T06:30:00.000-05:30", noon],
  ["2026-08-20T12:00:00+00:00", noon],
  ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
  ["2000-02-29T00:00:00Z", Date.UTC(2000, 1, 29)],
  ["1969-12-31T23:59:59.999Z", -1],
  ["0001-01-01T00:00:00Z", Date.parse("0001-01-01T00:00:00Z")],
  ["9999-12-31T23:59:59.999999Z", Date.parse("9999-12-31T23:59:59.999Z")],
];

const unreadable: readonly string[] = [
  "",
  "2026-08-20",
  "2026-08-20T12:00Z",
  "2026-02-30T12:00:00Z",
  "2026-02-29T12:00:00Z",
  "1900-02-29T12:00:00Z",
  "2026-04-31T12:00:00Z",
  "2026-13-01T12:00:00Z",
  "2026-00-01T12:00:00Z",
  "2026-08-00T12:00:00Z",
  "0000-01-01T00:00:00Z",
  "2026-08-20T24:00:00Z",
  "2026-08-20T12:60:00Z",
  "2026-08-20T12:00:60Z",
  "2026-08-20T12:00:00.Z",
  "2026-08-20T12:00:00.0123456789Z",
  "2026-08-20T12:00:00ZZ",
  "2026-08-20T12:00:00+02",
  "2026-08-20T12:00:00+0200",
  "2026-08-20T12:00:00+24:00",
  "2026-08-20T12:00:00+02:60",
  "2026-08-20T12:00:00 Z",
  " 2026-08-20T12:00:00Z",
  "2026/08/20T12:00:00Z",
  "2026-08-20T12.00.00Z",
  "+010000-01-01T00:00:00Z",
  "10000-01-01T00:00:00Z",
  "-001-01-01T00:00:00Z",
  "20x6-08-20T12:00:00Z",
  "2026-08-20T12:00:00.1x3Z",
  "1755691200",
];

for (const [text, time] of readable) {
  test(`${text} is parsed as ${time}`, () => assert.equal(parseTimestamp(text), time));
}

const fractions: readonly (readonly [fraction: string, microseconds: number])[] = [
  ["", 0],
  [".1", 0],
  [".12", 0],
  [".123", 0],
  [".1234", 400],
  [".12345", 450],
  [".123456", 456],
  [".123456789", 456],
  [".000001", 1],
  [".999999", 999],
  [".500000", 0],
];
for (const [fraction, microseconds] of fractions) {
  for (const zone of ["", "Z", "+02:00", "-05:30"]) {
    const text = `2026-08-20T12:00:00${fraction}${zone}`;
    test(`${text} has ${microseconds} microseconds after its milliseconds`, () => {
      assert.notEqual(parseTimestamp(text), undefined);
      assert.equal(microsecondsOf(text), microseconds);
    });
  }
}

test("a timestamp in the service's format is unchanged after parsing and formatting", () => {
  const sent = [
    "2026-11-21T10:00:00Z",
    "2026-11-21T10:00:00.123456Z",
    "2026-11-21T10:00:00.000001Z",
    "2026-11-21T10:00:00.120000Z",
    "1969-12-31T23:59:59.999999Z",
    "0001-01-01T00:00:00.000100Z",
    "9999-12-31T23:59:59.999999Z",
  ];
  for (const text of sent) assert.equal(serviceStamp(parseTimestamp(text) ?? Number.NaN, microsecondsOf(text)), text);
  // A time zone can lead into the year 10000, which JavaScript writes with a sign.
  const last = parseTimestamp("9999-12-31T23:59:59-05:00") ?? Number.NaN;
  assert.equal(serviceStamp(last, 0), "+010000-01-01T04:59:59Z");
});

for (const text of unreadable) {
  test(`${JSON.stringify(text)} is not a timestamp`, () => assert.equal(parseTimestamp(text), undefined));
}

test("any ISO timestamp between the years 1 and 9999 is parsed", () => {
  const random = randomFrom(1);
  const first = Date.parse("0001-01-01T00:00:00Z");
  const last = Date.parse("9999-12-31T23:59:59.999Z");
  for (let count = 0; count < 20_000; count++) {
    const time = first + Math.floor(random() * (last - first));
    assert.equal(parseTimestamp(new Date(time).toISOString()), time);
  }
});
