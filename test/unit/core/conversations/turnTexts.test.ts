import assert from "node:assert/strict";
import { test } from "node:test";
import { turnTooltip } from "../../../../src/core/conversations/threadTooltip.ts";
import { type TurnNotice, turnNoticeRow, turnTreeRow } from "../../../../src/core/conversations/turnRow.ts";
import { faultText } from "../../../../src/core/failures/faultText.ts";
import type { Call } from "../../../../src/core/query/call.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { thread } from "./threads.ts";
import { turn } from "./turns.ts";

process.env.TZ = "UTC";
const formats = createFormats("en");
const now = Date.UTC(2026, 10, 3, 12);
const finished: Partial<Call> = { startedAt: now - 300_000, endedAt: now - 298_500 };
const rowOf = (facts: Partial<Call> = {}, words: string | null = "Where is my order?") =>
  ({
    kind: "turn",
    turn: turn("turn-1", { ...finished, ...facts }),
    words,
    isAlike: false,
    failure: null,
    thread: thread("t"),
    section: "list" as const,
  }) as const;
const row = (facts?: Partial<Call>, words?: string | null) =>
  turnTreeRow(rowOf(facts, words), { formats, now, seen: null });
const brief = (facts?: Partial<Call>, words?: string | null) => {
  const { label, description, icon, contextValue, spoken } = row(facts, words);
  return [label, description, icon, contextValue, spoken];
};
const tooltip = (facts?: Partial<Call>, words?: string | null) => turnTooltip(rowOf(facts, words), formats);
const longMessage = "I was charged twice for order 8841 and would like to have one back";
const fault = { kind: "unreachable", code: "ECONNREFUSED" } as const;
const refused = faultText(fault);
const within = { thread: thread("t"), section: "list" as const };
const notice = (row: TurnNotice) => {
  const { command, ...rest } = turnNoticeRow(row, formats);
  return { ...rest, click: command?.command ?? null };
};

const failure = turn("call-2", {
  op: "weave:///acme/desk/op/issue_refund:abc",
  exception: `Traceback (most recent call last):
  File "refunds.py", line 12, in issue_refund
    raise PaymentGatewayTimeout("no response after 8 s")
PaymentGatewayTimeout: no response after 8 s
`,
});

type Case = readonly [name: string, said: unknown, expected: unknown];

const rowsCases: readonly Case[] = [
  [
    "the row of a turn",
    row(),
    {
      isNew: false,
      id: "turn/turn-1",
      label: "5m  Where is my order?",
      description: "1.5s",
      icon: { id: "comment" },
      spoken: "Turn Where is my order?, 1.5s, 5m ago",
      contextValue: "turn",
      command: {
        command: "weaveThreads.openConversation",
        title: "Open Conversation",
        arguments: [{ threadId: "t", turnId: "turn-1", preserveFocus: true }],
      },
    },
  ],
  [
    "a turn that failed",
    brief({ status: "error" }),
    [
      "5m  Where is my order?",
      "error · 1.5s",
      { id: "error", color: "list.errorForeground" },
      "turn.error",
      "Turn Where is my order?, error, 1.5s, 5m ago",
    ],
  ],
  [
    "a turn that ended after the user's last look",
    [now - 298_501, now - 298_500].map((seen) => {
      const { isNew, spoken } = turnTreeRow(rowOf(), { formats, now, seen });
      return [isNew, spoken];
    }),
    [
      [true, "Turn Where is my order?, new, 1.5s, 5m ago"],
      [false, "Turn Where is my order?, 1.5s, 5m ago"],
    ],
  ],
  [
    "a turn with a failed call inside",
    brief({ status: "descendant_error" }),
    [
      "5m  Where is my order?",
      "failed call inside · 1.5s",
      { id: "warning", color: "list.warningForeground" },
      "turn.error",
      "Turn Where is my order?, failed call inside, 1.5s, 5m ago",
    ],
  ],
  [
    "a turn whose failing call is known has its op after its message",
    [longMessage, "Refund it"].map((words) => {
      const failed = { ...rowOf({ status: "descendant_error" }, words), failure };
      const { label, description } = turnTreeRow(failed, { formats, now, seen: null });
      return [label, description];
    }),
    [
      [`5m  ${longMessage}`, "issue_refund · 1.5s"],
      ["5m  Refund it", "issue_refund · 1.5s"],
    ],
  ],
  [
    "the tooltip of a turn whose failing call is known",
    turnTooltip({ ...rowOf({ status: "descendant_error" }), failure }, formats)[1],
    "Failed: issue_refund: PaymentGatewayTimeout: no response after 8 s",
  ],
  [
    "a turn that is running",
    brief({ status: "running", endedAt: null }),
    ["5m  Where is my order?", "running", { id: "sync" }, "turn", "Turn Where is my order?, running, 5m ago"],
  ],
  ["a turn whose text is loading", brief({}, null), ["5m  …", "1.5s", { id: "comment" }, "turn", "Turn, 1.5s, 5m ago"]],
  [
    "a turn without text is named after its op",
    brief({}, ""),
    ["5m  answer", "1.5s", { id: "comment" }, "turn", "Turn answer, 1.5s, 5m ago"],
  ],
  [
    "a turn without text is named after its display name",
    brief({ displayName: "answer" }, ""),
    ["5m  answer", "1.5s", { id: "comment" }, "turn", "Turn answer, 1.5s, 5m ago"],
  ],
  [
    "a turn without text or op name",
    brief({ op: " " }, ""),
    ["5m  (blank name)", "1.5s", { id: "comment" }, "turn", "Turn (blank name), 1.5s, 5m ago"],
  ],
];

