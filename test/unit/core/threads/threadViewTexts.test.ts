import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import { faultText } from "../../../../src/core/failures/faultText.ts";
import type { TimeRange } from "../../../../src/core/input/timeRange.ts";
import type { Load } from "../../../../src/core/load.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { filterItems } from "../../../../src/core/threads/filterRows.ts";
import { filterText } from "../../../../src/core/threads/filterText.ts";
import { selectionText } from "../../../../src/core/threads/selectionText.ts";
import { everyKey, keyText, sortText } from "../../../../src/core/threads/sortText.ts";
import { type ThreadFilter, unfiltered } from "../../../../src/core/threads/threadFilter.ts";
import type { ThreadListing } from "../../../../src/core/threads/threadListing.ts";
import type { ThreadPages } from "../../../../src/core/threads/threadPages.ts";
import {
  aboutText,
  messageText,
  newsBadge,
  type ThreadViewTextParts,
} from "../../../../src/core/threads/threadViewText.ts";
import { issue } from "../failures/faults.ts";
import { everyOne, pagesOf, thread } from "./threads.ts";

process.env.TZ = "UTC";
const formats = createFormats("en");
const now = Date.UTC(2026, 10, 3, 12);
const fault: Fault = { kind: "unreachable", code: "ECONNREFUSED" };
const refused = faultText(fault);
const preset = (name: "7d" | "all"): TimeRange => ({ kind: "preset", preset: name });
const custom = (text: string): TimeRange => ({ kind: "custom", text });
const filterOf = (time: TimeRange, ...threadIds: string[]): ThreadFilter => ({ ...unfiltered, time, threadIds });
const week = filterOf(preset("7d"));
const byUpdate = [{ field: "last_updated", direction: "desc" }] as const;
const pages = pagesOf(["a", "b"], { ended: true });
const others = pagesOf([], { ended: true });
others.noteOthers();
const shown: Load<ThreadPages> = { kind: "shown", value: pages, at: now };
const sample: Session = { kind: "sample", project: "acme/desk" };
type Given = {
  load?: Load<ThreadPages>;
  session?: Session | null;
  filter?: ThreadFilter;
  wanted?: boolean;
  listing?: ThreadListing;
  lookFault?: Fault | null;
  canBeShown?: boolean;
  found?: boolean;
};
function parts({
  load = shown,
  session = sample,
  filter = unfiltered,
  wanted = false,
  listing = everyOne(pages),
  lookFault = null,
  canBeShown = true,
  found = false,
}: Given = {}): ThreadViewTextParts {
  return {
    sessions: { session },
    threads: { load, selection: { filter, sort: byUpdate }, found: found ? thread("found") : null },
    turns: { canBeShown },
    failed: { wanted, listing, fault: lookFault },
    formats,
  };
}
const about = (given?: Given) => aboutText(parts(given));
const message = (given?: Given) => messageText(parts(given));
const errors = (reach: ThreadListing["reach"]): ThreadListing => ({ threads: [thread("a")], reach, failed: 1 });
const more = pagesOf(["a", "b"]);
const menu = (filter: ThreadFilter, onlyErrors = false, at: Fault | null = null) =>
  filterItems({ current: filter, onlyErrors, fault: at, formats, now: () => now }).map(
    ({ label, description = "", detail = "" }) => [label, description, detail],
  );

type Case = readonly [name: string, said: unknown, expected: unknown];

const aboutCases: readonly Case[] = [
  ["nothing is known of a session that is being worked out", about({ session: null }), ""],
  ["a sample project", about(), "2 loaded · all time · Last updated ↓ · acme/desk · sample"],
  [
    "a project with a filter, errors only",
    about({
      session: {
        kind: "signedIn",
        project: "acme/desk",
        account: { url: "https://a.example", origin: "https://a.example", username: "api" },
      },
      filter: filterOf(preset("7d"), "a", "b"),
      wanted: true,
    }),
    "2 loaded · errors only · 7d · 2 ids · Last updated ↓ · acme/desk",
  ],
  [
    "a project whose threads are on their way",
    about({ load: { kind: "loading", value: null } }),
    "all time · Last updated ↓ · acme/desk · sample",
  ],
];

