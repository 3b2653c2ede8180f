import assert from "node:assert/strict";
import { test } from "node:test";
import { allCalls } from "../../../../src/core/counts/callCondition.ts";
import type { ShownCount } from "../../../../src/core/counts/watchedCounts.ts";
import { formatDetail, formatFilters, formatName } from "../../../../src/core/export/exportFormat.ts";
import {
  brokenOffText,
  canceledText,
  copiedIdsText,
  countsText,
  errorsRow,
  exportedCallsText,
  exportedText,
  exportLeavingText,
  exportLeftText,
  fileNameText,
  matchingRow,
  noCallText,
  noCountText,
  noIdsText,
  noThreadText,
  notOpenText,
  onlyErrorsText,
  whichText,
  writtenText,
} from "../../../../src/core/export/exportNotices.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { thread } from "../conversations/threads.ts";

const formats = createFormats("en");
const fault = { kind: "notFound", detail: "" } as const;
const count = { count: 1, hasMore: false, storageSize: null, rewritten: [] };
const of = (load: ShownCount["load"]): ShownCount => ({
  saved: { id: "a", name: "a", conditions: allCalls },
  load,
  change: null,
  isTemporary: false,
  inStatusBar: false,
});
const shown = of({ kind: "shown", value: count, at: 0 });

type Case = readonly [name: string, said: unknown, expected: unknown];

const threadsCases: readonly Case[] = [
  [
    "exported threads",
    exportedText({ rows: "1,200 threads", name: "threads.csv", which: "Last 7 days", bytes: 34_000 }, formats),
    "Exported 1,200 threads to threads.csv (Last 7 days, 34 kB).",
  ],
  [
    "one exported thread",
    exportedText({ rows: "1 thread", name: "threads.csv", which: "no filter", bytes: 120 }, formats),
    "Exported 1 thread to threads.csv (no filter, 120 bytes).",
  ],
  ["an export that failed before its first row", brokenOffText("", "threads.csv"), "threads.csv was not written."],
  [
    "an export that failed after rows",
    brokenOffText("1,200 threads", "threads.csv"),
    "threads.csv was not written: the export failed after 1,200 threads.",
  ],
  [
    "no thread to export",
    noThreadText("Last 7 days", "threads.csv"),
    "No threads to export (Last 7 days). threads.csv was not written.",
  ],
  ["no call to export", noCallText("op is a", "calls.csv"), "No calls to export (op is a). calls.csv was not written."],
  ["one copied ID", copiedIdsText(1, false, formats), "1 ID copied"],
  ["copied IDs of all calls", copiedIdsText(1200, false, formats), "1,200 IDs copied"],
  [
    "copied IDs of the latest calls",
    copiedIdsText(10_000, true, formats),
    "IDs of the latest 10,000 calls copied. There are more calls.",
  ],
  ["no IDs to copy", noIdsText("op is a"), "No IDs to copy (op is a)."],
  [
    "calls in privacy mode",
    exportedCallsText(true).withDocuments.detail,
    "Inputs and outputs are empty in privacy mode.",
  ],
  [
    "calls without and with their documents",
    exportedCallsText(false),
    {
      plain: { label: "Calls", detail: "One row per call with op, IDs, times, status, exception and tokens" },
      withDocuments: {
        label: "Calls with Inputs and Outputs",
        detail: "Also includes the inputs and output of each call. Files can be large.",
      },
    },
  ],
  ["an export that was cancelled", canceledText("threads.csv"), "Export canceled: threads.csv was not written"],
  [
    "an export whose project was left",
    exportLeftText("threads.csv"),
    "threads.csv was not written: the project or account changed during the export.",
  ],
  [
    "an export whose project is not open",
    notOpenText("threads.csv", "acme/desk"),
    "threads.csv was not written: acme/desk is not open in this window. Open the project and retry.",
  ],
  [
    "the row for threads with errors",
    errorsRow({ threads: ["a", "b", "c"].map(thread), reach: "checked", checked: 1200 }, formats),
    { label: "Threads with Errors", detail: "3 with errors of 1,200 checked" },
  ],
  [
    "the row for all threads",
    matchingRow("Last 7 days"),
    { label: "All Threads Matching the Filter", detail: "Last 7 days; including threads that are not loaded" },
  ],
  ["threads that match a filter", whichText("Last 7 days"), "Last 7 days"],
  ["threads without a filter", whichText(""), "no filter"],
  ["threads with errors", onlyErrorsText("Last 7 days"), "Last 7 days, errors only"],
  [
    "a link out of the workspace",
    exportLeavingText("out/a.csv", "/etc/[x](command:y)"),
    "“out/a.csv” in this workspace is a link. The file will be saved in /etc/[x] (command:y).",
  ],
  ["the name of a file", fileNameText("[a](command:b)"), "[a] (command:b)"],
  ["a file without a name", fileNameText(""), "the file"],
];

const countsCases: readonly Case[] = [
  ["exported counts", writtenText([shown, shown], 0, "counts.csv", formats), "Exported 2 counts to counts.csv."],
  ["one exported count", writtenText([shown], 0, "counts.csv", formats), "Exported 1 count to counts.csv."],
  [
    "exported counts, some without a number",
    writtenText([shown, of({ kind: "failed", fault })], 0, "counts.csv", formats),
    "Exported 2 counts to counts.csv. Not counted because of errors: 1.",
  ],
  [
    "exported counts, some with an earlier number",
    writtenText([shown, of({ kind: "stale", value: count, at: 0, fault })], 0, "counts.csv", formats),
    "Exported 2 counts to counts.csv. Outdated because the refresh failed: 1.",
  ],
  [
    "exported counts, some left out",
    writtenText([shown], 2, "counts.csv", formats),
    "Exported 1 count to counts.csv. Skipped (saved by another version of this extension): 2.",
  ],
  ["no count to export", noCountText("acme/desk"), "No saved counts in acme/desk."],
  ["no count, with no project selected", noCountText(null), "No saved counts in this project."],
  ["counts so far", countsText(1200, formats), "1,200 counts"],
];

const formatsCases: readonly Case[] = [
  [
    "CSV",
    [formatName("csv"), formatDetail("csv")],
    ["CSV", "For spreadsheets. Cells that look like formulas are escaped."],
  ],
  ["JSON", [formatName("json"), formatDetail("json")], ["JSON", "One array. Values are exported unchanged."]],
  [
    "JSON Lines",
    [formatName("jsonl"), formatDetail("jsonl")],
    ["JSON Lines", "One object per line. Values are exported unchanged."],
  ],
  [
    "the formats in a save dialog, the chosen one first",
    Object.entries(formatFilters("json")),
    [
      ["JSON", ["json"]],
      ["CSV", ["csv"]],
      ["JSON Lines", ["jsonl", "ndjson"]],
    ],
  ],
];

for (const [name, said, expected] of [...threadsCases, ...countsCases, ...formatsCases]) {
  test(name, () => assert.deepEqual(said, expected));
}
