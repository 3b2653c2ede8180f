import assert from "node:assert/strict";
import fc from "fast-check";
import { formatIds, parseIds } from "../../src/core/input/idList.ts";
import { formatLatency, parseLatency } from "../../src/core/input/latencyRange.ts";
import { formatRange, parseRange, readRange, resolveRange } from "../../src/core/input/timeRange.ts";
import { inZone, zones } from "../unit/core/input/zones.ts";
import { mutatedText, plain, textOf } from "./anyText.ts";
import { target } from "./target.ts";

interface Typed {
  readonly text: string;
  readonly now: number;
  readonly zone: string;
  readonly dayFirst: boolean;
}

const times = fc.integer({ min: Date.UTC(1971, 0, 1), max: Date.UTC(2290, 0, 1) });
const moments = [
  ..."now today yesterday tomorrow monday Friday -36h 90m 2w 1d".split(" "),
  ...["2 weeks ago", "Nov 20", "29 February", "Feb 29, 2024", "14. November 2025", "Sept. 1", "31 dec 23:59"],
  ...["2026-11-01", "2026-02-30", "2026-03-29 02:30", "2026-11-14T08:00:30.25Z", "2018-11-04", "9999-12-31"],
  ...["20:00", "24:00", "6:30 +14:00", "00:00Z", "11/20/2026", "20.11.26", "11/20", "29/2", "2026/1/31"],
];
const ranges = fc
  .tuple(
    fc.constantFrom("", "from ", "since ", "before ", "until "),
    fc.constantFrom(...moments),
    fc.constantFrom(" to ", "..", "…", "/", " - ", " until ", " before ", ""),
    fc.constantFrom(...moments, ""),
  )
  .map((parts) => parts.join(""));
export const rangeFragments = [...moments, ..."to .. - / : T Z + 1 29 ٣ ſ K \u00a0 ago 7d all".split(" ")];
const rangeTexts = fc.oneof(
  ranges,
  mutatedText(ranges, fc.constantFrom(...rangeFragments, "")),
  textOf(rangeFragments, 6),
);

function parsed({ text, now, zone, dayFirst }: Typed) {
  return inZone(zone, () => parseRange(text, now, dayFirst));
}

export const rangeTarget = target<Typed>("time ranges", {
  share: 3,
  inputs: plain({
    text: rangeTexts,
    now: times,
    zone: fc.constantFrom(...zones, "America/Sao_Paulo", "Pacific/Apia", "Africa/Casablanca"),
    dayFirst: fc.boolean(),
  }),
  outcome: parsed,
  holds: (typed, skip) => {
    const read = parsed(typed);
    if (typeof read === "string") return skip();
    const { now, zone } = typed;
    const { after, before } = read.bounds;
    for (const bound of [after ?? 0, before ?? 0]) assert.ok(Number.isSafeInteger(bound));
    assert.ok((after ?? Number.NEGATIVE_INFINITY) < (before ?? Number.POSITIVE_INFINITY));
    const text = formatRange(read.range);
    assert.deepEqual(readRange(text), read.range);
    inZone(zone, () => {
      // Stored or typed again, in any order of day and month, it is the same.
      assert.deepEqual(resolveRange(read.range, now), read.bounds);
      for (const dayFirst of [true, false]) assert.deepEqual(parseRange(text, now, dayFirst), read);
      const later = resolveRange(read.range, now + 40 * 86_400_000);
      if (after !== undefined) assert.ok((later.after ?? 0) >= after);
    });
  },
  found: [
    [
      "a date without a year before a slash, whose range could not be typed again",
      { text: "11/20/2w", now: 31_536_000_000, zone: "UTC", dayFirst: false },
      "startUnreadable",
    ],
  ],
});

export const latencyFragments = "> >= < <= ≥ ≤ over under 2 500 1.5 ,5 1,000 0 ms s min hours .. - to and …".split(" ");

export const latencyTarget = target<string>("latencies", {
  share: 3,
  inputs: textOf([...latencyFragments, "9".repeat(400), ".0000001", " "], 6),
  outcome: parseLatency,
  holds: (text, skip) => {
    const read = parseLatency(text);
    if (typeof read === "string") return skip();
    const { atLeast, atMost } = read;
    assert.ok(atLeast !== null || atMost !== null);
    for (const bound of [atLeast ?? 0, atMost ?? 0]) assert.ok(Number.isFinite(bound) && bound >= 0);
    assert.ok((atLeast ?? 0) <= (atMost ?? Number.POSITIVE_INFINITY));
    assert.deepEqual(parseLatency(formatLatency(read)), read);
  },
  found: [
    ["a latency beyond the largest number", `${"9".repeat(400)}ms`, "unreadable"],
    ["a latency that would be written with an exponent", "> 1000000000000000000000ms", "unreadable"],
    ["a long latency that is still exact", "500 hours", { atLeast: 1_800_000_000, atMost: null }],
  ],
});

export const idTarget = target<string>("lists of IDs", {
  share: 3,
  inputs: fc.oneof(
    textOf(["a", "b-1", '"', "'", "“", "”", ",", ";", " ", "\n", "-", "*", "•", "[", "]", "\\", "\\u0041", "{"], 12),
    fc.array(fc.string({ unit: "binary", maxLength: 4 }), { maxLength: 4 }).map((ids) => JSON.stringify(ids)),
  ),
  outcome: parseIds,
  holds: (text, skip) => {
    const read = parseIds(text);
    if ("problem" in read) return skip();
    assert.equal(new Set(read.ids).size, read.ids.length);
    assert.ok(!read.ids.includes("") && read.repeated >= 0);
    assert.deepEqual(parseIds(formatIds(read.ids)), { ids: read.ids, repeated: 0 });
  },
  found: [],
});
