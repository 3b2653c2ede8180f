import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorRow } from "../../../../src/core/errors/errorRow.ts";
import {
  coveredText,
  type ErrorsCovered,
  errorItem,
  errorName,
  errorsLeftOutText,
  firstText,
  groupCountText,
  moreText,
  noErrorsText,
  pickTitle,
  shareText,
} from "../../../../src/core/errors/errorText.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { createFormats } from "../../../../src/core/text/format.ts";

process.env.TZ = "UTC";
const formats = createFormats("en");
const now = Date.UTC(2026, 10, 3, 12);
const thisYear = Date.UTC(new Date().getUTCFullYear(), 10, 3, 12);
const plain: ErrorRow = {
  op: "weave:///acme/desk/op/issue_refund:*",
  type: "PaymentGatewayTimeout",
  headline: "PaymentGatewayTimeout: no answer",
  count: 12,
  isExact: true,
  opCalls: 412,
  first: now - 3_600_000,
  last: now - 300_000,
  conversations: [{ conversation: threadKey("support/1") }],
  conversationCount: 1,
};
const all: ErrorsCovered = { read: 48, reach: "all", total: 48, counting: false };
const latest: ErrorsCovered = { read: 1000, reach: "latest", total: 5230, counting: false };
const part = { isExact: false };
const count = (row: Partial<ErrorRow>, covered = all) => groupCountText({ ...plain, ...row }, covered, formats);
const share = (row: Partial<ErrorRow>, covered = all) => shareText({ ...plain, ...row }, covered, formats);
const covered = (given: Partial<ErrorsCovered>) => coveredText({ ...all, ...given }, "Last 7 days", formats);
const item = (row: Partial<ErrorRow>, given = all) => errorItem({ ...plain, ...row }, given, formats, now);
const hostile = "$(zap) [a](command:quit) \u202etxet";

const cases: readonly (readonly [name: string, said: unknown, expected: unknown])[] = [
  ["the name of an error", errorName(plain), "issue_refund: PaymentGatewayTimeout"],
  ["the name of an error of a bare op without a type", errorName({ op: "predict", type: "" }), "predict: unknown"],
  ["an exact count", count({}), "12"],
  ["the count of a part", count(part, latest), "12 of the latest 1,000"],
  ["an exact count among the latest", count({}, latest), "12"],
  ["a count so far", count(part, { ...all, reach: "some" }), "12"],
  ["a share", share({ opCalls: 400 }), "3% of 400 calls"],
  ["a share with a fraction", share({}), "2.9% of 412 calls"],
  ["the share of the only call", share({ count: 1, opCalls: 1 }), "100% of 1 call"],
  ["a tiny share", share({ count: 1, opCalls: 1_000_000 }), "<0.1% of 1,000,000 calls"],
  ["a share of nearly all", share({ count: 99_999, opCalls: 100_000 }), ">99.9% of 100,000 calls"],
  ["a share of fewer calls than failed meanwhile", share({ count: 5, opCalls: 4 }), "100% of 4 calls"],
  ["the least share of a part", share({ ...part, opCalls: 400 }, latest), "3% or more of 400 calls"],
  ["a share being counted", share({ opCalls: null }, { ...all, counting: true }), "…"],
  ["a share that was not counted", share({ opCalls: null }), "unknown"],
  ["first seen", firstText({ ...plain, first: thisYear + 59_999 }, formats), "Nov 3, 12:00 PM"],
  ["first seen in a part", firstText({ ...plain, ...part, first: thisYear }, formats), "Nov 3, 12:00 PM or earlier"],
  [
    "first seen in another year",
    firstText({ ...plain, first: Date.UTC(2020, 1, 2) }, formats),
    "Feb 2, 2020, 12:00 AM",
  ],
  ["all failed calls", covered({}), "48 failed calls · Last 7 days"],
  ["the only failed call", covered({ read: 1, total: 1 }), "1 failed call · Last 7 days"],
  ["failed calls so far", covered({ reach: "some", total: null }), "48 failed calls so far · Last 7 days"],
  ["one failed call so far", covered({ read: 1, reach: "some", total: null }), "1 failed call so far · Last 7 days"],
  ["the latest failed calls", covered(latest), "Latest 1,000 of 5,230 failed calls · Last 7 days"],
  ["the latest of unknown many", covered({ ...latest, total: null }), "Latest 1,000 failed calls · Last 7 days"],
  ["all errors are listed", errorsLeftOutText(3, 3, formats), ""],
  [
    "errors that are not listed",
    errorsLeftOutText(50, 1200, formats),
    "The 50 most frequent of 1,200 errors are listed.",
  ],
  ["all conversations are listed", moreText(plain, formats), ""],
  ["conversations that are not listed", moreText({ ...plain, conversationCount: 1201 }, formats), "1,200 more…"],
  ["no errors", noErrorsText(), "No failed calls in this time range."],
  [
    "the list's title at first",
    pickTitle("acme/desk", null, "Last 7 days", formats),
    "Errors in acme/desk · Last 7 days",
  ],
  [
    "the list's title",
    pickTitle("acme/desk", all, "Last 7 days", formats),
    "Errors in acme/desk · 48 failed calls · Last 7 days",
  ],
  [
    "a row",
    item({ opCalls: 400 }),
    {
      label: "$(error) 12 calls  issue_refund: PaymentGatewayTimeout",
      description: "3% · last 5m ago",
      detail: "PaymentGatewayTimeout: no answer",
    },
  ],
  ["a row that is being counted", item({ count: 1, opCalls: null }).description, "last 5m ago"],
  [
    "a row of a part",
    item({ ...part, opCalls: 400 }, latest).description,
    "12 of the latest 1,000 failed calls · 3% or more · last 5m ago",
  ],
  [
    "untrusted text in a row",
    item({ op: hostile, type: hostile, headline: hostile, opCalls: 400 }),
    {
      label: "$(error) 12 calls  \\$(zap) [a](command:quit) ‹U+202E›txet: \\$(zap) [a](command:quit) ‹U+202E›txet",
      description: "3% · last 5m ago",
      detail: "\\$(zap) [a](command:quit) ‹U+202E›txet",
    },
  ],
];

for (const [name, said, expected] of cases) {
  test(name, () => assert.deepEqual(said, expected));
}
