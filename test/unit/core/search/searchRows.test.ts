import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import type { FoundTurns } from "../../../../src/core/search/conversationSearch.ts";
import { type ResultState, resultsTitle, searchRows } from "../../../../src/core/search/searchRows.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { thread } from "../conversations/threads.ts";
import { turn } from "../conversations/turns.ts";

/** Label, description, detail and action of each row. */
function rows(changes: Partial<ResultState>): readonly string[] {
  const state: ResultState = {
    text: "refund",
    typed: "",
    load: { kind: "idle" },
    range: { kind: "preset", preset: "7d" },
    threadOf: () => undefined,
    messageOf: () => "",
    formats: createFormats("en"),
    now: 60_000,
    ...changes,
  };
  return searchRows(state).map(({ label, description = "", detail = "", action: { kind } }) =>
    [label, description, detail, kind].filter((part) => part !== "").join(" | "),
  );
}

const none: FoundTurns = { turns: [], inNamesOnly: 0, ended: true };
const one: FoundTurns = {
  ...none,
  turns: [{ turn: turn("a"), conversation: threadKey("t"), passage: { text: "my $(zap) refund", isRepeated: false } }],
};
const repeated: FoundTurns = {
  ...none,
  turns: [{ turn: turn("a"), conversation: threadKey("t"), passage: { text: "refund", isRepeated: true } }],
};
const shown = (value: FoundTurns) => ({ kind: "shown", value, at: 0 }) as const;
const rest = "my \\$(zap) refund | turn";
const first = `$(comment-discussion) t | in 1 turn · 1m ago | ${rest}`;
const soFar = `$(comment-discussion) t | in at least 1 turn · 1m ago | ${rest}`;
const stale = (fault: Fault) => ({ kind: "stale", value: one, at: null, fault }) as const;
const retry = "$(refresh) Retry | more";
const shorter = "$(calendar) Shorter Time Range… | range";
const timedOut = (phase: "connect" | "headers"): Fault => ({ kind: "timeout", phase, milliseconds: 30_000 });
const slow = "No response from the service within 30 seconds. Try again, or increase the timeout.";
const failed504: Fault = { kind: "serviceFailure", status: 504, detail: "Read timeout", retryAfter: null };

const cases: readonly [title: string, changes: Partial<ResultState>, rows: readonly string[]][] = [
  ["searching", { load: { kind: "loading", value: one } }, [first, "$(loading~spin) Searching… | nothing"]],
  ["more may follow", { load: shown({ ...one, ended: false }) }, [soFar, "$(ellipsis) Load more | more"]],
  ["canceled before anything was found", {}, ["$(ellipsis) Load more | more"]],
  ["all are found", { load: shown(one) }, [first]],
  [
    "a passage that the turn repeats",
    { load: shown(repeated) },
    ["$(comment-discussion) t | in 1 turn · 1m ago | Earlier message: refund | turn"],
  ],
  [
    "a thread is named by its message, a failed turn is marked, and a large one has no passage",
    {
      load: shown({
        ...none,
        turns: [
          { turn: turn("a", { status: "error", storedBytes: 1_300_000 }), conversation: threadKey("t"), passage: null },
        ],
      }),
      threadOf: ({ id }) => thread(id),
      messageOf: () => "Where is my order?",
    },
    ["$(comment-discussion) Where is my order? | in 1 turn · 1m ago · error · t | Large turn (1.3 MB) | turn"],
  ],
  [
    "each conversation once, at its newest turn",
    {
      load: shown({
        ...none,
        turns: [
          ...one.turns,
          { turn: turn("b"), conversation: threadKey("u"), passage: { text: "refund", isRepeated: false } },
          { turn: turn("c"), conversation: threadKey("t"), passage: { text: "a refund", isRepeated: false } },
        ],
      }),
    },
    [
      `$(comment-discussion) t | in 2 turns · 1m ago | ${rest}`,
      "$(comment-discussion) u | in 1 turn · 1m ago | refund | turn",
    ],
  ],
  [
    "field names only, with more to load",
    { load: shown({ ...one, inNamesOnly: 3, ended: false }) },
    [soFar, "$(ellipsis) Load more | 3 turns have the text only in field names | more"],
  ],
  [
    "field names only, at the end",
    { load: shown({ ...one, inNamesOnly: 1 }) },
    [first, "$(info) 1 turn has the text only in field names | nothing"],
  ],
  [
    "nothing in the time range",
    { load: shown(none) },
    ["$(info) No conversations contain “refund” (Last 7 days) | nothing", "$(calendar) Change Time Range… | range"],
  ],
  [
    "nothing at all",
    { load: shown(none), range: { kind: "preset", preset: "all" } },
    ["$(info) No conversations contain “refund” (All time) | nothing"],
  ],
  [
    "too expensive",
    { load: { kind: "failed", fault: { kind: "tooExpensive", detail: "" } } },
    [
      "$(error) Search failed | The query is too expensive for the service. Try a shorter time range. | nothing",
      shorter,
      retry,
    ],
  ],
  [
    "a 504 without a reason",
    { load: stale(failed504) },
    [
      first,
      "$(error) Search failed | The request to the service failed (status 504): Read timeout. | nothing",
      shorter,
      retry,
    ],
  ],
  [
    "no response in time",
    { load: stale(timedOut("headers")) },
    [first, `$(error) Search failed | ${slow} | nothing`, shorter, retry],
  ],
  [
    "another failure",
    { load: stale({ kind: "notFound", detail: "$(zap)[x](command:y)" }) },
    [
      first,
      "$(error) Search failed | Not found on the service: \\$(zap)[x] (command:y). Select another project. | nothing",
      retry,
    ],
  ],
  [
    "another text is typed",
    { load: shown(one), typed: " late " },
    [first, "$(search) | Search conversations for “late” · 7d | search"],
  ],
];
for (const [title, changes, expected] of cases) {
  test(`rows of a search in conversations: ${title}`, () => assert.deepEqual(rows(changes), expected));
}

test("the title names the text", () =>
  assert.equal(resultsTitle("a\n$(zap)"), "Conversations containing “a \\$(zap)”"));
