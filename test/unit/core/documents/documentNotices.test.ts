import assert from "node:assert/strict";
import { test } from "node:test";
import { failureText, foreignAddressText, leftOutText } from "../../../../src/core/documents/documentNotices.ts";
import { ServiceError, tooLongRecord } from "../../../../src/core/failures/fault.ts";
import { UserError } from "../../../../src/core/failures/userError.ts";
import { createFormats } from "../../../../src/core/text/format.ts";

const formats = createFormats("en");
const cancelled = Object.assign(new Error("no"), { name: "AbortError" });
const tooLong = new ServiceError({ kind: "malformed", line: null, rowsBefore: 0, detail: `${tooLongRecord} 1 MB` });

type Case = readonly [name: string, said: unknown, expected: unknown];

const documentsCases: readonly Case[] = [
  ["an invalid document URI", foreignAddressText(), "Invalid call document URI."],
  [
    "a document that is too large",
    failureText(tooLong, formats),
    "The document is larger than 67.1 MB and was not loaded. Open it in the browser instead.",
  ],
  [
    "a document request that failed",
    failureText(new ServiceError({ kind: "notFound", detail: "" }), formats),
    "Project not found. Select another project.",
  ],
  ["a document that does not exist", failureText(new UserError("The call is gone."), formats), "The call is gone."],
  ["a document whose loading was canceled", failureText(cancelled, formats), "Loading canceled."],
  ["a document with a bug", failureText(new Error("bug"), formats), "Something went wrong. See the log for details."],
  ["a whole thread", leftOutText({ turns: [], leftOut: 0, more: false }, formats), null],
  [
    "a thread with omitted turns",
    leftOutText({ turns: [], leftOut: 3, more: false }, formats),
    "Only the first 0 turns are shown and 3 later turns are omitted. The limit is 2,000 turns or 50 MB.",
  ],
  [
    "a thread with an unknown number of omitted turns",
    leftOutText({ turns: [], leftOut: 3, more: true }, formats),
    "Only the first 0 turns are shown. The limit is 2,000 turns or 50 MB.",
  ],
];

for (const [name, said, expected] of documentsCases) {
  test(name, () => assert.deepEqual(said, expected));
}
