import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { boundsText } from "../../../../src/core/input/rangeText.ts";
import {
  formatRange,
  parseRange,
  type RangeProblem,
  readRange,
  resolveRange,
  timePresets,
} from "../../../../src/core/input/timeRange.ts";
import type { TimeBounds } from "../../../../src/core/query/startedWithin.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { inZone, zones } from "./zones.ts";

/** A Sunday, at seven in the morning in New York. */
const now = Date.parse("2026-11-15T12:00:00Z");
const hour = 3_600_000;

type Read = readonly [after: string | null, before: string | null] | RangeProblem;

const typed: readonly [text: string, read: Read][] = [
  ["-36h", ["2026-11-14T00:00:00Z", null]],
  ["36h", ["2026-11-14T00:00:00Z", null]],
  ["36h ago", ["2026-11-14T00:00:00Z", null]],
  ["-90m", ["2026-11-15T10:30:00Z", null]],
  ["90 min ago", ["2026-11-15T10:30:00Z", null]],
  ["-2w", ["2026-11-01T12:00:00Z", null]],
  ["2 Weeks Ago", ["2026-11-01T12:00:00Z", null]],
  ["1 day ago", ["2026-11-14T12:00:00Z", null]],
  ["now", ["2026-11-15T12:00:00Z", null]],
  ["today", ["2026-11-15T05:00:00Z", null]],
  ["yesterday", ["2026-11-14T05:00:00Z", "2026-11-15T05:00:00Z"]],
  ["Yesterday 14:30", ["2026-11-14T19:30:00Z", null]],
  ["tomorrow", ["2026-11-16T05:00:00Z", "2026-11-17T05:00:00Z"]],
  ["yesterday to Tomorrow", ["2026-11-14T05:00:00Z", "2026-11-17T05:00:00Z"]],
  ["since -36h", ["2026-11-14T00:00:00Z", null]],
  ["Since yesterday", ["2026-11-14T05:00:00Z", null]],
  ["from 2026-11-14", ["2026-11-14T05:00:00Z", null]],
  ["from yesterday to today", ["2026-11-14T05:00:00Z", "2026-11-16T05:00:00Z"]],
  ["from yesterday until today", ["2026-11-14T05:00:00Z", "2026-11-16T05:00:00Z"]],
  ["since 2026-11-12 before 2026-11-14", ["2026-11-12T05:00:00Z", "2026-11-14T05:00:00Z"]],
  ["before yesterday", [null, "2026-11-14T05:00:00Z"]],
  ["Before 2026-11-02 08:00", [null, "2026-11-02T13:00:00Z"]],
  ["until yesterday", [null, "2026-11-15T05:00:00Z"]],
  ["until now", [null, "2026-11-15T12:00:00Z"]],
  ["2026-11-02 - 2026-11-02", ["2026-11-02T05:00:00Z", "2026-11-03T05:00:00Z"]],
  ["2026-11-01 – 2026-11-02 08:00", ["2026-11-01T04:00:00Z", "2026-11-02T13:00:00Z"]],
  ["yesterday - -1h", ["2026-11-14T05:00:00Z", "2026-11-15T11:00:00Z"]],
  ["- 36h - now", ["2026-11-14T00:00:00Z", "2026-11-15T12:00:00Z"]],
  ["sunday", ["2026-11-15T05:00:00Z", null]],
  ["monday", ["2026-11-09T05:00:00Z", "2026-11-10T05:00:00Z"]],
  ["since monday", ["2026-11-09T05:00:00Z", null]],
  ["monday to friday", ["2026-11-09T05:00:00Z", "2026-11-14T05:00:00Z"]],
  ["friday to monday", ["2026-11-13T05:00:00Z", "2026-11-17T05:00:00Z"]],
  ["2026-11-14", ["2026-11-14T05:00:00Z", "2026-11-15T05:00:00Z"]],
  ["2026-07-14", ["2026-07-14T04:00:00Z", "2026-07-15T04:00:00Z"]],
  ["since 2026-11-14", ["2026-11-14T05:00:00Z", null]],
  ["Nov 14", ["2026-11-14T05:00:00Z", "2026-11-15T05:00:00Z"]],
  ["14 nov", ["2026-11-14T05:00:00Z", "2026-11-15T05:00:00Z"]],
  ["14. November 2025", ["2025-11-14T05:00:00Z", "2025-11-15T05:00:00Z"]],
  ["Sept. 14, 2026", ["2026-09-14T04:00:00Z", "2026-09-15T04:00:00Z"]],
  ["since November 14", ["2026-11-14T05:00:00Z", null]],
  ["since Nov 14 08:00", ["2026-11-14T13:00:00Z", null]],
  ["Nov 20", ["2025-11-20T05:00:00Z", "2025-11-21T05:00:00Z"]],
  ["Nov 10 to Nov 20", ["2026-11-10T05:00:00Z", "2026-11-21T05:00:00Z"]],
  ["Nov 10 - Nov 12, 2026", ["2026-11-10T05:00:00Z", "2026-11-13T05:00:00Z"]],
  ["Feb 29", ["2024-02-29T05:00:00Z", "2024-03-01T05:00:00Z"]],
  ["20:00", ["2026-11-15T01:00:00Z", null]],
  ["6:30", ["2026-11-15T11:30:00Z", null]],
  ["since 20:00", ["2026-11-15T01:00:00Z", null]],
  ["11:00Z", ["2026-11-15T11:00:00Z", null]],
  ["21:00 +14:00", ["2026-11-15T07:00:00Z", null]],
  ["20:00 to 22:00", ["2026-11-15T01:00:00Z", "2026-11-15T03:00:00Z"]],
  ["22:00 to 06:00", ["2026-11-15T03:00:00Z", "2026-11-15T11:00:00Z"]],
  ["friday 20:00 to 22:00", ["2026-11-14T01:00:00Z", "2026-11-14T03:00:00Z"]],
  ["before 20:00", [null, "2026-11-15T01:00:00Z"]],
  ["11/14/2026", ["2026-11-14T05:00:00Z", "2026-11-15T05:00:00Z"]],
  ["14/11/2026", ["2026-11-14T05:00:00Z", "2026-11-15T05:00:00Z"]],
  ["11/14/26 08:00", ["2026-11-14T13:00:00Z", null]],
  ["11/14", ["2026-11-14T05:00:00Z", "2026-11-15T05:00:00Z"]],
  ["1/11", ["2026-01-11T05:00:00Z", "2026-01-12T05:00:00Z"]],
  ["01.11.2026", ["2026-01-11T05:00:00Z", "2026-01-12T05:00:00Z"]],
  ["2026/11/01", ["2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"]],
  ["since 11/1", ["2026-11-01T04:00:00Z", null]],
  ["11/1/2026/11/2/2026", ["2026-11-01T04:00:00Z", "2026-11-03T05:00:00Z"]],
  ["11/1..11/2", ["2026-11-01T04:00:00Z", "2026-11-03T05:00:00Z"]],
  ["/11/2", [null, "2026-11-03T05:00:00Z"]],
  ["2026-11-14 08:00", ["2026-11-14T13:00:00Z", null]],
  ["2026-11-14t8:00", ["2026-11-14T13:00:00Z", null]],
  ["2026-11-14T08:00:30", ["2026-11-14T13:00:30Z", null]],
  ["2026-11-14T08:00:30.25", ["2026-11-14T13:00:30.250Z", null]],
  ["2026-11-14T08:00:30,123456", ["2026-11-14T13:00:30.123Z", null]],
  ["2026-11-14T08:00Z", ["2026-11-14T08:00:00Z", null]],
  ["2026-11-14 08:00:30 z", ["2026-11-14T08:00:30Z", null]],
  ["2026-11-14T08:00+02:00", ["2026-11-14T06:00:00Z", null]],
  ["2026-11-14T08:00-0330", ["2026-11-14T11:30:00Z", null]],
  ["2026-11-14 08:00 +02", ["2026-11-14T06:00:00Z", null]],
  ["-7d .. -1d", ["2026-11-08T12:00:00Z", "2026-11-14T12:00:00Z"]],
  ["-7d..now", ["2026-11-08T12:00:00Z", "2026-11-15T12:00:00Z"]],
  ["-7d...now", ["2026-11-08T12:00:00Z", "2026-11-15T12:00:00Z"]],
  ["-7d … yesterday", ["2026-11-08T12:00:00Z", "2026-11-15T05:00:00Z"]],
  ["  yesterday   TO\ttoday ", ["2026-11-14T05:00:00Z", "2026-11-16T05:00:00Z"]],
  ["2026-11-02 to 2026-11-02", ["2026-11-02T05:00:00Z", "2026-11-03T05:00:00Z"]],
  ["2026-11-01 to 2026-11-30", ["2026-11-01T04:00:00Z", "2026-12-01T05:00:00Z"]],
  ["2026-11-01/2026-11-02", ["2026-11-01T04:00:00Z", "2026-11-03T05:00:00Z"]],
  ["2026-11-14T08:00:00Z/2026-11-14T09:00:00Z", ["2026-11-14T08:00:00Z", "2026-11-14T09:00:00Z"]],
  [".. yesterday", [null, "2026-11-15T05:00:00Z"]],
  ["to 2026-11-02 08:00", [null, "2026-11-02T13:00:00Z"]],
  ["/2026-11-02", [null, "2026-11-03T05:00:00Z"]],
  ["yesterday ..", ["2026-11-14T05:00:00Z", null]],
  ["24H", ["2026-11-14T12:00:00Z", null]],
  ["all", [null, null]],
  ["1970-01-02 to 2299-12-30", ["1970-01-02T05:00:00Z", "2299-12-31T05:00:00Z"]],
  ["last 7 days", ["2026-11-08T12:00:00Z", null]],
  ["past 24 hours", ["2026-11-14T12:00:00Z", null]],
  ["past hour", ["2026-11-15T11:00:00Z", null]],
  ["in 7 minutes", ["2026-11-15T12:07:00Z", null]],
  ["now-2h", ["2026-11-15T10:00:00Z", null]],
  ["now-7d to now", ["2026-11-08T12:00:00Z", "2026-11-15T12:00:00Z"]],
  ["1h30m", ["2026-11-15T10:30:00Z", null]],
  ["3 months ago", ["2026-08-16T04:19:12Z", null]],
  ["-1y", ["2025-11-15T06:00:00Z", null]],
  ["last monday", ["2026-11-09T05:00:00Z", "2026-11-10T05:00:00Z"]],
  ["last sunday", ["2026-11-08T05:00:00Z", "2026-11-09T05:00:00Z"]],
  ["fri", ["2026-11-13T05:00:00Z", "2026-11-14T05:00:00Z"]],
  ["this week", ["2026-11-09T05:00:00Z", null]],
  ["last week", ["2026-11-02T05:00:00Z", "2026-11-09T05:00:00Z"]],
  ["last month", ["2026-10-01T04:00:00Z", "2026-11-01T04:00:00Z"]],
  ["last year", ["2025-01-01T05:00:00Z", "2026-01-01T05:00:00Z"]],
  ["since last week", ["2026-11-02T05:00:00Z", null]],
  ["2026-10", ["2026-10-01T04:00:00Z", "2026-11-01T04:00:00Z"]],
  ["2026-09 to 2026-10", ["2026-09-01T04:00:00Z", "2026-11-01T04:00:00Z"]],
  ["20261112", ["2026-11-12T05:00:00Z", "2026-11-13T05:00:00Z"]],
  ["1764000000000", ["2025-11-24T16:00:00Z", null]],
  ["1764000000", ["2025-11-24T16:00:00Z", null]],
  ["5pm", ["2026-11-14T22:00:00Z", null]],
  ["12 a.m.", ["2026-11-15T05:00:00Z", null]],
  ["yesterday at 5pm", ["2026-11-14T22:00:00Z", null]],
  ["3:00PM to 4:00PM", ["2026-11-14T20:00:00Z", "2026-11-14T21:00:00Z"]],
  ["Nov 12, 2026 3:15 PM", ["2026-11-12T20:15:00Z", null]],
  ["Thu Nov 12 2026", ["2026-11-12T05:00:00Z", "2026-11-13T05:00:00Z"]],
  ["", "empty"],
  [" \t", "empty"],
  ["..", "empty"],
  ["to", "empty"],
  ["from", "empty"],
  ["since", "empty"],
  ["before", "empty"],
  ["2026", "startUnreadable"],
  ["2026-13", "startNoSuchTime"],
  ["2026-11 08:00", "startNoSuchTime"],
  ["last fortnight", "startUnreadable"],
  ["mo", "startUnreadable"],
  ["13pm", "startUnreadable"],
  ["17640000000", "startUnreadable"],
  ["Nover 20", "startUnreadable"],
  ["No 20", "startUnreadable"],
  ["Nov 20 08", "startUnreadable"],
  ["0026-11-01", "startUnreadable"],
  ["2026-11-14T", "startUnreadable"],
  ["2026-11-14Z", "startUnreadable"],
  ["2026-11-14 08", "startUnreadable"],
  ["2026-11-14 08:00 CET", "startUnreadable"],
  ["2026-11-14 08:00 to", ["2026-11-14T13:00:00Z", null]],
  ["-7 fortnights", "startUnreadable"],
  ["- to now", "startUnreadable"],
  ["now to then", "endUnreadable"],
  ["sincerely", "startUnreadable"],
  ["before then", "endUnreadable"],
  ["yesterday before yesterday", "endsTooEarly"],
  ["-2d to -1d to now", "endUnreadable"],
  ["2026-02-30", "startNoSuchTime"],
  ["2026-02-29 to now", "startNoSuchTime"],
  ["2026-13-01", "startNoSuchTime"],
  ["2026-00-10", "startNoSuchTime"],
  ["2026-11-00", "startNoSuchTime"],
  [".. 2026-11-31", "endNoSuchTime"],
  ["today 24:00", "startNoSuchTime"],
  ["today 08:60", "startNoSuchTime"],
  ["2026-11-14T08:00:60Z", "startNoSuchTime"],
  ["2026-11-14T08:00+15:00", "startNoSuchTime"],
  [`now${" ".repeat(197)}`, ["2026-11-15T12:00:00Z", null]],
  [`now${" ".repeat(198)}`, "startUnreadable"],
  ["Feb 30", "startNoSuchTime"],
  ["Feb 29, 2026", "startNoSuchTime"],
  ["25:00", "startNoSuchTime"],
  ["Nov 14 25:00", "startNoSuchTime"],
  ["20/20/2026", "startNoSuchTime"],
  ["2024-02-29", ["2024-02-29T05:00:00Z", "2024-03-01T05:00:00Z"]],
  ["1969-07-20", "startTooFar"],
  ["-999999w", "startTooFar"],
  [".. 1969-12-30", "endTooFar"],
  ["now .. 2300-01-01", "endTooFar"],
  ["now to -1h", "endsTooEarly"],
  ["-1h to -1h", "endsTooEarly"],
  ["yesterday to 2026-11-13", "endsTooEarly"],
  ["2026-11-14T08:00Z to 2026-11-14T10:00+02:00", "endsTooEarly"],
];
for (const [text, read] of typed) {
  const meaning = typeof read === "string" ? read : `${read[0] ?? "open"} to ${read[1] ?? "open"}`;
  test(`${JSON.stringify(text)} means ${meaning}`, () => {
    const result = inZone("America/New_York", () => parseRange(text, now));
    assert.deepEqual(
      typeof result === "string" ? result : result.bounds,
      typeof read === "string" ? read : bounds(read),
    );
  });
}