const tooltipsCases: readonly Case[] = [
  [
    "the tooltip of a turn",
    tooltip(),
    [
      "Where is my order?",
      "Status: success",
      "Duration: 1.5s",
      "Started: Nov 3, 2026, 11:55:00 AM",
      "Ended: Nov 3, 2026, 11:55:01 AM",
      "Op: answer",
      "Storage: 100 bytes",
    ],
  ],
  [
    "the tooltip of a turn that is running, with an exception and no size",
    tooltip({ status: "running", endedAt: null, exception: "ValueError: no", storedBytes: null }, ""),
    ["Exception: ValueError: no", "Status: running", "Started: Nov 3, 2026, 11:55:00 AM", "Op: answer"],
  ],
  [
    "the tooltip of a turn with an exception as JSON",
    tooltip({ status: "error", exception: '{"type":"KeyError","message":"\'A-1\'","traceback":[]}' })[1],
    "Exception: KeyError: 'A-1'",
  ],
];

const noticesCases: readonly Case[] = [
  [
    "turns that are loading",
    notice({ kind: "turnsLoading", ...within }),
    {
      id: "turnsLoading/thread:t",
      label: "Loading turns…",
      spoken: "Loading turns…",
      icon: { id: "loading~spin" },
      contextValue: "notice",
      click: null,
    },
  ],
  [
    "earlier turns",
    notice({ kind: "earlierTurns", listed: 50, ...within, section: "found" as const }),
    {
      id: "earlierTurns/found/thread:t",
      label: "Earlier turns",
      description: "open the conversation",
      icon: { id: "ellipsis" },
      spoken: "Earlier turns, open the conversation",
      isButton: true,
      tooltip: "Only the latest 50 turns are listed. Open the conversation to see all turns.",
      contextValue: "notice",
      click: "weaveThreads.openConversation",
    },
  ],
  [
    "turns that were not loaded",
    notice({ kind: "turnsFailed", listed: "none", fault, ...within }),
    {
      id: "turnsFailed/thread:t",
      label: "Turns not loaded. Retry",
      description: "Connection refused",
      icon: { id: "warning", color: "list.warningForeground" },
      spoken: `Turns not loaded. Retry: ${refused}`,
      isButton: true,
      tooltip: refused,
      contextValue: "notice.failed",
      click: "weaveThreads.retryDetails",
    },
  ],
  [
    "turns that were canceled",
    notice({ kind: "turnsFailed", listed: "none", fault: null, ...within }),
    {
      id: "turnsFailed/thread:t",
      label: "Turns not loaded. Retry",
      icon: { id: "warning", color: "list.warningForeground" },
      spoken: "Turns not loaded. Retry",
      isButton: true,
      contextValue: "notice.failed",
      click: "weaveThreads.retryDetails",
    },
  ],
  [
    "turns without all of their text",
    notice({ kind: "turnsFailed", listed: "parts", fault, ...within }).label,
    "Incomplete. Retry",
  ],
  [
    "turns that could not be refreshed",
    notice({ kind: "turnsFailed", listed: "older", fault, ...within }).label,
    "Not refreshed. Retry",
  ],
];

for (const [name, said, expected] of [...rowsCases, ...tooltipsCases, ...noticesCases]) {
  test(name, () => assert.deepEqual(said, expected));
}
