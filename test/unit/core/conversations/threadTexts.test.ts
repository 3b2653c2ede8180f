import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationPages } from "../../../../src/core/conversations/conversationPages.ts";
import { type DetailWindow, detailTreeRow } from "../../../../src/core/conversations/detailRowText.ts";
import { type ListNoticeContext, listNoticeRow } from "../../../../src/core/conversations/listNotice.ts";
import { type DetailFact, detailRows, type ThreadDetailRow } from "../../../../src/core/conversations/threadDetails.ts";
import {
  blockTreeRow,
  endTreeRow,
  type ThreadRowContext,
  threadTreeRow,
} from "../../../../src/core/conversations/threadRowText.ts";
import { type TooltipContext, threadTooltip } from "../../../../src/core/conversations/threadTooltip.ts";
import { checkedThread } from "../../../../src/core/conversations/threadTurns.ts";
import type { TurnList } from "../../../../src/core/conversations/turnList.ts";
import { detailsTreeRow } from "../../../../src/core/conversations/turnRow.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import { faultText } from "../../../../src/core/failures/faultText.ts";
import type { ConversationSummary } from "../../../../src/core/query/thread.ts";
import type { SortField } from "../../../../src/core/query/threadQuery.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import type { TreeRow } from "../../../../src/core/text/rows.ts";
import { thread as plainThread } from "./threads.ts";
import { turn, usage } from "./turns.ts";

process.env.TZ = "UTC";
const formats = createFormats("en");
const now = Date.UTC(2026, 10, 3, 12);
const minute = 60_000;
const known: ConversationSummary = {
  ...plainThread("support/4711"),
  turnCount: 12,
  startTime: now - 90 * minute,
  lastUpdated: now - 5 * minute,
  p50TurnDuration: 1234,
  p99TurnDuration: 61_000,
  firstTurnId: "turn-1",
  lastTurnId: "turn-12",
};
const running: ConversationSummary = {
  ...known,
  lastUpdated: null,
  hasRunning: true,
  p50TurnDuration: null,
  p99TurnDuration: null,
};
const plain: ThreadRowContext = {
  formats,
  now,
  sortedBy: "last_updated",
  message: "",
  isAlike: false,
  isNew: false,
  hasFailed: false,
  opens: true,
  section: "list" as const,
  isOpen: false,
  notes: [],
};
const checked = (thread: ConversationSummary) => checkedThread(thread, null, {});
const row = (context: Partial<ThreadRowContext> = {}, thread = known) =>
  threadTreeRow(checked(thread), { ...plain, ...context });
const texts = ({ label, description }: TreeRow) => [label, description];
const sorted = (sortedBy: SortField, message = "") => texts(row({ sortedBy, message }));
const seen: TooltipContext = {
  formats,
  notes: [],
  message: "",
  newSince: null,
  hasFailed: false,
  failure: null,
  isUnknown: false,
  feedback: "",
  window: null,
};
const tooltip = (context: Partial<TooltipContext> = {}, thread = known) =>
  threadTooltip(checked(thread), { ...seen, ...context });
const week: DetailWindow = { short: "7d", words: "since Oct 27" };
const failed = { kind: "unreachable", code: "ECONNREFUSED" } as const;
const refused = faultText(failed);
const counted = { count: 34, hasMore: false, storageSize: 2_000_000, rewritten: [] } as const;
type Calls = ThreadDetailRow["calls"];
const idle: Calls = { kind: "idle" };

function detail(
  fact: DetailFact,
  calls: Calls = idle,
  thread = known,
  window: DetailWindow | null = null,
  turns: TurnList | null = null,
) {
  const within = { checked: checked(thread), calls, turns, section: "list" as const };
  const found = detailRows(within).find((each) => each.fact === fact);
  if (found === undefined) throw new Error(fact);
  const { label, description, tooltip: hint, contextValue, icon } = detailTreeRow(found, formats, window);
  return [label, description, hint, contextValue, ...(icon === undefined ? [] : [icon.id])];
}

type Case = readonly [name: string, said: unknown, expected: unknown];