const messageCases: readonly Case[] = [
  ["a list with nothing to say", message(), ""],
  ["a list with a filter", message({ filter: week }), "Last 7 days"],
  [
    "a list without rows leaves the message to the welcome text",
    message({ load: { kind: "loading", value: null } }),
    "",
  ],
  [
    "a thread that was looked up, where none matches the filter",
    message({ found: true, load: { kind: "shown", value: others, at: now } }),
    "No thread matches the filter.",
  ],
  [
    "a thread that was looked up, where there are no threads",
    message({ found: true, load: { kind: "shown", value: pagesOf([], { ended: true }), at: now } }),
    "No threads in this project.",
  ],
  [
    "a thread that was looked up, where the list failed",
    message({ found: true, load: { kind: "failed", fault } }),
    refused,
  ],
  [
    "a list that is older",
    message({ load: { kind: "stale", value: pages, at: now, fault } }),
    `Not refreshed since 12:00:00 PM. ${refused}`,
  ],
  [
    "a list that broke off",
    message({ load: { kind: "stale", value: pages, at: null, fault } }),
    `Incomplete after 2. ${refused}`,
  ],
  ["a server without conversations", message({ canBeShown: false }), "This server cannot show conversations."],
  ["looking for errors in the list", message({ wanted: true, listing: errors("looking") }), "Looking for errors…"],
  ["errors among all threads", message({ wanted: true, listing: errors("known") }), "Threads with errors: 1 of 2."],
  [
    "errors among the loaded threads",
    message({ wanted: true, listing: errors("known"), load: { kind: "shown", value: more, at: now } }),
    "Threads with errors: 1 of the 2 loaded. Those that are not loaded are not looked at.",
  ],
  [
    "errors that could not be looked for",
    message({ wanted: true, listing: errors("unknown"), lookFault: fault }),
    `All threads are shown, because it is not known which have errors. ${refused}`,
  ],
  [
    "errors that the server cannot tell",
    message({ wanted: true, listing: errors("unknown"), canBeShown: false }),
    "All threads are shown, because this server cannot tell which have errors. This server cannot show conversations.",
  ],
];

const badgeCases: readonly Case[] = [
  ["no news", newsBadge({ count: 0, atLeast: false }, formats) ?? null, null],
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
    "new threads and perhaps more",
    newsBadge({ count: 50, atLeast: true }, formats),
    { value: 50, tooltip: "50 or more threads updated since you last looked" },
  ],
];

const filterCases: readonly Case[] = [
  ["no filter", filterText(unfiltered, {}, formats), ""],
  ["a time range", filterText(week, {}, formats), "Last 7 days"],
  [
    "a typed range and an id",
    filterText(filterOf(custom("yesterday"), "thread-with-a-very-long-id"), { after: now }, formats),
    "Turns since Nov 3, 2026, 12:00:00 PM (UTC) · thread-with-…ng-id",
  ],
  ["ids", filterText(filterOf(preset("7d"), "a", "b"), {}, formats), "Last 7 days · 2 ids"],
  [
    "what is listed, in short",
    selectionText({
      filter: filterOf(preset("7d"), "a", "b"),
      sort: [...byUpdate, { field: "turn_count", direction: "asc" }],
    }),
    "7d · 2 ids · Last updated ↓, Turns ↑",
  ],
  [
    "the filter menu without a filter",
    menu(unfiltered),
    [
      ["Time", "All time", ""],
      ["Thread Ids", "All threads", ""],
      ["Show Only Threads with Errors", "Of those loaded", ""],
    ],
  ],
  [
    "the filter menu with a filter, errors only",
    menu(filterOf(preset("7d"), "a", "b"), true),
    [
      ["Time", "Last 7 days", "since Oct 27, 2026, 12:00:00 PM (UTC)"],
      ["Thread Ids", "2 ids", ""],
      ["Show All Threads", "Now only those with errors", ""],
      ["Clear Filter", "", ""],
    ],
  ],
  [
    "the filter menu with what was refused",
    menu(filterOf(preset("all"), "a"), false, {
      kind: "invalidRequest",
      detail: "",
      issues: [issue(["filter", "thread_ids", 0])],
    }),
    [
      ["Time", "All time", ""],
      ["Thread Ids", "1 id", "$(error) Wrong (value_error, filter.thread_ids.0)"],
      ["Show Only Threads with Errors", "Of those loaded", ""],
      ["Clear Filter", "", ""],
    ],
  ],
];

const sortCases: readonly Case[] = [
  [
    "every order that is offered, in order",
    everyKey().map(keyText),
    [
      "Thread id, A to Z",
      "Thread id, Z to A",
      "Turns, most first",
      "Turns, fewest first",
      "Started, newest first",
      "Started, oldest first",
      "Last updated, newest first",
      "Last updated, oldest first",
      "Median turn (p50), longest first",
      "Median turn (p50), shortest first",
      "Slow turns (p99), longest first",
      "Slow turns (p99), shortest first",
    ],
  ],
  [
    "an order by two keys",
    sortText([...byUpdate, { field: "turn_count", direction: "asc" }]),
    "Last updated, newest first, then Turns, fewest first",
  ],
];

for (const [name, said, expected] of [...aboutCases, ...messageCases, ...badgeCases, ...filterCases, ...sortCases]) {
  test(name, () => assert.deepEqual(said, expected));
}