/** A second and three hours, on two days and on one, before noon and after. */
const shownTimes = [
  ["2026-11-12T12:00:00Z", "2026-11-12T12:00:01Z"],
  ["2026-11-12T12:00:00Z", "2026-11-12T15:00:00Z"],
  ["2026-11-12T18:00:00Z", "2026-11-12T21:00:00Z"],
  ["2026-11-11T23:30:00Z", "2026-11-13T01:00:00Z"],
  ["2025-03-08T17:00:00Z", "2025-12-24T18:00:00Z"],
  ["2025-05-01T17:00:00Z", "2025-10-24T18:00:00Z"],
].map(([after = "", before = ""]) => [Date.parse(after), Date.parse(before)] as const);
for (const language of ["en", "en-GB", "de", "ja", "zh-cn"]) {
  test(`every time that is shown in ${language} can be typed`, () =>
    inZone("America/New_York", () => {
      const formats = createFormats(language);
      const read = (text: string) => {
        const result = parseRange(text, now, formats.dayFirst);
        return typeof result === "string" ? `${result}: ${text}` : result.bounds;
      };
      for (const [after, before] of shownTimes) {
        assert.deepEqual(read(formats.range(after, before)), { after, before });
        assert.deepEqual(read(formats.dateTime(after)), { after });
        for (const range of [{ after }, { before }, { after, before }])
          assert.deepEqual(read(boundsText(range, formats)), range);
      }
      for (const age of [7 * 1000, 8 * 60_000, 3 * hour, 9 * 24 * hour, 400 * 24 * hour]) {
        for (const text of [formats.age(now - age, now), formats.ago(now - age, now)]) {
          const bounds = read(text);
          assert.ok(typeof bounds !== "string", String(bounds));
          assert.ok(Math.abs((bounds.after ?? 0) - (now - age)) < age / 12, text);
        }
      }
    }));
}

