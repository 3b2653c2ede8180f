import assert from "node:assert/strict";
import { test } from "node:test";
import type { CountFileState, FileCount } from "../../../../src/core/counts/fileCount.ts";
import {
  adviceWords,
  fileCountProblem,
  lensTexts,
  otherProjectText,
  outcomeText,
} from "../../../../src/core/counts/fileCountText.ts";
import type { AdviceKind } from "../../../../src/core/counts/queryAdvice.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import { faultText } from "../../../../src/core/failures/faultText.ts";
import type { CallCount } from "../../../../src/core/query/callQuery.ts";
import type { Query } from "../../../../src/core/query/expression.ts";
import { createFormats } from "../../../../src/core/text/format.ts";

process.env.TZ = "UTC";
const formats = createFormats("en");
const fault: Fault = { kind: "unreachable", code: "ECONNREFUSED" };
const refused = faultText(fault);
const warned: Query = {
  $expr: { $eq: [{ $convert: { input: { $getField: "summary.weave.latency_ms" }, to: "double" } }, { $literal: 1 }] },
};
const said = (outcome: FileCount, problems = 0) => outcomeText(outcome, problems, formats);
const counted = (count: Partial<CallCount> = {}, query?: Query, project: "acme/shop" | null = null) =>
  said({
    kind: "counted",
    count: { count: 1234, hasMore: false, storageSize: null, rewritten: [], ...count },
    query: { project, ...(query && { query }) },
    project: project ?? "acme/desk",
  });
const ended = (edited: boolean): CountFileState => ({
  kind: "ended",
  outcome: { kind: "refused", issues: [] },
  problems: 1,
  at: Date.UTC(2026, 10, 3, 12),
  edited,
});
const failedWith = (why: Fault): CountFileState => ({
  kind: "ended",
  outcome: { kind: "failed", fault: why, query: { project: null } },
  problems: 0,
  at: Date.UTC(2026, 10, 3, 12),
  edited: false,
});
const lenses = (state: CountFileState) =>
  lensTexts(state, "acme/desk", formats).map(({ title, command, tooltip = "" }) => [title, command, tooltip]);
const countedIn = (project: "acme/desk" | "acme/shop"): CountFileState => ({
  kind: "ended",
  outcome: {
    kind: "counted",
    count: { count: 1, hasMore: false, storageSize: null, rewritten: [] },
    query: { project },
    project,
  },
  problems: 0,
  at: Date.UTC(2026, 10, 3, 12),
  edited: false,
});
const run = ["$(play) Count calls", "weaveThreads.runCountFile", ""];
const advice = (kind: AdviceKind, field = "inputs.a") => adviceWords({ kind, field, path: [], instead: null });

type Case = readonly [name: string, said: unknown, expected: unknown];

const outcomesCases: readonly Case[] = [
  ["a file that was counted", counted(), { text: "1,234 calls", notes: ["Project: acme/desk"] }],
  [
    "a file that names its project",
    counted({}, undefined, "acme/shop"),
    { text: "1,234 calls in acme/shop", notes: ["Project: acme/shop"] },
  ],
  [
    "a file that was counted in an older form",
    counted({ rewritten: ["$containsToken"] }),
    {
      text: "1,234 calls · $containsToken rewritten for this service",
      notes: [
        "Project: acme/desk",
        "The service does not support $containsToken. The query was rewritten and may count calls without a value differently.",
      ],
    },
  ],
  [
    "a file whose calls were listed",
    counted({ listed: true }),
    { text: "1,234 calls · this service cannot count through refs", notes: ["Project: acme/desk"] },
  ],
  [
    "a file that was counted with a warning",
    counted({}, warned),
    {
      text: "1,234 calls · sent as written with 1 warning",
      notes: ["Project: acme/desk", "This value is already a number. The service rejects the conversion."],
    },
  ],
  ["a file that is no JSON", said({ kind: "notJson" }), { text: "Not counted: invalid JSON", notes: [] }],
  [
    "a file with one problem",
    said({ kind: "refused", issues: [] }, 1),
    { text: "Not counted: 1 problem in this file", notes: ["The request was not sent."] },
  ],
  [
    "a file with problems",
    said({ kind: "refused", issues: [] }, 12),
    { text: "Not counted: 12 problems in this file", notes: ["The request was not sent."] },
  ],
  [
    "a file that the service refused",
    said({ kind: "failed", fault, query: { project: null } }, 1),
    { text: "Not counted: 1 problem in this file", notes: ["The request was rejected by the service."] },
  ],
  [
    "a file that failed",
    said({ kind: "failed", fault, query: { project: null } }),
    { text: `Not counted: ${refused}`, notes: [] },
  ],
  ["a problem with its message", fileCountProblem(["Wrong."], []), "Wrong."],
  [
    "a problem with the keys that are expected",
    fileCountProblem(["Wrong."], ["a", "b"]),
    "Wrong.\nExpected one of: a, b",
  ],
];