const rowsCases: readonly Case[] = [
  [
    "the row of a thread",
    row(),
    {
      id: "thread:support/4711",
      label: "5m  support/4711",
      description: "12 turns · 1.2s",
      isNew: false,
      icon: { id: "comment-discussion" },
      spoken: "Thread support/4711, updated 5m ago, 12 turns, p50 1.2s",
      contextValue: "thread",
      isOpen: false,
      command: {
        command: "weaveThreads.openConversation",
        title: "Open Conversation",
        arguments: [{ threadId: "support/4711", preserveFocus: true }],
      },
    },
  ],
  ["facts of a row, sorted by its last update", sorted("last_updated"), ["5m  support/4711", "12 turns · 1.2s"]],
  ["facts of a row, sorted by its start", sorted("start_time"), ["1h  support/4711", "12 turns · 5m"]],
  ["facts of a row, sorted by turns", sorted("turn_count"), ["12 turns  support/4711", "5m · 1.2s"]],
  ["facts of a row, sorted by the median", sorted("p50_turn_duration_ms"), ["1.2s  support/4711", "12 turns · 5m"]],
  ["facts of a row, sorted by p99", sorted("p99_turn_duration_ms"), ["1m 1s  support/4711", "12 turns · 5m"]],
  ["facts of a row, sorted by ID", sorted("thread_id"), ["support/4711", "5m · 12 turns · 1.2s"]],
  [
    "facts of a row with a message, sorted by ID",
    sorted("thread_id", "My refund"),
    ["support/4711  My refund", "5m · 12 turns · 1.2s"],
  ],
  ["facts of a thread whose turns are all running", texts(row({}, running)), ["running  support/4711", "12 turns · –"]],
  ["facts of a thread with one turn", row({}, { ...known, turnCount: 1 }).description, "1 turn · 1.2s"],
  [
    "the accessible label of a thread whose turns are all running",
    row({ sortedBy: "start_time" }, running).spoken,
    "Thread support/4711, started 1h ago, 12 turns, running",
  ],
  [
    "the accessible label of a thread updated after now",
    row({}, { ...known, lastUpdated: now + minute }).spoken,
    "Thread support/4711, updated 0s ago, 12 turns, p50 1.2s",
  ],
  ["an ID without visible characters", row({}, { ...known, id: " " }).label, "5m  (blank ID)"],
  [
    "a long ID before a message is cut in the middle",
    row({ sortedBy: "thread_id", message: "My refund" }, { ...known, id: "conversation-of-a-very-long-name" }).label,
    "conversation-…g-name  My refund",
  ],
  [
    "a long ID is cut in the middle",
    row({}, { ...known, id: `conversation-${"x".repeat(99)}-4711` }).label,
    `5m  conversation-${"x".repeat(40)}…${"x".repeat(21)}-4711`,
  ],
  [
    "a new thread",
    [row({ isNew: true }).description, row({ isNew: true }).isNew, row({ isNew: true }).icon],
    ["12 turns · 1.2s", true, { id: "comment-discussion" }],
  ],
  [
    "a thread with errors",
    [row({ hasFailed: true }).description, row({ hasFailed: true }).icon, row({ hasFailed: true }).contextValue],
    ["12 turns · 1.2s", { id: "error", color: "list.errorForeground" }, "thread.error"],
  ],
  [
    "a found thread",
    [
      row({ section: "found" as const }).id,
      row({ section: "found" as const }).description,
      row({ section: "found" as const }).icon,
    ],
    ["found/thread:support/4711", "12 turns · 1.2s", { id: "search" }],
  ],
  [
    "a found, new thread with errors",
    [
      row({ section: "found" as const, isNew: true, hasFailed: true }).spoken,
      row({ section: "found" as const, isNew: true, hasFailed: true }).icon,
    ],
    [
      "Thread support/4711, found, new, errors, updated 5m ago, 12 turns, p50 1.2s",
      { id: "error", color: "list.errorForeground" },
    ],
  ],
  [
    "a row is labeled by its message",
    row({ message: "My refund for order 4711 has not arrived" }).label,
    "5m  My refund for order 4711 has not arrived",
  ],
  [
    "the accessible label has the whole message and the ID",
    row({ message: "My refund for order 4711 has not arrived" }).spoken,
    "My refund for order 4711 has not arrived, thread support/4711, updated 5m ago, 12 turns, p50 1.2s",
  ],
  [
    "notes are in the accessible label",
    row({ notes: ["Deleted turns may still be counted."] }).spoken,
    "Thread support/4711, updated 5m ago, 12 turns, p50 1.2s. Deleted turns may still be counted.",
  ],
  ["a row has no command where conversations are not supported", row({ opens: false }).command ?? null, null],
  ["an open row", row({ isOpen: true }).isOpen, true],
  [
    "a block of threads, by their last update",
    blockTreeRow(
      {
        kind: "block",
        index: 2,
        start: 1000,
        end: 1500,
        first: known,
        last: { ...known, lastUpdated: now - 90 * minute },
      },
      "last_updated",
      false,
      plain,
    ),
    {
      id: "block/2",
      label: "Threads 1,001 to 1,500",
      description: "5m → 1h",
      icon: { id: "list-ordered" },
      spoken: "Threads 1,001 to 1,500, 5m → 1h",
      contextValue: "block",
      isOpen: false,
    },
  ],
  [
    "a block of threads, by ID",
    blockTreeRow(
      { kind: "block", index: 0, start: 0, end: 500, first: known, last: { ...known, id: "support/5000" } },
      "thread_id",
      true,
      plain,
    ).description,
    "support/4711 → support/5000",
  ],
  [
    "loading threads",
    endTreeRow({ kind: "loading" }, formats),
    { id: "end", label: "Loading…", spoken: "Loading…", icon: { id: "loading~spin" } },
  ],
  [
    "more threads",
    endTreeRow({ kind: "more", pages: new ConversationPages([]) }, formats),
    {
      id: "end",
      label: "Load more",
      spoken: "Load more",
      isButton: true,
      command: { command: "weaveThreads.loadMore", title: "Load more" },
      icon: { id: "ellipsis" },
    },
  ],
  [
    "a list whose loading failed midway",
    endTreeRow({ kind: "incomplete", fault: failed }, formats),
    {
      id: "end",
      label: "Incomplete. Retry",
      spoken: `Incomplete: ${refused} Retry`,
      isButton: true,
      command: { command: "weaveThreads.loadMore", title: "Incomplete. Retry" },
      description: "Connection refused",
      icon: { id: "warning", color: "list.warningForeground" },
      tooltip: refused,
    },
  ],
];

