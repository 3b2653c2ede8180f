import assert from "node:assert/strict";
import { test } from "node:test";
import {
  contentText,
  documentFailureText,
  documentProblemText,
  foreignAddressText,
  leftOutText,
  loadingText,
} from "../../../../src/core/documents/documentNotices.ts";
import { ServiceError, tooLongRecord, UserError } from "../../../../src/core/failures/fault.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { call } from "../conversation/calls.ts";

const project = "acme/desk";
const service = "https://a.example";
const formats = createFormats("en");
const turns = [{ call: call("answer"), documents: { inputs: {}, output: null } }];
const cancelled = Object.assign(new Error("no"), { name: "AbortError" });
const tooLong = new ServiceError({ kind: "malformed", line: null, rowsBefore: 0, detail: tooLongRecord(1e6) });

type Case = readonly [name: string, said: unknown, expected: unknown];

const documentsCases: readonly Case[] = [
  ["an invalid document URI", foreignAddressText(), "Invalid call document URI."],
  ["a document with text", contentText("{}\n"), "{}\n"],
  ["a call without an exception", contentText(""), "This call has no exception.\n"],
  [
    "a document that is too large",
    documentFailureText(tooLong, formats),
    "The document is larger than 67.1 MB and was not loaded. Open it in the browser instead.",
  ],
  [
    "a document request that failed",
    documentFailureText(new ServiceError({ kind: "notFound", detail: "" }), formats),
    "Project not found. Select another project.",
  ],
  [
    "a document that does not exist",
    documentFailureText(new UserError("The call is gone."), formats),
    "The call is gone.",
  ],
  ["a document whose loading was canceled", documentFailureText(cancelled, formats), "Loading canceled."],
  [
    "a document with a bug",
    documentFailureText(new Error("bug"), formats),
    "Something went wrong. See the log for details.",
  ],
  ["a document that loads", loadingText("/acme/desk/a c1/inputs of a.json"), "Loading inputs of a.json (a c1)"],
  [
    "a call that does not exist",
    documentProblemText({ kind: "missingCall", project }),
    "Call not found in project acme/desk. It may have been deleted.",
  ],
  [
    "a thread without turns",
    documentProblemText({ kind: "emptyThread", project }),
    "This thread has no turns in project acme/desk.",
  ],
  [
    "a document while signed out",
    documentProblemText({ kind: "signedOut", project, service }),
    "This document belongs to project acme/desk at https://a.example. Sign in there to open it.",
  ],
  [
    "a document of another project",
    documentProblemText({ kind: "otherProject", project, service }),
    "This document belongs to project acme/desk at https://a.example. Switch to that project to open it.",
  ],
  ["a whole thread", leftOutText({ turns, leftOut: 0, more: false }, formats), null],
  [
    "a thread with omitted turns",
    leftOutText({ turns, leftOut: 3, more: false }, formats),
    "Showing the first 1 of 4 turns. The limit is 2,000 turns or 50 MB.",
  ],
  [
    "a thread with an unknown number of omitted turns",
    leftOutText({ turns, leftOut: 3, more: true }, formats),
    "Showing the first 1 turn. The limit is 2,000 turns or 50 MB.",
  ],
];

for (const [name, said, expected] of documentsCases) {
  test(name, () => assert.deepEqual(said, expected));
}