const dayFirst: readonly [text: string, day: string][] = [
  ["11/12/2026", "2026-12-11"],
  ["11.12.26", "2026-12-11"],
  ["11/20/2026", "2026-11-20"],
  ["2026/11/12", "2026-11-12"],
  ["1/11", "2026-11-01"],
];
for (const [text, day] of dayFirst) {
  test(`where the day comes first, ${text} is ${day}, and its range is read the same elsewhere`, () => {
    const result = inZone("UTC", () => parseRange(`since ${text}`, now, true));
    assert.ok(typeof result !== "string");
    assert.deepEqual(result.bounds, { after: Date.parse(day) });
    assert.deepEqual(
      inZone("UTC", () => resolveRange(result.range, now)),
      result.bounds,
    );
  });
}

const clockChanges: readonly [zone: string, text: string, hours: number][] = [
  ["America/New_York", "2026-03-08 to 2026-03-08", 23],
  ["America/New_York", "2026-11-01 to 2026-11-01", 25],
  ["Europe/Berlin", "2026-03-29 to 2026-03-29", 23],
  ["Europe/Berlin", "2026-10-25 00:00 to 2026-10-25", 25],
  ["Europe/Berlin", "2026-10-25T01:00 to 2026-10-25T04:00", 4],
  ["Australia/Lord_Howe", "2026-10-04 to 2026-10-04", 23.5],
  // The clock went from 23:59 to 01:00: the day has no midnight.
  ["America/Sao_Paulo", "2018-11-04 to 2018-11-04", 23],
  // The clock went from 23:59 back to 23:00: that hour occurred twice.
  ["America/Sao_Paulo", "2018-02-17 to 2018-02-17", 25],
];
for (const [zone, text, hours] of clockChanges) {
  test(`${text} are ${hours} hours in ${zone}`, () => {
    const result = inZone(zone, () => parseRange(text, now));
    assert.ok(typeof result !== "string");
    const { after = Number.NaN, before = Number.NaN } = result.bounds;
    assert.equal((before - after) / hour, hours);
  });
}

