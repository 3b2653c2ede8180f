import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countNameNoteText,
  countNameProblemText,
  idsProblemText,
  latencyProblemText,
  limitProblemText,
  listText,
  noValuesProblemText,
  rangeProblemText,
  usernameProblemText,
  valuesText,
} from "../../../../src/core/input/problemText.ts";
import {
  boundsText,
  presetName,
  rangeName,
  rangeWord,
  shortRange,
  windowText,
} from "../../../../src/core/input/rangeText.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { plural } from "../../../../src/core/text/plural.ts";

process.env.TZ = "UTC";
const formats = createFormats("en");
const after = Date.UTC(2026, 10, 3, 12);
const before = after + 3_600_000;
const typed = { kind: "custom", text: "yesterday" } as const;
const long = { kind: "custom", text: "2026-11-01 08:00 to 2026-11-03 09:00" } as const;
const week = { kind: "preset", preset: "7d" } as const;
const ever = { kind: "preset", preset: "all" } as const;
const thousand = Array.from({ length: 3 }, (_, at) => String(at));

type Case = readonly [name: string, said: unknown, expected: unknown];

const rangesCases: readonly Case[] = [
  ["the last hour", presetName("1h"), "Last hour"],
  ["the last day", presetName("24h"), "Last 24 hours"],
  ["the last week", presetName("7d"), "Last 7 days"],
  ["the last month", presetName("30d"), "Last 30 days"],
  ["all time", presetName("all"), "All time"],
  ["a custom range is named by its text", rangeName(typed), "yesterday"],
  ["a short preset", shortRange(week), "7d"],
  ["short all time", shortRange(ever), "all time"],
  ["a short custom range", shortRange(typed), "yesterday"],
  ["a long custom range, shortened", shortRange(long), "custom"],
  ["a custom range in one word", rangeWord(typed), "range"],
  ["a preset in one word", rangeWord(week), "7d"],
  ["the bounds of a preset", windowText(week, { after }, formats), "Last 7 days"],
  ["bounds with a start and an end", windowText(typed, { after, before }, formats), "Nov 3, 12:00 – 1:00 PM"],
  ["bounds with a start", windowText(typed, { after }, formats), "since Nov 3, 2026, 12:00:00 PM"],
  ["bounds with an end", windowText(typed, { before }, formats), "before Nov 3, 2026, 1:00:00 PM"],
  ["no bounds", windowText(typed, {}, formats), "All time"],
  ["open bounds with the time zone", boundsText({}, formats), "all time"],
  ["a start with the time zone", boundsText({ after }, formats), "since Nov 3, 2026, 12:00:00 PM (UTC)"],
  ["an end with the time zone", boundsText({ before }, formats), "before Nov 3, 2026, 1:00:00 PM (UTC)"],
  [
    "a start and an end with the time zone",
    boundsText({ after, before }, formats),
    "from Nov 3, 2026, 12:00:00 PM to Nov 3, 2026, 1:00:00 PM (UTC)",
  ],
];

const problemsCases: readonly Case[] = [
  [
    "an empty range",
    rangeProblemText("empty"),
    "Enter a start time, an end time, or both. Examples: -36h, 2026-11-01 to yesterday.",
  ],
  [
    "an invalid start",
    rangeProblemText("startUnreadable"),
    "Invalid start time. Examples: 2026-11-01, 2026-11-01 08:00, yesterday, -36h.",
  ],
  [
    "an invalid end",
    rangeProblemText("endUnreadable"),
    "Invalid end time. Examples: 2026-11-01, 2026-11-01 08:00, yesterday, now.",
  ],
  [
    "a start that does not exist",
    rangeProblemText("startNoSuchTime"),
    "Invalid start time. The date or time does not exist.",
  ],
  [
    "an end that does not exist",
    rangeProblemText("endNoSuchTime"),
    "Invalid end time. The date or time does not exist.",
  ],
  [
    "a start outside the supported years",
    rangeProblemText("startTooFar"),
    "The start time must be between the years 1970 and 2299.",
  ],
  [
    "an end outside the supported years",
    rangeProblemText("endTooFar"),
    "The end time must be between the years 1970 and 2299.",
  ],
  ["an end before the start", rangeProblemText("endsTooEarly"), "The end time must be after the start time."],
  [
    "IDs that are not valid JSON",
    idsProblemText({ problem: "notJson" }),
    'Invalid JSON. Enter an array of strings such as ["a", "b"].',
  ],
  [
    "too many IDs",
    idsProblemText({ problem: "tooMany", found: 12_000 }),
    "Too many values (12000). Enter at most 1000.",
  ],
  ["an empty duration", latencyProblemText("empty"), "Enter a duration. Examples: > 2s, < 500ms, 500ms..3s."],
  ["an invalid duration", latencyProblemText("unreadable"), "Enter a duration. Examples: > 2s, < 500ms, 500ms..3s."],
  ["a duration without a unit", latencyProblemText("unitMissing"), "Add a unit: ms, s, m or h."],
  [
    "a maximum duration below the minimum",
    latencyProblemText("endsTooEarly"),
    "The maximum must not be less than the minimum.",
  ],
  ["no limit", limitProblemText(" ") ?? null, null],
  ["a limit", limitProblemText("100") ?? null, null],
  ["a limit of one", limitProblemText("1"), "A limit of 1 only checks whether any call exists. Enter 2 or more."],
  ["a limit that is not a whole number", limitProblemText("1.5"), "Enter a whole number of 2 or more."],
  ["a negative limit", limitProblemText("-3"), "Enter a whole number of 2 or more."],
  ["no name of a count", countNameProblemText(" \n"), "Enter a name."],
  ["a name of a count", countNameProblemText("errors") ?? null, null],
  ["the name of another count", countNameNoteText(" errors ", ["errors"]), "Another saved count has this name."],
  ["a name in another case", countNameNoteText("Errors", ["errors"]) ?? null, null],
  ["no user name", usernameProblemText(" "), "Enter a user name."],
  ["a user name with a colon", usernameProblemText("a:b"), "A user name cannot contain a colon."],
  ["a user name", usernameProblemText("api") ?? null, null],
];

const listsCases: readonly Case[] = [
  ["no values", listText({ ids: [], repeated: 0 }, String) ?? null, null],
  ["values", listText({ ids: thousand, repeated: 0 }, (count) => plural(count, "1 ID", `${count} IDs`)), "3 IDs"],
  [
    "values with one duplicate",
    listText({ ids: thousand, repeated: 1 }, (count) => plural(count, "1 ID", `${count} IDs`)),
    "3 IDs (1 duplicate removed)",
  ],
  [
    "values with duplicates",
    listText({ ids: thousand, repeated: 2 }, (count) => plural(count, "1 ID", `${count} IDs`)),
    "3 IDs (2 duplicates removed)",
  ],
  ["one value", valuesText(1, formats), "1 value"],
  ["several values", valuesText(1200, formats), "1,200 values"],
  ["no values for a condition without any", noValuesProblemText([]), "Enter at least one value."],
  ["no values for a condition with some", noValuesProblemText(["a"]) ?? null, null],
  ["one of a thing", plural(1, "1 ID", "1 IDs"), "1 ID"],
  ["none of a thing", plural(0, "1 ID", "0 IDs"), "0 IDs"],
];

for (const [name, said, expected] of [...rangesCases, ...problemsCases, ...listsCases]) {
  test(name, () => assert.deepEqual(said, expected));
}