const context: ListNoticeContext = { formats, limitedUntil: null, client: "own" };
const notice = (fault: Fault, at: number | null = now) => listNoticeRow({ kind: "failed", fault, at }, context);
const actions = (fault: Fault) => {
  const { label, command, contextValue } = notice(fault);
  return [label, command?.command, command?.arguments, contextValue];
};

const noticesCases: readonly Case[] = [
  [
    "a list that could not be refreshed",
    notice(failed),
    {
      id: "failed",
      label: "Connection refused. Retry",
      icon: { id: "warning", color: "list.warningForeground" },
      spoken: `Not refreshed since 12:00:00 PM. ${refused} Retry`,
      isButton: true,
      tooltip: `Not refreshed since 12:00:00 PM. ${refused}`,
      contextValue: "failed.changeService.useEditorNetwork",
      command: { command: "weaveThreads.refresh", title: "Retry", arguments: [] },
    },
  ],
  [
    "a list that could not be refreshed, with another first action",
    actions({ kind: "tooExpensive", detail: "" }),
    ["Query too expensive. Narrow Time Range", "weaveThreads.filter", ["time"], "failed.retry"],
  ],
  [
    "a list whose key was rejected",
    actions({ kind: "notSignedIn", detail: "" }),
    ["Invalid API key. Sign In", "weaveThreads.signIn", [], "failed"],
  ],
  ["a failed list below a found thread", notice(failed, null).tooltip, refused],
  [
    "new threads",
    listNoticeRow({ kind: "new", count: 3 }, context),
    {
      id: "new",
      label: "3 new",
      icon: { id: "arrow-up" },
      spoken: "3 new. Show New Threads",
      isButton: true,
      command: { command: "weaveThreads.showNewThreads", title: "Show New Threads" },
    },
  ],
];

