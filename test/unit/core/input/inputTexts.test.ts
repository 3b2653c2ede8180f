import assert from "node:assert/strict";
import { test } from "node:test";
import {
  idsProblemText,
  latencyProblemText,
  limitProblemText,
  listText,
  rangeProblemText,
  serviceAddressProblemText,
  usernameProblemText,
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
  ["a typed range goes by what was typed", rangeName(typed), "yesterday"],
  ["a preset in short", shortRange(week), "7d"],
  ["all time in short", shortRange(ever), "all time"],
  ["a typed range in short", shortRange(typed), "yesterday"],
  ["a long typed range in short", shortRange(long), "custom"],
  ["a typed range in a word", rangeWord(typed), "range"],
  ["a preset in a word", rangeWord(week), "7d"],
  ["a window of a preset", windowText(week, { after }, formats), "Last 7 days"],
  ["a window with both ends", windowText(typed, { after, before }, formats), "Nov 3, 12:00 – 1:00 PM"],
  ["a window with a start", windowText(typed, { after }, formats), "since Nov 3, 2026, 12:00:00 PM"],
  ["a window with an end", windowText(typed, { before }, formats), "before Nov 3, 2026, 1:00:00 PM"],
  ["a window without ends", windowText(typed, {}, formats), "All time"],
  ["bounds that are open", boundsText({}, formats), "all time"],
  ["a start", boundsText({ after }, formats), "since Nov 3, 2026, 12:00:00 PM (UTC)"],
  ["an end", boundsText({ before }, formats), "before Nov 3, 2026, 1:00:00 PM (UTC)"],
  [
    "a start and an end",
    boundsText({ after, before }, formats),
    "from Nov 3, 2026, 12:00:00 PM to Nov 3, 2026, 1:00:00 PM (UTC)",
  ],
];

const problemsCases: readonly Case[] = [
  [
    "no range",
    rangeProblemText("empty"),
    "Enter when it starts, ends, or both, such as -36h or 2026-11-01 to yesterday.",
  ],
  [
    "a start that cannot be read",
    rangeProblemText("startUnreadable"),
    "The start is not readable. Enter it such as 2026-11-01, 2026-11-01 08:00, yesterday or -36h.",
  ],
  [
    "an end that cannot be read",
    rangeProblemText("endUnreadable"),
    "The end is not readable. Enter it such as 2026-11-01, 2026-11-01 08:00, yesterday or now.",
  ],
  ["a start that does not exist", rangeProblemText("startNoSuchTime"), "The start is no time that exists."],
  ["an end that does not exist", rangeProblemText("endNoSuchTime"), "The end is no time that exists."],
  ["a start that is too far", rangeProblemText("startTooFar"), "The start lies outside the years 1970 to 2299."],
  ["an end that is too far", rangeProblemText("endTooFar"), "The end lies outside the years 1970 to 2299."],
  ["an end before the start", rangeProblemText("endsTooEarly"), "The range has to end after it starts."],
  [
    "ids that are no JSON",
    idsProblemText({ problem: "notJson" }),
    'What begins with [ or { is read as JSON, and only an array of texts such as ["a", "b"] will do.',
  ],
  [
    "too many ids",
    idsProblemText({ problem: "tooMany", found: 12_000 }),
    "12000 different ids are too many: the service takes 1000 at the most.",
  ],
  ["no length of time", latencyProblemText("empty"), "Enter a length of time such as > 2s, < 500ms or 500ms..3s."],
  [
    "a length of time that cannot be read",
    latencyProblemText("unreadable"),
    "Enter a length of time such as > 2s, < 500ms or 500ms..3s.",
  ],
  ["a length of time without its unit", latencyProblemText("unitMissing"), "Add the unit: ms, s, m or h."],
  [
    "lengths of time in the wrong order",
    latencyProblemText("endsTooEarly"),
    "The longest is shorter than the shortest.",
  ],
  ["no limit", limitProblemText(" ") ?? null, null],
  ["a limit", limitProblemText("100") ?? null, null],
  ["a limit of one", limitProblemText("1"), "The service takes 1 for another question. Enter 2 or more."],
  ["a limit that is no whole number", limitProblemText("1.5"), "Enter a whole number, 2 or more."],
  ["a limit that is negative", limitProblemText("-3"), "Enter a whole number, 2 or more."],
  ["no user name", usernameProblemText(" "), "Enter a user name."],
  ["a user name with a colon", usernameProblemText("a:b"), "A user name has no colon."],
  ["a user name", usernameProblemText("api") ?? null, null],
  ["a service address", serviceAddressProblemText("https://trace.wandb.ai") ?? null, null],
  [
    "a service address without encryption",
    serviceAddressProblemText("http://a.example"),
    "Use https: the key would cross the network unprotected.",
  ],
  [
    "the sample's address",
    serviceAddressProblemText("sample:"),
    "The sample needs no key. Run Weave: Open Sample Project.",
  ],
];

const listsCases: readonly Case[] = [
  ["nothing read", listText({ ids: [], repeated: 0 }, String) ?? null, null],
  ["values read", listText({ ids: thousand, repeated: 0 }, (count) => plural(count, "1 id", `${count} ids`)), "3 ids"],
  [
    "values read, some of them twice",
    listText({ ids: thousand, repeated: 2 }, (count) => plural(count, "1 id", `${count} ids`)),
    "3 ids, 2 repeated",
  ],
  ["one of a thing", plural(1, "1 id", "1 ids"), "1 id"],
  ["none of a thing", plural(0, "1 id", "0 ids"), "0 ids"],
];

for (const [name, said, expected] of [...rangesCases, ...problemsCases, ...listsCases]) {
  test(name, () => assert.deepEqual(said, expected));
}
