import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoadState } from "../../../../src/core/async/loadState.ts";
import type { PollState } from "../../../../src/core/async/poller.ts";
import type { ConversationListing, ConversationPages } from "../../../../src/core/conversations/conversationPages.ts";
import { type FilterMenu, filterItems, typedRangeItem } from "../../../../src/core/conversations/filterItems.ts";
import { filterText, filterTreeRow } from "../../../../src/core/conversations/filterText.ts";
import { everyKey, keyLabel, sortKeyText, sortText, thenByRow } from "../../../../src/core/conversations/sortText.ts";
import { type ThreadFilter, unfiltered } from "../../../../src/core/conversations/threadSelection.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import type { TimeRange } from "../../../../src/core/input/timeRange.ts";
import {
  aboutText,
  messageText,
  newsBadge,
  type ThreadViewTextParts,
} from "../../../../src/core/project/threadViewText.ts";
import { sortFields } from "../../../../src/core/query/threadQuery.ts";
import { goodStanding } from "../../../../src/core/requests/serviceStanding.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { issue } from "../failures/faults.ts";
import { everyOne, pagesOf, thread } from "./threads.ts";

process.env.TZ = "UTC";
const formats = createFormats("en");
const now = Date.UTC(2026, 10, 3, 12);
const fault: Fault = { kind: "unreachable", code: "ECONNREFUSED" };
const preset = (name: "24h" | "7d" | "all"): TimeRange => ({ kind: "preset", preset: name });
const custom = (text: string): TimeRange => ({ kind: "custom", text });
const filterOf = (time: TimeRange, ...threadIds: string[]): ThreadFilter => ({ ...unfiltered, time, threadIds });
const week = filterOf(preset("7d"));
const byUpdate = [{ field: "last_updated", direction: "desc" }] as const;
const pages = pagesOf(["a", "b"], { ended: true });
const others = pagesOf([], { ended: true });
others.othersExist = true;
const shown: LoadState<ConversationPages> = { kind: "shown", value: pages, at: now };
const sample: Session = { kind: "sample", project: "acme/desk" };
const signedIn: Session = {
  kind: "signedIn",
  project: "acme/desk",
  account: { url: "https://a.example", origin: "https://a.example", username: "api" },
};
type Given = {
  load?: LoadState<ConversationPages>;
  session?: Session | null;
  filter?: ThreadFilter;
  wanted?: boolean;
  listing?: ConversationListing;
  canBeShown?: boolean;
  found?: boolean;
  following?: PollState;
  defaultFilter?: ThreadFilter;
};
function parts({
  load = shown,
  session = sample,
  filter = unfiltered,
  wanted = false,
  listing = everyOne(pages),
  canBeShown = true,
  found = false,
  following = "off",
  defaultFilter = unfiltered,
}: Given = {}): ThreadViewTextParts {
  return {
    sessions: { session },
    threads: {
      load,
      listing,
      selection: { filter, sort: byUpdate },
      found: found ? thread("found") : null,
      onlyErrors: wanted,
    },
    project: { defaultFilter },
    turns: { canBeShown },
    following: { value: following },
    standing: { value: goodStanding },
    formats,
  };
}
const about = (given?: Given) => aboutText(parts(given));
const message = (given?: Given) => messageText(parts(given));
const errors = (reach: ConversationListing["reach"]): ConversationListing => ({
  threads: [thread("a")],
  reach,
  checked: 1200,
});
const menuOf = (current: ThreadFilter, onlyErrors = false, at: Fault | null = null): FilterMenu => {
  const agents = { target: null, hasAgents: false, folders: [] };
  return { ...agents, current, defaults: week, onlyErrors, fault: at, formats, now: () => now };
};
const menu = (...given: Parameters<typeof menuOf>) =>
  filterItems(menuOf(...given)).map(({ label, description = "", detail = "" }) => [label, description, detail]);

const typed = (text: string) => {
  const item = typedRangeItem(text, menuOf(week));
  return item === undefined ? [] : [item.entry, item.range, item.label, item.description, item.alwaysShow];
};

type Case = readonly [name: string, said: unknown, expected: unknown];