test("a preset is parsed by name, and only all time has no start", () => {
  const starts = timePresets.map((preset) => {
    const result = parseRange(preset, now);
    assert.ok(typeof result !== "string");
    assert.deepEqual(result.range, { kind: "preset", preset });
    assert.deepEqual(result.bounds, resolveRange(result.range, now));
    assert.equal(result.bounds.before, undefined);
    return result.bounds.after === undefined ? undefined : (now - result.bounds.after) / hour;
  });
  assert.deepEqual(starts, [1, 24, 168, 720, undefined]);
});

test("yesterday moves on, and a range with crossed bounds keeps both", () => {
  inZone("UTC", () => {
    const result = parseRange("yesterday to 2026-11-14", now);
    assert.ok(typeof result !== "string");
    assert.deepEqual(result.bounds, bounds(["2026-11-14T00:00:00Z", "2026-11-15T00:00:00Z"]));
    const weekLater = resolveRange(result.range, now + 7 * 24 * hour);
    assert.deepEqual(weekLater, bounds(["2026-11-21T00:00:00Z", "2026-11-15T00:00:00Z"]));
  });
});

test("a stored range stays within the years that the service supports", () => {
  const range = readRange("-999999w to 2301-01-01");
  assert.ok(range !== undefined);
  assert.deepEqual(resolveRange(range, now), { after: 0, before: Date.UTC(2300, 0, 1) });
});

