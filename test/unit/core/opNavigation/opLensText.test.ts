import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoadState } from "../../../../src/core/async/loadState.ts";
import { allCalls } from "../../../../src/core/counts/callCondition.ts";
import { callsSince, lastRun, noRunText, type Run, runName } from "../../../../src/core/counts/lastRun.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import { resolveRange } from "../../../../src/core/input/timeRange.ts";
import type { OpCalls } from "../../../../src/core/opNavigation/opCalls.ts";
import {
  callsName,
  hoverLines,
  linkTitle,
  linkTooltip,
  numbersTitle,
  numbersTooltip,
  switchTooltip,
} from "../../../../src/core/opNavigation/opLensText.ts";
import type { CallCount } from "../../../../src/core/query/callQuery.ts";
import { offerText } from "../../../../src/core/session/projectOffer.ts";
import { createFormats } from "../../../../src/core/text/format.ts";

process.env.TZ = "UTC";
const formats = createFormats("en");
const now = Date.UTC(2026, 10, 3, 12);
const fault: Fault = { kind: "timeout", phase: "headers", milliseconds: 30_000 };
const ref = "weave:///acme/desk/op/answer";
const value: OpCalls = {
  calls: 128,
  failed: 3,
  isExact: true,
  isAllRead: true,
  p50: 1234,
  ops: [`${ref}:cccccccccccccccccccccccccccccccccccccccccc3`, `${ref}:b2`, "answer"],
  range: { kind: "preset", preset: "7d" },
  conditions: allCalls,
};
const at = now - 180_000;
const shown = (facts: Partial<OpCalls> = {}): LoadState<OpCalls> => ({
  kind: "shown",
  value: { ...value, ...facts },
  at,
});
const title = (load: LoadState<OpCalls>) => numbersTitle(load, formats);
const tooltip = (load: LoadState<OpCalls>) => numbersTooltip("answer", load, formats);
const count: CallCount = { count: 128, hasMore: false, storageSize: 3_400_000, rewritten: [] };
const hover = (load: LoadState<OpCalls>, size: LoadState<CallCount> = { kind: "shown", value: count, at: now }) =>
  hoverLines("answer", `${ref}:*`, { load, size }, formats, now);
const hostile = "[x](command:quit) \u202e";
const run = (kind: Run["kind"]) => runName({ kind, at: now }, formats).replaceAll("\u202f", " ");