const lensesCases: readonly Case[] = [
  ["a file that was not run", lenses({ kind: "idle" }), [run]],
  [
    "a file that is running",
    lenses({ kind: "counting" }),
    [
      ["$(loading~spin) Counting…", "", ""],
      ["Cancel", "weaveThreads.cancelCountFile", ""],
    ],
  ],
  [
    "a file with a result",
    lenses(ended(false)),
    [
      run,
      ["Not counted: 1 problem in this file · 12:00:00 PM", "", "The request was not sent.\nNov 3, 2026, 12:00:00 PM"],
    ],
  ],
  [
    "a file whose count can be helped",
    lenses(failedWith({ kind: "unsafe", danger: "machineTls" })).at(-1),
    ["Open Certificate Setting", "weaveThreads.openProxySetting", ""],
  ],
  [
    "a file whose count can only be run again",
    lenses(failedWith({ kind: "timeout", phase: "body", milliseconds: 1 })).length,
    2,
  ],
  [
    "a file that was edited since",
    lenses(ended(true))[1]?.[0],
    "Not counted: 1 problem in this file · 12:00:00 PM · outdated",
  ],
  [
    "a file that was counted",
    lenses(countedIn("acme/desk")).slice(2),
    [["Show Calls", "weaveThreads.showCountFileCalls", ""]],
  ],
  ["a file that was counted in another project than the window's", lenses(countedIn("acme/shop")).slice(2), []],
  [
    "why the calls of such a file are not shown",
    otherProjectText("acme/shop"),
    "This file counts calls in acme/shop. Switch to that project to show them.",
  ],
];

const adviceCases: readonly Case[] = [
  [
    "a number that is converted",
    advice("numberCast"),
    { problem: "This value is already a number. The service rejects the conversion.", fix: "Remove Conversion" },
  ],
  [
    "a text that may be escaped",
    advice("escapedText"),
    {
      problem:
        "This text may not match in inputs.a because its characters can be escaped in the stored JSON. Convert the field to a string.",
      fix: "Convert Field to String",
    },
  ],
  [
    "a text without quotes",
    advice("unquotedText"),
    {
      problem:
        "This text may not match in inputs.a because its characters can be escaped in the stored JSON. Convert the field to a string.",
      fix: "Convert Field to String",
    },
  ],
  [
    "a boolean that is converted",
    advice("booleanCast"),
    {
      problem: "JSON true and false in inputs.a convert to null. Compare the field with a boolean literal.",
      fix: "Compare with Boolean Literal",
    },
  ],
  [
    "a value that always exists",
    advice("alwaysExists"),
    {
      problem: "inputs.a always exists because a missing value is read as an empty string. Check that it is not empty.",
      fix: "Check for Non-Empty String",
    },
  ],
  [
    "an internal id",
    advice("internalId", "wb_user_id"),
    {
      problem: "In expressions, wb_user_id is an internal ID and matches nothing. Use filter.wb_user_ids instead.",
      fix: "",
    },
  ],
  [
    "the internal id of the project",
    advice("internalId", "project_id"),
    {
      problem:
        "In expressions, project_id is an internal ID and matches nothing. Set the top-level project_id key instead.",
      fix: "",
    },
  ],
];

for (const [name, said, expected] of [...outcomesCases, ...lensesCases, ...adviceCases]) {
  test(name, () => assert.deepEqual(said, expected));
}
