import assert from "node:assert/strict";
import { test } from "node:test";
import { callItem, noCallsText, noneText } from "../../../../src/core/opNavigation/opText.ts";
import type { Call } from "../../../../src/core/query/call.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { turn } from "../conversations/turns.ts";

const formats = createFormats("en");
const none = { open: true, files: 12_000, cut: false };

process.env.TZ = "UTC";
const start = Date.UTC(2026, 10, 3, 12);
const row = (facts: Partial<Call>) =>
  callItem(turn("c", { startedAt: start, endedAt: start + 1500, ...facts }), formats);

type Case = readonly [name: string, said: unknown, expected: unknown];

const opsCases: readonly Case[] = [
  ["an op without calls", noCallsText("predict"), "No calls to predict in this project."],
  [
    "an op without a folder",
    noneText("predict", { ...none, open: false }, formats),
    "Open a folder to find the definition of op predict.",
  ],
  [
    "an op in none of the first files",
    noneText("predict", { ...none, cut: true }, formats),
    "Op predict is not defined in the first 12,000 source files of the workspace. The other files were not searched.",
  ],
  [
    "an op that is not in the workspace",
    noneText("predict", none, formats),
    "Op predict is not defined in the workspace. It may be defined in a library or another folder.",
  ],
  [
    "a call that succeeded",
    row({ status: "success" }),
    { label: "$(pass) Nov 3, 2026, 12:00:00 PM", description: "1.5s · success · thread t" },
  ],
  [
    "a call that failed",
    row({ status: "error" }),
    { label: "$(error) Nov 3, 2026, 12:00:00 PM", description: "1.5s · error · thread t" },
  ],
  [
    "a call with a failed call inside",
    row({ status: "descendant_error" }),
    { label: "$(warning) Nov 3, 2026, 12:00:00 PM", description: "1.5s · failed call inside · thread t" },
  ],
  [
    "a call that is running",
    row({ status: "running", endedAt: null, conversation: null }),
    { label: "$(sync) Nov 3, 2026, 12:00:00 PM", description: "running · no thread" },
  ],
];

for (const [name, said, expected] of opsCases) {
  test(name, () => assert.deepEqual(said, expected));
}