const tooltipsCases: readonly Case[] = [
  [
    "the tooltip of a thread",
    tooltip(),
    [
      "Last updated: Nov 3, 2026, 11:55:00 AM",
      "Turns: 12",
      "p50 turn duration: 1.2s",
      "p99 turn duration: 1m 1s",
      "Started: Nov 3, 2026, 10:30:00 AM",
      "Thread: support/4711",
    ],
  ],
  [
    "the tooltip of a thread whose turns are all running",
    tooltip({}, running),
    [
      "Last updated: running",
      "Turns: 12",
      "p50 turn duration: unknown",
      "p99 turn duration: unknown",
      "Started: Nov 3, 2026, 10:30:00 AM",
      "Thread: support/4711",
    ],
  ],
  [
    "the tooltip of a thread in a time range, with a note",
    tooltip({ window: "since Oct 27", notes: ["A note."] }).slice(-2),
    ["A note.", "Statistics cover turns since Oct 27."],
  ],
  ["the tooltip of a thread with errors", tooltip({ hasFailed: true })[0], "A turn or one of its calls failed."],
  [
    "the tooltip of a thread whose last failure is known",
    tooltip({
      message: "Where is it?",
      hasFailed: true,
      failure: turn("a", { op: "issue_refund", exception: "Timeout: no response" }),
    }).slice(0, 3),
    ["Where is it?", "Last failure: issue_refund: Timeout: no response", "Last updated: Nov 3, 2026, 11:55:00 AM"],
  ],
  [
    "the tooltip of a thread with feedback",
    tooltip({ feedback: "👎 · 1 note" }).includes("Feedback: 👎 · 1 note"),
    true,
  ],
  ["the tooltip of a thread not checked for errors", tooltip({ isUnknown: true }).at(-1), "Not checked for errors."],
  ["the tooltip of a new thread", tooltip({ newSince: now }).at(-1), "New since Nov 3, 2026, 12:00:00 PM."],
  ["the tooltip of a thread with a message", tooltip({ message: "Where is it?" })[0], "Where is it?"],
];

const list: TurnList = {
  requested: known,
  turns: [
    turn("a", { usage: [usage("small", 10, 0.25), usage("large", 20, 0.5)] }),
    turn("b", { usage: [usage("small", 1200, null)] }),
  ],
  earlier: false,
  words: new Map(),
  pending: new Set(),
  failed: [turn("c", { status: "error" })],
};
const latest = (fact: DetailFact, turns: TurnList | null) => detail(fact, idle, known, week, turns).slice(0, 2);

