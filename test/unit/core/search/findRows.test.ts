import assert from "node:assert/strict";
import { test } from "node:test";
import { RecentThreads } from "../../../../src/core/conversations/recentThreads.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import { isSameConversation, threadKey } from "../../../../src/core/query/conversationKey.ts";
import type { FoundById } from "../../../../src/core/search/findById.ts";
import { chosenRow, type FindAction, type FindState, findRows } from "../../../../src/core/search/findRows.ts";
import { mostListed } from "../../../../src/core/search/findRowTexts.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { thread } from "../conversations/threads.ts";
import { turn } from "../conversations/turns.ts";

const fault: Fault = { kind: "notFound", detail: "$(zap)[x](command:y)" };
const shown = (value: FoundById | null) => ({ kind: "shown", value, at: 0 }) as const;

/** Label, description and detail of each row; headings are bare. */
function rows(changes: Partial<FindState>): readonly string[] {
  const state: FindState = {
    typed: "",
    pasted: null,
    clipboard: null,
    exact: { kind: "idle" },
    loaded: [],
    recent: [],
    project: "acme/desk",
    range: { kind: "preset", preset: "7d" },
    messageOf: () => "",
    threadOf: (key) => changes.loaded?.find((one) => isSameConversation(one, key)),
    formats: createFormats("en"),
    now: 60_001,
    ...changes,
  };
  return findRows(state).map(({ label, description = "", detail = "", isHeading = false }) =>
    isHeading ? `— ${label}` : [label, description, detail].filter((part) => part !== "").join(" | "),
  );
}

const [a, b] = [thread("a"), thread("b")];
const facts = "1 turn · 1m";
const byId = "$(comment-discussion) | Thread with ID “a”";
const search = "$(search) | Search conversations for “a” · 7d";
const id = "0199aa00-0000-7000-8000-00000000abcd";
const ofId = "ID of a thread, turn, call, or trace";
const searchId = `$(search) | Search conversations for “${id}” · 7d`;
const missing =
  "Thread a not found in acme/desk. A thread may appear only after its first finished turn. Enclose an ID with leading or trailing spaces or new lines in JSON quotes.";