const oddities: readonly unknown[] = [
  undefined,
  null,
  7,
  true,
  ["7d"],
  { kind: "preset", preset: "7d" },
  "",
  "..",
  "x",
  "now to x",
  "2026-02-30",
  "constructor",
  `now${" ".repeat(198)}`,
];
for (const odd of oddities) {
  test(`${JSON.stringify(odd)} is not a stored range`, () => assert.equal(readRange(odd), undefined));
}

const zone = fc.constantFrom(...zones);
const time = fc.integer({ min: Date.UTC(1971, 0, 1), max: Date.UTC(2290, 0, 1) });
const words = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."now|today|yesterday|friday|Nov 20|29 February|20:00|11/20/2026|20.11.|ago|to|..|…|/|-36h".split("|"),
        ..."from|since|before|7|d|-|Z".split("|"),
      ),
      fc.constantFrom("2026-11-01", "2026-02-30", "08:00", "T08:00", "+02:00", "9999-99-99", "-999999w", "__proto__"),
      fc.constantFrom("until", "tomorrow", " - ", "–"),
      fc.string({ maxLength: 4, unit: "binary" }),
    ),
    { maxLength: 8 },
  )
  .chain((parts) => fc.constantFrom(parts.join(" "), parts.join("")));

test("any text is rejected, or a range that ends after its start and survives storing", () => {
  fc.assert(
    fc.property(zone, fc.oneof(words, fc.string({ unit: "binary" })), time, (home, text, at) =>
      inZone(home, () => {
        const result = parseRange(text, at);
        if (typeof result === "string") return;
        const { after = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY } = result.bounds;
        assert.ok(after < before);
        assert.deepEqual(readRange(formatRange(result.range)), result.range);
        assert.deepEqual(resolveRange(result.range, at), result.bounds);
      }),
    ),
    { numRuns: 2000 },
  );
});