const aboutCases: readonly Case[] = [
  ["a session that is starting", about({ session: null }), ""],
  [
    "a project that is followed",
    about({ following: "on" }),
    "2 · all time · following · Last updated ↓ · acme/desk · sample",
  ],
  ["a sample project", about(), "2 · all time · Last updated ↓ · acme/desk · sample"],
  [
    "a project that may have more threads",
    about({ load: { kind: "shown", value: pagesOf(["a", "b"]), at: now } }),
    "2+ · all time · Last updated ↓ · acme/desk · sample",
  ],
  [
    "a project with a filter, errors only",
    about({
      session: signedIn,
      filter: filterOf(preset("7d"), "a", "b"),
      wanted: true,
    }),
    "2 · 7d · errors only · 2 IDs · Last updated ↓ · acme/desk",
  ],
  [
    "a project whose threads failed to load",
    about({ session: signedIn, load: { kind: "failed", fault: { ...fault, host: "a.example" } } }),
    "a.example · all time · Last updated ↓ · acme/desk",
  ],
  [
    "a project with rows from before a failure",
    about({ load: { kind: "stale", value: pages, at: now, fault: { ...fault, host: "a.example" } } }),
    "2 · all time · Last updated ↓ · acme/desk · sample",
  ],
  [
    "a project whose threads are loading",
    about({ load: { kind: "loading", value: null } }),
    "all time · Last updated ↓ · acme/desk · sample",
  ],
];

const messageCases: readonly Case[] = [
  ["a list without a message", message(), ""],
  ["a list with a filter leaves it to its row", message({ filter: week }), ""],
  ["a list with the default filter", message({ filter: week, defaultFilter: week }), ""],
  [
    "a list whose default filter may hide the found thread",
    message({ filter: week, defaultFilter: week, found: true }),
    "Last 7 days",
  ],
  [
    "a list without rows leaves the message to the welcome text",
    message({ load: { kind: "loading", value: null } }),
    "",
  ],
  [
    "a found thread, where none matches the filter",
    message({ found: true, load: { kind: "shown", value: others, at: now } }),
    "No conversations match the filter.",
  ],
  [
    "a found thread, where there are no threads",
    message({ found: true, load: { kind: "shown", value: pagesOf([], { ended: true }), at: now } }),
    "No conversations in this project.",
  ],
  [
    "a failed list leaves its message to its row",
    message({ load: { kind: "stale", value: pages, at: now, fault } }),
    "",
  ],
  ["a failed list beside a found thread, too", message({ found: true, load: { kind: "failed", fault } }), ""],
  [
    "a service without conversations",
    message({ canBeShown: false, session: signedIn }),
    "Conversations are not supported by a.example.",
  ],
  ["errors in the time range", message({ filter: week, wanted: true, listing: errors("known") }), "1 with errors"],
  [
    "errors among the threads checked so far",
    message({ wanted: true, listing: errors("checked") }),
    "1 with errors of 1,200 checked",
  ],
  [
    "a service without a filter by errors",
    message({ wanted: true, listing: errors("unknown"), canBeShown: false, session: signedIn }),
    "Showing all threads. Filtering by errors is not supported by a.example. Conversations are not supported by a.example.",
  ],
];

const badgeCases: readonly Case[] = [
  ["no new threads", newsBadge({ count: 0, atLeast: false }, formats) ?? null, null],
  [
    "one new thread",
    newsBadge({ count: 1, atLeast: false }, formats),
    { value: 1, tooltip: "1 thread updated since you last looked" },
  ],
  [
    "new threads",
    newsBadge({ count: 1200, atLeast: false }, formats),
    { value: 1200, tooltip: "1,200 threads updated since you last looked" },
  ],
  [
    "new threads, possibly more",
    newsBadge({ count: 50, atLeast: true }, formats),
    { value: 50, tooltip: "50 or more threads updated since you last looked" },
  ],
];