const cases: readonly [title: string, changes: Partial<FindState>, rows: readonly string[]][] = [
  ["nothing is loaded", {}, []],
  [
    "threads are named by their IDs",
    { loaded: [a, b] },
    ["— loaded threads", `$(comment-discussion) a | ${facts}`, `$(comment-discussion) b | ${facts}`],
  ],
  [
    "threads are named by their messages",
    { loaded: [a], messageOf: () => "I want $(zap) my money back" },
    ["— loaded threads", `$(comment-discussion) I want \\$(zap) my money back | ${facts} · a`],
  ],
  [
    "joiners of words and escapes in a message stay as they are",
    { loaded: [a], messageOf: () => "می\u200cخواهم ‹U+202E›" },
    ["— loaded threads", `$(comment-discussion) \u2068می\u200cخواهم ‹U+202E›\u2069 | ${facts} · a`],
  ],
  [
    "threads with the text in any case in the ID",
    {
      typed: " DER-1 ",
      loaded: [a, thread("Order-1")],
      recent: [
        { conversation: threadKey("b"), thread: null },
        { conversation: threadKey("order-12"), thread: null },
      ],
    },
    [
      `$(comment-discussion) Order-1 | ${facts}`,
      "$(history) order-12",
      "$(comment-discussion) | Thread with ID “DER-1”",
      "$(search) | Search conversations for “DER-1” · 7d",
    ],
  ],
  [
    "threads with the text after the shown part of the message",
    {
      typed: "Money  back",
      loaded: [a, b],
      messageOf: ({ id }) => (id === "a" ? `${"x".repeat(130)} my money back` : ""),
    },
    [
      `$(comment-discussion) ${"x".repeat(49)}… | ${facts} · a`,
      "$(comment-discussion) | Thread with ID “Money back”",
      "$(search) | Search conversations for “Money back” · 7d",
    ],
  ],
  [
    "a searched text keeps joiners",
    { typed: "می\u200cخواهم" },
    [
      "$(comment-discussion) | Thread with ID “می\u200cخواهم”",
      "$(search) | Search conversations for “می\u200cخواهم” · 7d",
    ],
  ],
  [
    "recent threads come first and once, with what is known",
    {
      loaded: [a, b],
      recent: [
        { conversation: threadKey("b"), thread: null },
        { conversation: threadKey("gone"), thread: null },
        { conversation: threadKey("old"), thread: thread("old") },
      ],
    },
    [
      "— recently opened",
      `$(history) b | ${facts}`,
      "$(history) gone",
      `$(history) old | ${facts}`,
      "— loaded threads",
      `$(comment-discussion) a | ${facts}`,
    ],
  ],
  [
    "a name from right to left keeps the order of the facts",
    { loaded: [thread("العربية")] },
    ["— loaded threads", `$(comment-discussion) \u2068العربية\u2069 | ${facts}`],
  ],
  ["spaces are not searched for", { typed: "  " }, []],
  ["a typed text can be an ID, and be searched for", { typed: " a " }, [byId, search]],
  [
    "a long text is cut, on one line and without icons",
    { typed: `$(zap)\u202e${"x".repeat(80)}`, range: { kind: "preset", preset: "all" } },
    [
      `$(comment-discussion) | Thread with ID “\\$(zap)‹U+202E›${"x".repeat(45)}…”`,
      `$(search) | Search conversations for “\\$(zap)‹U+202E›${"x".repeat(45)}…” · all time`,
    ],
  ],
  [
    "the ID is being looked up",
    { typed: "a", exact: { kind: "loading", value: null } },
    [`${byId} · Looking up…`, search],
  ],
  ["the ID does not exist", { typed: "a", exact: shown(null) }, [`${byId} | $(info) ${missing}`, search]],
  [
    "the ID could not be looked up",
    { typed: "a", exact: { kind: "failed", fault } },
    [`${byId} | $(error) Not found on the service: \\$(zap)[x] (command:y). Select another project.`, search],
  ],
  [
    "a link is opened, or searched for",
    { typed: "weave:///a/b/call/1", pasted: { kind: "link", lead: "Opens [x](command:y)." } },
    [
      "$(go-to-file) Open weave:///a/b/call/1 | Opens [x] (command:y).",
      "$(search) | Search conversations for “weave:///a/b/call/1” · 7d",
    ],
  ],
  ["an ID is opened", { typed: id, pasted: { kind: "id" } }, [`$(go-to-file) Open ${id} | ${ofId}`, searchId]],
  [
    "the ID is of a call",
    {
      typed: id,
      pasted: { kind: "id" },
      exact: shown({ kind: "call", call: turn("c", { op: "weave:///a/b/op/run:v1" }) }),
    },
    [`$(go-to-file) Open ${id} | run · 1m ago`, searchId],
  ],
  [
    "the ID is of a thread",
    { typed: id, pasted: { kind: "id" }, exact: shown({ kind: "thread", thread: a }), messageOf: () => "Help" },
    [`$(go-to-file) Open ${id} | Help · ${facts}`, searchId],
  ],
  [
    "nothing has the ID",
    { typed: id, pasted: { kind: "id" }, exact: shown(null) },
    [`$(go-to-file) Open ${id} | $(info) No thread, turn, call, or trace in acme/desk has this ID.`, searchId],
  ],
  [
    "an ID in the clipboard",
    { clipboard: { text: id, pasted: { kind: "id" } }, loaded: [a] },
    [`$(clippy) Open ${id} | ${ofId}`, "— loaded threads", `$(comment-discussion) a | ${facts}`],
  ],
  [
    "what is typed replaces the clipboard",
    { typed: "a", clipboard: { text: id, pasted: { kind: "id" } } },
    [byId, search],
  ],
];
for (const [title, changes, expected] of cases) {
  test(`rows of Find: ${title}`, () => assert.deepEqual(rows(changes), expected));
}

