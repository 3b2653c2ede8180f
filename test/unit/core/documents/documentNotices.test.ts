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
  ["an address of no document", foreignAddressText(), "This address names no document of a call."],
  [
    "a document that is too large",
    failureText(tooLong, formats),
    "The document is larger than 67.1 MB, the most that is loaded. It can be read in the web page of Weave.",
  ],
  [
    "a document that the service refused",
    failureText(new ServiceError({ kind: "notFound", detail: "" }), formats),
    "The service did not find it. Check the project.",
  ],
  ["a document that is not there", failureText(new UserError("The call is gone."), formats), "The call is gone."],
  ["a document that was given up", failureText(cancelled, formats), "Loading was given up."],
  ["a document with a bug", failureText(new Error("bug"), formats), "Something went wrong. The log has the details."],
  ["a whole thread", leftOutText({ turns: [], leftOut: 0, more: false }, formats), null],
  [
    "a thread with turns left out",
    leftOutText({ turns: [], leftOut: 3, more: false }, formats),
    "Only the first 0 turns are here, and 3 later ones are left out: at most 2,000 turns or 50 MB are loaded.",
  ],
  [
    "a thread with more turns than are counted",
    leftOutText({ turns: [], leftOut: 3, more: true }, formats),
    "Only the first 0 turns are here; later ones are left out: at most 2,000 turns or 50 MB are loaded.",
  ],
];

for (const [name, said, expected] of documentsCases) {
  test(name, () => assert.deepEqual(said, expected));
}
