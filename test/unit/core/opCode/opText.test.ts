import assert from "node:assert/strict";
import { test } from "node:test";
import { noneText, statusWords } from "../../../../src/core/opCode/opText.ts";

const none = { open: true, files: 12, cut: false };

type Case = readonly [name: string, said: unknown, expected: unknown];

const opsCases: readonly Case[] = [
  [
    "an op without a folder",
    noneText("predict", { ...none, open: false }),
    "No folder is open in which the function of the op predict could be.",
  ],
  [
    "an op in none of the first files",
    noneText("predict", { ...none, cut: true }),
    "No op predict is defined in the first 12 source files of the workspace; the others were not read.",
  ],
  [
    "an op that is not in the workspace",
    noneText("predict", none),
    "No op predict is defined in the workspace. It may be that of a library, or be kept elsewhere.",
  ],
  ["a call that succeeded", statusWords("success"), ["pass", "success"]],
  ["a call that failed", statusWords("error"), ["error", "error"]],
  ["a call with a failure below it", statusWords("descendantError"), ["warning", "error below"]],
  ["a call that is running", statusWords("running"), ["sync", "running"]],
];

for (const [name, said, expected] of opsCases) {
  test(name, () => assert.deepEqual(said, expected));
}
