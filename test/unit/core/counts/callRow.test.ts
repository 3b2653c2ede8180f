import assert from "node:assert/strict";
import { test } from "node:test";
import { allCalls } from "../../../../src/core/counts/callCondition.ts";
import {
  type CallNotice,
  callNoticeRow,
  callRows,
  callTooltip,
  callTreeRow,
} from "../../../../src/core/counts/callRow.ts";
import { faultText } from "../../../../src/core/failures/faultText.ts";
import type { Call } from "../../../../src/core/query/call.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { turn } from "../conversations/turns.ts";

process.env.TZ = "UTC";
const formats = createFormats("en");
const now = Date.UTC(2026, 10, 3, 12);
const rowOf = (facts: Partial<Call> = {}, words = "") =>
  ({
    kind: "call",
    countId: "n",
    call: turn("c", { startedAt: now - 300_000, endedAt: now - 298_500, ...facts }),
    words,
    isAlike: false,
  }) as const;
const row = (facts?: Partial<Call>, words?: string) => {
  const { label, description, icon, spoken, contextValue } = callTreeRow(rowOf(facts, words), formats, now);
  return [label, description, icon?.id, spoken, contextValue];
};
const fault = { kind: "unreachable", code: "ECONNREFUSED" } as const;
const notice = (given: CallNotice) => {
  const { command, ...rest } = callNoticeRow(given, formats);
  return { ...rest, click: command?.command ?? null };
};
const failed = (listed: "none" | "parts" | "older") => notice({ kind: "callsFailed", countId: "n", fault, listed });
const refund: Partial<Call> = {
  op: "weave:///acme/desk/op/issue_refund:abc",
  status: "error",
  exception: 'Traceback (most recent call last):\n  File "a.py", line 1\nTimeout: no response after 8 s\n',
};

const cases: readonly (readonly [name: string, said: unknown, expected: unknown])[] = [
  ["a call", row(), ["5m  answer", "1.5s", "pass", "Call answer, 1.5s, 5m ago", "call.thread"]],
  [
    "a call with words",
    row({}, "Where is my order 4711?"),
    [
      "5m  answer: Where is my order 4711?",
      "1.5s",
      "pass",
      "Call answer: Where is my order 4711?, 1.5s, 5m ago",
      "call.thread",
    ],
  ],
  [
    "a call of an op with a long name",
    row({ op: "openai.chat.completions.create" }, "Where?")[0],
    "5m  openai.chat.completions…: Where?",
  ],
  ["a call with a display name", row({ displayName: "Reply" })[0], "5m  Reply"],
  [
    "a call that failed",
    row(refund, "Refund 12 €"),
    [
      "5m  issue_refund: Timeout: no response after 8 s",
      "1.5s",
      "error",
      "Call issue_refund: Timeout: no response after 8 s, error, 1.5s, 5m ago",
      "call.thread.error",
    ],
  ],
  [
    "a call that is running, outside threads",
    row({ status: "running", endedAt: null, conversation: null, turnId: null }),
    ["5m  answer", "", "sync", "Call answer, running, 5m ago", "call"],
  ],
  ["a call with a failed one inside", row({ status: "descendant_error" })[2], "warning"],
  [
    "the tooltip of a call",
    callTooltip(rowOf({}, "Where is it?"), formats),
    [
      "Where is it?",
      "Status: success",
      "Duration: 1.5s",
      "Started: Nov 3, 2026, 11:55:00 AM",
      "Ended: Nov 3, 2026, 11:55:01 AM",
      "Op: answer",
      "Storage: 100 bytes",
      "Thread: t",
      "Call: c",
    ],
  ],
  [
    "the tooltip of a call that failed, outside threads",
    callTooltip(rowOf({ ...refund, conversation: null }), formats).filter((line) => /^(Thread|Exception)/.test(line)),
    ["Exception: Timeout: no response after 8 s"],
  ],
  [
    "calls that are loading",
    notice({ kind: "callsLoading", countId: "n" }),
    {
      id: "calls/n",
      label: "Loading calls…",
      spoken: "Loading calls…",
      icon: { id: "loading~spin" },
      contextValue: "notice",
      click: null,
    },
  ],
  [
    "a count without calls",
    notice({ kind: "noCalls", countId: "n" }),
    { id: "calls/n", label: "No calls", spoken: "No calls", contextValue: "notice", click: null },
  ],
  [
    "more calls",
    notice({ kind: "moreCalls", countId: "n" }),
    {
      id: "calls/n",
      label: "Load more",
      spoken: "Load more",
      icon: { id: "ellipsis" },
      isButton: true,
      tooltip: "Load the next 50 calls",
      contextValue: "notice",
      click: "weaveThreads.loadMoreCalls",
    },
  ],
  [
    "calls that failed to load",
    failed("none"),
    {
      id: "calls/n",
      label: "Calls not loaded. Retry",
      description: "Connection refused",
      icon: { id: "warning", color: "list.warningForeground" },
      spoken: `Calls not loaded. Retry: ${faultText(fault)}`,
      isButton: true,
      tooltip: faultText(fault),
      contextValue: "notice.failed",
      click: "weaveThreads.retryCalls",
    },
  ],
  ["a part of the calls", failed("parts").label, "Incomplete. Retry"],
  ["outdated calls", failed("older").label, "Not refreshed. Retry"],
];

for (const [name, said, expected] of cases) test(`what is shown of ${name}`, () => assert.deepEqual(said, expected));

test("calls that begin alike have labels that begin where they differ", () => {
  const calls = ["8841", "8842"].map((order) => turn(order, { op: "openai.chat.completions.create", startedAt: now }));
  const words = new Map(calls.map(({ id }) => [id, `Where is my order ${id}?`]));
  const rows = callRows("n", {
    kind: "shown",
    value: { requested: { id: "n", conditions: allCalls, most: 50 }, calls, words, more: false, asOf: now },
    at: now,
  });
  assert.deepEqual(
    rows.map((each) => each.kind === "call" && callTreeRow(each, formats, now).label),
    ["8841", "8842"].map((order) => `0s  …is my order ${order}? · openai.chat.completions…: Where`),
  );
});