const filterCases: readonly Case[] = [
  ["no filter", filterText(unfiltered, {}, formats), ""],
  ["a time range", filterText(week, {}, formats), "Last 7 days"],
  [
    "a custom range and an ID",
    filterText(filterOf(custom("yesterday"), "thread-with-a-very-long-id"), { after: now }, formats),
    "Turns since Nov 3, 2026, 12:00:00 PM (UTC) · thread-with-…ng-id",
  ],
  ["IDs", filterText(filterOf(preset("7d"), "a", "b"), {}, formats), "Last 7 days · 2 IDs"],
  ["many IDs", filterText(filterOf(preset("all"), ...Array.from({ length: 1000 }, String)), {}, formats), "1,000 IDs"],
  [
    "the filter menu with the default filter",
    menu(filterOf(preset("7d"))),
    [
      ["Time", "Last 7 days", "since Oct 27, 2026, 12:00:00 PM (UTC)"],
      ["IDs", "All", ""],
      ["Thumbs Down", "off", ""],
      ["Show Only Threads with Errors", "", ""],
    ],
  ],
  [
    "the filter menu with a filter, errors only",
    menu(filterOf(preset("7d"), "a", "b"), true),
    [
      ["Time", "Last 7 days", "since Oct 27, 2026, 12:00:00 PM (UTC)"],
      ["IDs", "2 IDs", ""],
      ["Thumbs Down", "off", ""],
      ["Show All Threads", "Current: only threads with errors", ""],
      ["Clear Filter", "Last 7 days · 2 IDs · errors only", ""],
    ],
  ],
  [
    "the row of a filter in force",
    filterTreeRow(filterOf(custom("-36h"), "a"), true, formats),
    {
      id: "filter",
      label: "Clear Filter",
      description: "-36h · a · errors only",
      icon: { id: "clear-all" },
      spoken: "Clear Filter, -36h · a · errors only",
      isButton: true,
      command: { command: "weaveThreads.clearFilter", title: "Clear Filter" },
    },
  ],
  [
    "a typed time range in the filter menu",
    typed("-36h"),
    ["time", custom("-36h"), "-36h", "since Nov 2, 2026, 12:00:00 AM (UTC)", true],
  ],
  [
    "a typed preset",
    typed("24h"),
    ["time", preset("24h"), "Last 24 hours", "since Nov 2, 2026, 12:00:00 PM (UTC)", true],
  ],
  ["a range that ends before it starts", typed("today to yesterday"), []],
  ["other text in the filter menu", typed("thread"), []],
  [
    "the filter menu with a rejected filter",
    menu(filterOf(preset("all"), "a"), false, {
      kind: "invalidRequest",
      detail: "",
      issues: [issue(["filter", "thread_ids", 0])],
    }),
    [
      ["Time", "All time", ""],
      ["IDs", "1 ID", "$(error) Wrong (value_error, filter.thread_ids.0)"],
      ["Thumbs Down", "off", ""],
      ["Show Only Threads with Errors", "", ""],
      ["Clear Filter", "All time · a", ""],
    ],
  ],
];

const sortCases: readonly Case[] = [
  [
    "all sort orders, in order",
    everyKey(sortFields).map(sortKeyText),
    [
      "ID, A to Z",
      "ID, Z to A",
      "Turns, most first",
      "Turns, fewest first",
      "Started, newest first",
      "Started, oldest first",
      "Last updated, newest first",
      "Last updated, oldest first",
      "p50 turn duration, longest first",
      "p50 turn duration, shortest first",
      "p99 turn duration, longest first",
      "p99 turn duration, shortest first",
    ],
  ],
  [
    "a sort order with two keys",
    sortText([...byUpdate, { field: "turn_count", direction: "asc" }]),
    "Last updated, newest first, then Turns, fewest first",
  ],
  ["a key in the sort menu", keyLabel(byUpdate[0], false), "Last updated, newest first"],
  ["the current key in the sort menu", keyLabel(byUpdate[0], true), "$(check) Last updated, newest first"],
  ["no second key in the sort menu", keyLabel(null, false), "None"],
  ["no second key as the current one", keyLabel(null, true), "$(check) None"],
  ["the row for a second key", thenByRow(undefined), { label: "Then by…", description: "none" }],
  [
    "the row for a second key, if there is one",
    thenByRow(byUpdate[0]),
    { label: "Then by…", description: "Last updated, newest first" },
  ],
];

for (const [name, said, expected] of [...aboutCases, ...messageCases, ...badgeCases, ...filterCases, ...sortCases]) {
  test(name, () => assert.deepEqual(said, expected));
}