const detailsCases: readonly Case[] = [
  [
    "the folded node of the details, without a menu",
    detailsTreeRow({ kind: "details", thread: known, section: "list" as const }),
    { id: "details/thread:support/4711", label: "Details", spoken: "Details", icon: { id: "info" }, isOpen: false },
  ],
  ["the tokens of all turns", latest("tokens", list), ["Tokens", "1,230"]],
  [
    "the tokens of the latest turns",
    latest("tokens", { ...list, earlier: true }),
    ["Tokens", "1,230 (latest 2 turns)"],
  ],
  ["the cost of all turns", latest("cost", list), ["Cost", "at least $0.75"]],
  ["the models of all turns", latest("models", list), ["Models", "small, large"]],
  ["the number of failed calls", latest("failed", list), ["Failed calls", "1"]],
  ["failed calls that are loading", latest("failed", { ...list, failed: null }), ["Failed calls", "unknown"]],
  ["tokens that the service does not report", latest("tokens", { ...list, turns: [turn("a")] }), ["Tokens", "unknown"]],
  ["tokens before turns are loaded", latest("tokens", null), ["Tokens", "unknown"]],
  ["the number of turns", detail("turns"), ["Turns", "12", "Turns: 12", "detail"]],
  [
    "the number of turns in a time range",
    detail("turns", idle, known, week),
    ["Turns", "12 in 7d", "Turns: 12\nCovers turns since Oct 27.", "detail"],
  ],
  [
    "the calls before they are counted",
    detail("calls"),
    ["Calls in this thread", "…", "Calls in this thread: counting…", "detail"],
  ],
  [
    "the calls while they are counted",
    detail("calls", { kind: "loading", value: null }),
    ["Calls in this thread", "…", "Calls in this thread: counting…", "detail"],
  ],
  [
    "the calls while they are counted again",
    detail("calls", { kind: "loading", value: counted }),
    ["Calls in this thread", "34", "Calls in this thread: 34", "detail"],
  ],
  [
    "the calls",
    detail("calls", { kind: "shown", value: counted, at: now }),
    ["Calls in this thread", "34", "Calls in this thread: 34", "detail"],
  ],
  [
    "the calls, with statistics of a time range",
    detail("calls", { kind: "shown", value: counted, at: now }, known, week),
    ["Calls in this thread", "34 (all time)", "Calls in this thread: 34", "detail"],
  ],
  [
    "the calls where counting failed",
    detail("calls", { kind: "failed", fault: failed }),
    ["Calls in this thread", "Connection refused", `Calls in this thread: ${refused}`, "detail.failed", "warning"],
  ],
  [
    "the calls where counting again failed",
    detail("calls", { kind: "stale", value: counted, at: now, fault: failed }, known, week),
    ["Calls in this thread", "Connection refused", `Calls in this thread: ${refused}`, "detail.failed", "warning"],
  ],
  [
    "the calls where counting was canceled",
    detail("calls", { kind: "idle", ended: "canceled" }),
    ["Calls in this thread", "unknown", "Calls in this thread: unknown", "detail.failed", "warning"],
  ],
  [
    "the storage",
    detail("stored", { kind: "shown", value: counted, at: now }),
    ["Storage", "2 MB", "Storage: 2,000,000 bytes, for traces that start in this thread", "detail"],
  ],
  [
    "the storage where no trace starts",
    detail("stored", { kind: "shown", value: { ...counted, storageSize: null }, at: now }),
    ["Storage", "unknown", "Storage: unknown (no trace starts in this thread)", "detail"],
  ],
  [
    "the start",
    detail("started"),
    ["Started", "Nov 3, 2026, 10:30:00 AM", "Started: Nov 3, 2026, 10:30:00 AM", "detail"],
  ],
  [
    "the last update",
    detail("updated"),
    ["Last updated", "Nov 3, 2026, 11:55:00 AM", "Last updated: Nov 3, 2026, 11:55:00 AM", "detail"],
  ],
  [
    "the last update of a running thread",
    detail("updated", idle, running),
    ["Last updated", "running", "Last updated: running", "detail"],
  ],
  ["the duration", detail("span"), ["Duration", "1h 25m", "Duration: 5,100,000 ms", "detail"]],
  [
    "the duration of a running thread",
    detail("span", idle, running),
    ["Duration", "running", "Duration: running", "detail"],
  ],
  [
    "the median in a time range",
    detail("p50", idle, known, week),
    ["p50 turn duration", "1.2s", "p50 turn duration: 1,234 ms\nCovers turns since Oct 27.", "detail"],
  ],
  [
    "the median of a running thread",
    detail("p50", idle, running),
    [
      "p50 turn duration",
      "unknown",
      "p50 turn duration: unknown\nA turn is running. p50 and p99 are unknown.",
      "detail",
    ],
  ],
  ["p99", detail("p99"), ["p99 turn duration", "1m 1s", "p99 turn duration: 61,000 ms", "detail"]],
  ["the first turn", detail("firstTurn"), ["First turn", "turn-1", "First turn: turn-1", "detail.turn"]],
  [
    "the first turn where the service omits it",
    detail("firstTurn", idle, { ...known, firstTurnId: null }),
    ["First turn", "unknown", "First turn: unknown", "detail"],
  ],
  [
    "the last turn",
    detail("lastTurn"),
    ["Last finished turn", "turn-12", "Last finished turn: turn-12", "detail.turn"],
  ],
  [
    "the last turn of a running thread",
    detail("lastTurn", idle, running),
    ["Last finished turn", "none yet", "Last finished turn: none yet", "detail.turn"],
  ],
];

for (const [name, said, expected] of [...rowsCases, ...noticesCases, ...tooltipsCases, ...detailsCases]) {
  test(name, () => assert.deepEqual(said, expected));
}