test("ISO bounds round-trip in every time zone", () => {
  fc.assert(
    fc.property(zone, time, time, fc.constantFrom(" .. ", " to ", "/", "…"), (home, one, other, separator) => {
      fc.pre(one !== other);
      const written = { after: Math.min(one, other), before: Math.max(one, other) };
      const text = `${new Date(written.after).toISOString()}${separator}${new Date(written.before).toISOString()}`;
      const result = inZone(home, () => parseRange(text, now));
      assert.deepEqual(typeof result === "string" ? result : result.bounds, written);
    }),
  );
});

test("a time without a zone is local", () => {
  fc.assert(
    fc.property(zone, time, (home, at) => {
      const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: home, dateStyle: "short", timeStyle: "medium" });
      const text = clock.format(at);
      const result = inZone(home, () => parseRange(text, now));
      assert.ok(typeof result !== "string");
      assert.equal(clock.format(result.bounds.after), text);
    }),
  );
});

test("a day follows the local calendar", () => {
  fc.assert(
    fc.property(zone, time, (home, at) => {
      const calendar = new Intl.DateTimeFormat("sv-SE", { timeZone: home, dateStyle: "short" });
      const day = calendar.format(at);
      const result = inZone(home, () => parseRange(`${day} to ${day}`, now));
      assert.ok(typeof result !== "string");
      const { after = Number.NaN, before = Number.NaN } = result.bounds;
      const shown = [after - 1, after, before - 1, before].map((instant) => calendar.format(instant) === day);
      assert.deepEqual(shown, [false, true, true, false]);
    }),
  );
});

function bounds([after, before]: readonly [after: string | null, before: string | null]): TimeBounds {
  return {
    ...(after === null ? {} : { after: Date.parse(after) }),
    ...(before === null ? {} : { before: Date.parse(before) }),
  };
}
