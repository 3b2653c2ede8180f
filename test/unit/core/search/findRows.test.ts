import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import { type FindState, findRows, mostListed } from "../../../../src/core/search/findRows.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { RecentThreads } from "../../../../src/core/threads/recentThreads.ts";
import { thread } from "../threads/threads.ts";

const fault: Fault = { kind: "notFound", detail: "$(zap)[x](command:y)" };
const shown = (value: ReturnType<typeof thread> | null) => ({ kind: "shown", value, at: 0 }) as const;

/** Label, description and detail of each row; headings are bare. */
function rows(changes: Partial<FindState>): readonly string[] {
  const state: FindState = {
    typed: "",
    exact: { kind: "idle" },
    loaded: [],
    recent: [],
    project: "acme/desk",
    range: { kind: "preset", preset: "7d" },
    messageOf: () => "",
    threadOf: (id) => changes.loaded?.find((one) => one.id === id),
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
const search = "$(search) Search conversations for “a” | 7d";
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
    ["— loaded threads", `$(comment-discussion) I want \\$(zap) my money back | a · ${facts}`],
  ],
  [
    "joiners of words and escapes in a message stay as they are",
    { loaded: [a], messageOf: () => "می\u200cخواهم ‹U+202E›" },
    ["— loaded threads", `$(comment-discussion) \u2068می\u200cخواهم ‹U+202E›\u2069 | a · ${facts}`],
  ],
  [
    "threads with the text in any case in the ID",
    {
      typed: " DER-1 ",
      loaded: [a, thread("Order-1")],
      recent: [
        { id: "b", thread: null },
        { id: "order-12", thread: null },
      ],
    },
    [
      "— recently opened",
      "$(history) order-12",
      "— loaded threads",
      `$(comment-discussion) Order-1 | ${facts}`,
      "$(search) Search conversations for “DER-1” | 7d",
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
      "— loaded threads",
      `$(comment-discussion) ${"x".repeat(119)}… | a · ${facts}`,
      "$(search) Search conversations for “Money back” | 7d",
    ],
  ],
  [
    "a searched text keeps joiners",
    { typed: "می\u200cخواهم" },
    ["$(search) Search conversations for “می\u200cخواهم” | 7d"],
  ],
  [
    "recent threads come first and once, with what is known",
    {
      loaded: [a, b],
      recent: [
        { id: "b", thread: null },
        { id: "gone", thread: null },
        { id: "old", thread: thread("old") },
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
  ["a typed text can be searched for", { typed: " a " }, [search]],
  [
    "a long text is cut, on one line and without icons",
    { typed: `$(zap)\u202e${"x".repeat(80)}`, range: { kind: "preset", preset: "all" } },
    [`$(search) Search conversations for “\\$(zap)‹U+202E›${"x".repeat(45)}…” | all time`],
  ],
  [
    "the ID is being looked up",
    { typed: "a", exact: { kind: "loading", value: null } },
    [search, "$(loading~spin) Looking up the thread ID…"],
  ],
  [
    "the ID was found: its thread comes first, and once",
    { typed: "a", exact: shown(a), loaded: [a, thread("ab")], recent: [{ id: "a", thread: a }] },
    [`$(search) a | found by ID · ${facts}`, "— loaded threads", `$(comment-discussion) ab | ${facts}`, search],
  ],
  [
    "the ID does not exist",
    { typed: "a", exact: shown(null) },
    [search, `$(info) No thread with this ID | ${missing}`],
  ],
  [
    "the ID could not be looked up",
    { typed: "a", exact: { kind: "failed", fault } },
    [
      search,
      "$(error) Could not look up the thread ID | Not found on the service: \\$(zap)[x] (command:y). Select another project.",
    ],
  ],
];
for (const [title, changes, expected] of cases) {
  test(`rows of Find Thread: ${title}`, () => assert.deepEqual(rows(changes), expected));
}

test("of more threads the first are listed, and a row says so; typing finds the others", () => {
  const loaded = Array.from({ length: mostListed + 1 }, (_, at) => thread(`t${at}`));
  const all = rows({ loaded });
  assert.equal(all.length, mostListed + 2);
  const note = "$(info) Listing the first 200 loaded threads. Type more of a message or ID to find others.";
  assert.equal(all.at(-1), note);
  assert.ok(!rows({ loaded: loaded.slice(1) }).includes(note));
  assert.equal(rows({ loaded, typed: "t200" })[1], `$(comment-discussion) t200 | ${facts}`);
});

test("recent threads: the latest first, 20 at most, with the thread if it was ever known", () => {
  const recent = new RecentThreads();
  recent.add("a", a);
  for (let at = 0; at < 19; at += 1) recent.add(`t${at}`, null);
  recent.add("a", null);
  assert.deepEqual(recent.all[0], { id: "a", thread: a });
  recent.add("b", null);
  assert.deepEqual([recent.all.length, recent.all[0]?.id, recent.all.at(-1)?.id], [20, "b", "t1"]);
  recent.reset();
  assert.deepEqual(recent.all, []);
});