const cases: readonly (readonly [name: string, said: unknown, expected: unknown])[] = [
  ["a link", [linkTitle(), linkTooltip("answer")], ["Show Weave calls", "Show the latest calls to op answer"]],
  ["the switch to numbers", switchTooltip(), "Show calls, failures and p50 above all ops"],
  ["numbers", title(shown()), "128 calls · 3 failed · p50 1.2s · 7d"],
  ["one call", title(shown({ calls: 1, failed: 1 })), "1 call · 1 failed · p50 1.2s · 7d"],
  ["calls of which none failed or finished", title(shown({ failed: 0, p50: null })), "128 calls · 7d"],
  ["no calls", title(shown({ calls: 0, failed: 0, p50: null })), "0 calls · 7d"],
  ["many calls", title(shown({ calls: 12_345, failed: 1000 })), "12,345 calls · 1,000 failed · p50 1.2s · 7d"],
  [
    "all time",
    title(shown({ range: { kind: "preset", preset: "all" } })),
    "128 calls · 3 failed · p50 1.2s · all time",
  ],
  ["calls that were read", title(shown({ isExact: false })), "at least 128 calls · at least 3 failed · p50 1.2s · 7d"],
  ["numbers that are refreshed", title({ kind: "loading", value }), "128 calls · 3 failed · p50 1.2s · 7d"],
  ["outdated numbers", title({ kind: "stale", value, at, fault }), "128 calls · 3 failed · p50 1.2s · 7d · outdated"],
  ["numbers that are loading", title({ kind: "loading", value: null }), "Loading calls…"],
  ["numbers that failed", title({ kind: "failed", fault }), "Could not load calls: Timed out (30 s)"],
  ["numbers that were not requested", title({ kind: "idle" }), "Show Weave calls"],
  [
    "the tooltip of numbers",
    tooltip(shown()).replaceAll("\u202f", " "),
    "Show these calls to op answer\nUpdated: 11:57:00 AM",
  ],
  [
    "the tooltip of numbers whose calls were not all read",
    tooltip(shown({ isAllRead: false }))
      .split("\n")
      .at(1),
    "p50: of the latest 1,000 calls to the ops of this file",
  ],
  [
    "the tooltip of numbers that are loading",
    tooltip({ kind: "loading", value: null }),
    "Show the latest calls to op answer",
  ],
  [
    "the tooltip of numbers that failed",
    tooltip({ kind: "failed", fault }).split("\n"),
    [
      "Show the latest calls to op answer",
      "No response from the service within 30 seconds. Try again, or increase the timeout.",
    ],
  ],
  ["the name of calls", callsName("answer", value), "answer · 7d"],
  [
    "a hover",
    hover(shown()),
    [
      "answer: 128 calls · 3 failed · p50 1.2s · 7d",
      "Op: weave:///acme/desk/op/answer:*",
      "Versions: 2 (latest cccccccc…cc3)",
      "Storage: 3.4 MB",
      "Updated: 3m ago",
    ],
  ],
  [
    "the hover of calls of which not all were read",
    hover(shown({ isAllRead: false })).slice(2, 4),
    ["Versions: at least 2 (latest cccccccc…cc3)", "p50: of the latest 1,000 calls to the ops of this file"],
  ],
  [
    "the hover of calls without versions and a size that failed",
    hover(shown({ ops: ["answer"] }), { kind: "failed", fault }).slice(2),
    ["Storage: unknown", "Updated: 3m ago"],
  ],
  [
    "the hover of numbers that failed",
    hover({ kind: "failed", fault }, { kind: "idle" }),
    ["answer: Could not load calls: Timed out (30 s)", "Op: weave:///acme/desk/op/answer:*"],
  ],
  [
    "the hover of a link",
    hoverLines("answer", `${ref}:*`, null, formats, now),
    ["answer", "Op: weave:///acme/desk/op/answer:*"],
  ],
  [
    "untrusted text in a hover",
    hoverLines(hostile, hostile, null, formats, now),
    ["[x] (command:quit) ‹U+202E›", "Op: [x] (command:quit) ‹U+202E›"],
  ],
  ["the calls of a debug session", run("debugSession"), "Debug since 12:00:00 PM"],
  ["the calls of a task", run("task"), "Task since 12:00:00 PM"],
  ["the calls of a command", run("terminalCommand"), "Shell since 12:00:00 PM"],
  [
    "nothing has run",
    noRunText(),
    "No debug session, task or terminal command has started in this window. Terminal commands are detected only with shell integration.",
  ],
  [
    "a project to offer",
    offerText({ project: "acme/desk", from: `app/${hostile}.py` }),
    "Found Weave project acme/desk in app/[x] (command:quit) ‹U+202E›.py. Show it in this workspace?",
  ],
];

for (const [name, said, expected] of cases) {
  test(name, () => assert.deepEqual(said, expected));
}

test("the calls of a run are those that have started since it began, to the millisecond", () => {
  const [condition, ...others] = callsSince({ kind: "task", at: now + 123 }).conditions;
  assert.ok(condition?.kind === "started");
  assert.deepEqual(resolveRange(condition.range, now + 86_400_000), { after: now + 123 });
  assert.deepEqual(others, []);
});

const begun: readonly (readonly [
  what: string,
  begun: readonly (readonly [Run["kind"], number])[],
  last: Run | null,
])[] = [
  ["nothing", [], null],
  ["a command", [["terminalCommand", now]], { kind: "terminalCommand", at: now }],
  [
    "a task after a command",
    [
      ["terminalCommand", now],
      ["task", now + 1],
    ],
    { kind: "task", at: now + 1 },
  ],
  [
    "a task with the command that it runs",
    [
      ["debugSession", now - 1],
      ["task", now],
      ["terminalCommand", now + 4999],
    ],
    { kind: "task", at: now },
  ],
  [
    "a debug session, and the command of its program in the same millisecond",
    [
      ["terminalCommand", now],
      ["debugSession", now],
    ],
    { kind: "debugSession", at: now },
  ],
  [
    "a command while a task runs",
    [
      ["task", now],
      ["terminalCommand", now + 5000],
    ],
    { kind: "terminalCommand", at: now + 5000 },
  ],
];

for (const [what, times, last] of begun)
  test(`the last run is that of ${what}`, () => assert.deepEqual(lastRun(new Map(times)), last));