const heading: FindAction = { kind: "nothing" };
const first: FindAction = { kind: "thread", conversation: threadKey("a") };
const second: FindAction = { kind: "thread", conversation: threadKey("b") };
const requested: readonly FindAction[] = [{ kind: "threadId" }, { kind: "search", text: "x" }];
const choices: readonly [title: string, rows: readonly FindAction[], moved: FindAction | null, chosen: number][] = [
  ["the first match", [heading, first, second, ...requested], null, 1],
  ["a text that matches nothing is searched for", requested, null, 1],
  [
    "the row that the user has moved to",
    [heading, first, second, ...requested],
    { kind: "thread", conversation: threadKey("b") },
    2,
  ],
  [
    "its row also above others",
    [heading, second, first, ...requested],
    { kind: "thread", conversation: threadKey("b") },
    1,
  ],
  ["the thread with the typed ID, if the user has moved to it", [first, ...requested], { kind: "threadId" }, 1],
  ["the search, if the user has moved to it", [first, ...requested], { kind: "search", text: "w" }, 2],
  ["the first if the row has left", [first, ...requested], { kind: "thread", conversation: threadKey("b") }, 0],
  ["what an ID names", [{ kind: "open", text: "x" }, first, ...requested], null, 0],
  ["nothing without rows", [heading], null, -1],
];
for (const [title, actions, moved, chosen] of choices) {
  test(`what Enter takes: ${title}`, () => {
    const all = actions.map((action) => ({ action }));
    const row = chosenRow(all, moved);
    assert.equal(row === undefined ? -1 : all.indexOf(row), chosen);
  });
}

test("rows are in the order that VS Code gives them: a text at the start of the label, at its end, within, elsewhere", () => {
  const loaded = ["x", "a refund?", "the refund", "refund 10 now", "refund 9", "Refund", "9 refunds"].map((id) =>
    thread(id),
  );
  const messageOf = ({ id }: { readonly id: string }) => (id === "x" ? `${"y".repeat(130)} refund` : "");
  assert.deepEqual(
    rows({ loaded, messageOf, typed: "REFUND" })
      .slice(0, -2)
      .map((row) => row.slice(row.indexOf(" ") + 1, row.indexOf(" |"))),
    ["Refund", "refund 9", "refund 10 now", "the refund", "9 refunds", "a refund?", `${"y".repeat(49)}…`],
  );
});

test("of more threads the first are listed, and a row says so; typing finds the others", () => {
  const loaded = Array.from({ length: mostListed + 1 }, (_, at) => thread(`t${at}`));
  const all = rows({ loaded });
  assert.equal(all.length, mostListed + 2);
  const note = "$(info) Listing the first 200 loaded threads. Type more of a message or ID to find others.";
  assert.equal(all.at(-1), note);
  assert.ok(!rows({ loaded: loaded.slice(1) }).includes(note));
  assert.equal(rows({ loaded, typed: "t200" })[0], `$(comment-discussion) t200 | ${facts}`);
});

test("recent threads: the latest first, 20 at most, with the thread if it was ever known", () => {
  const recent = new RecentThreads();
  recent.add(threadKey("a"), a);
  for (let at = 0; at < 19; at += 1) recent.add(threadKey(`t${at}`), null);
  recent.add(threadKey("a"), null);
  assert.deepEqual(recent.all[0], { conversation: threadKey("a"), thread: a });
  recent.add(threadKey("b"), null);
  assert.deepEqual(
    [recent.all.length, recent.all[0]?.conversation.id, recent.all.at(-1)?.conversation.id],
    [20, "b", "t1"],
  );
  recent.reset();
  assert.deepEqual(recent.all, []);
});
