import assert from "node:assert/strict";
import { test } from "node:test";
import { unfiltered } from "../../../../src/core/conversations/threadSelection.ts";
import { FailureGroups } from "../../../../src/core/errors/failureGroups.ts";
import type { FoundErrors } from "../../../../src/core/errors/foundErrors.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import { faultText } from "../../../../src/core/failures/faultText.ts";
import { figureTexts, type ThreadFigures } from "../../../../src/core/overview/figureTexts.ts";
import { histogram } from "../../../../src/core/overview/histogram.ts";
import type { OverviewState } from "../../../../src/core/overview/overviewProtocol.ts";
import {
  type KnownOverview,
  type OverviewContext,
  overviewState,
} from "../../../../src/core/overview/overviewState.ts";
import { OverviewThreads } from "../../../../src/core/overview/overviewThreads.ts";
import {
  activityTitle,
  coverLine,
  durationsTitle,
  loadProgressText,
  measureHint,
  noThreadsText,
  notCountedTexts,
  notDrawnTexts,
  ofThreadsText,
  rangeLabel,
  selectedText,
  shortDurationText,
  shortThreadId,
  startedText,
  threadLines,
  threadSentence,
  threadsTitle,
  turnsTitle,
  updatedText,
} from "../../../../src/core/overview/pageText.ts";
import type { ThreadColumns } from "../../../../src/core/overview/threadColumns.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import type { Session } from "../../../../src/core/session/session.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { thread } from "../conversations/threads.ts";

process.env.TZ = "UTC";
const formats = createFormats("en");
const now = Date.UTC(2026, 10, 3, 12);
const fault: Fault = { kind: "unreachable", code: "ECONNREFUSED" };
const refused = faultText(fault);
const broken = { text: "It broke.", actions: [] };
const plain: OverviewState = {
  project: "acme/desk",
  filter: "Last 7 days",
  bounds: {},
  asOf: now,
  progress: "complete",
  whole: true,
  calls: { kind: "shown", count: 12_345, capped: false, storageSize: 8_400_000 },
  errors: { kind: "loading" },
  failedTurns: null,
  notice: null,
  filtered: false,
};
const progress = (count: number, state: Partial<OverviewState> = {}) =>
  loadProgressText({ ...plain, ...state }, count, formats);
const empty = (state: Partial<OverviewState>) => noThreadsText({ ...plain, ...state }, formats);
const of = (count: number, state: Partial<OverviewState> = {}) => ofThreadsText({ ...plain, ...state }, count, formats);
const some: ThreadFigures = {
  threads: 1200,
  running: 0,
  turns: 3400,
  medianP50: 1500,
  worstP99: { conversation: threadKey("support/1"), value: 61_000 },
};
const figures = (state: Partial<OverviewState> = {}, given: Partial<ThreadFigures> = {}) =>
  figureTexts({ ...plain, ...state }, { ...some, ...given }, formats).map(
    ({ name, value, of: what }) => `${name}: ${value}${what && ` | ${what}`}`,
  );
const columns: ThreadColumns = {
  ids: ["support/1", "support/2"],
  startTime: Float64Array.of(now, now),
  lastUpdated: Float64Array.of(now, Number.NaN),
  turnCount: Float64Array.of(1, 12),
  p50: Float64Array.of(1500, Number.NaN),
  p99: Float64Array.of(61_000, Number.NaN),
};
const cover = (state: Partial<OverviewState>) => coverLine({ ...plain, ...state }, columns, formats);
const values = (...known: number[]) => histogram(Float64Array.from(known), Float64Array.of(1, 10));
const selected = (threadId: string | null, place: number | null, isLoading = false) =>
  selectedText({ conversation: threadId === null ? null : threadKey(threadId), place, isLoading }, columns, formats);
const session: Session = { kind: "sample", project: "acme/desk" };
const context: OverviewContext = { session, onlyErrors: false, client: "own", formats };
const known: KnownOverview = {
  load: { kind: "idle" },
  target: null,
  filter: unfiltered,
  progress: "loading",
  calls: { kind: "idle" },
  errors: { kind: "idle" },
  failedTurns: null,
  steps: { canGoBack: () => false },
};
const notice = (overview: Partial<KnownOverview>, given: Partial<OverviewContext> = {}) =>
  overviewState({ ...known, ...overview }, { ...context, ...given }).notice;
const value = (count: number, whole: boolean) => {
  const threads = new OverviewThreads(unfiltered, now);
  threads.add(Array.from({ length: count }, (_, at) => thread(String(at))));
  if (whole) threads.whole = true;
  return threads;
};
const stale = (count: number, whole: boolean, at: number | null) =>
  ({ load: { kind: "stale", value: value(count, whole), at, fault } }) as const;
const calls = (overview: Partial<KnownOverview>) => overviewState({ ...known, ...overview }, context).calls;
const errors = (load: KnownOverview["errors"]) => overviewState({ ...known, errors: load }, context).errors;
const failures = new FailureGroups();
for (let place = 0; place < 60; place++)
  failures.add({
    id: `${place}`,
    op: `op${place}`,
    conversation: null,
    turnId: null,
    startedAt: now,
    exception: "E: x",
  });
const found: FoundErrors = {
  groups: failures.sorted(),
  read: 60,
  reach: "all",
  total: 60,
  ops: new Map(),
  counting: true,
  countFault: null,
};
/** Counts of the rows instead of the rows. */
const errorCounts = (load: KnownOverview["errors"]) => {
  const figures = errors(load);
  return figures.kind === "shown" && { ...figures, rows: figures.rows.length };
};
const errorsShown = { kind: "shown", read: 60, reach: "all", total: 60, counting: false, rows: 50, groups: 60 };

type Case = readonly [name: string, said: unknown, expected: unknown];

const progressCases: readonly Case[] = [
  ["no project", progress(0, { project: null }), ""],
  ["nothing yet", progress(0, { progress: "loading", whole: false }), "Loading…"],
  ["one thread so far", progress(1, { progress: "loading", whole: false }), "1 thread so far"],
  ["threads so far", progress(1200, { progress: "loading", whole: false }), "1,200 threads so far"],
  ["all threads during a refresh", progress(1200, { progress: "loading" }), "Loading…"],
  ["all threads", progress(1200), "As of 12:00:00 PM"],
  ["all threads, with a notice", progress(0, { notice: broken }), ""],
  [
    "threads whose loading was stopped",
    progress(1200, { progress: "stopped", whole: false }),
    "Loading stopped. There may be more threads.",
  ],
  [
    "threads whose loading failed midway",
    progress(1200, { progress: "stopped", whole: false, notice: broken }),
    "There may be more threads.",
  ],
  ["threads that were not loaded", progress(0, { progress: "stopped", whole: false, notice: broken }), ""],
  ["all threads, after a refresh was stopped", progress(1200, { progress: "stopped" }), "As of 12:00:00 PM"],
];

const pageCases: readonly Case[] = [
  ["what all figures cover", cover({}), "2 threads, 13 turns · Last 7 days"],
  ["what they cover so far", cover({ whole: false, filter: "" }), "2 threads so far, 13 turns · All time"],
  [
    "without threads, the filter",
    coverLine(plain, { ...columns, turnCount: new Float64Array() }, formats),
    "Last 7 days",
  ],
  ["no project has no filter", cover({ project: null }), ""],
  ["threads that are loading", empty({ progress: "loading" }), "Loading…"],
  [
    "no threads, but calls",
    empty({}),
    "No threads match the filter: Last 7 days. 12,345 calls started in this time range.",
  ],
  [
    "no threads, but one call",
    empty({ calls: { kind: "shown", count: 1, capped: false, storageSize: null } }),
    "No threads match the filter: Last 7 days. 1 call started in this time range.",
  ],
  ["no threads and no filter", empty({ filter: "", calls: { kind: "loading" } }), "No threads."],
  ["what is drawn", of(1200), "all 1,200 threads · Last 7 days"],
  ["one thread is drawn", of(1), "1 thread · Last 7 days"],
  ["what is drawn so far", of(1200, { whole: false, filter: "" }), "1,200 threads so far · All time"],
  ["one thread is drawn so far", of(1, { whole: false }), "1 thread so far · Last 7 days"],
  ["all threads are drawn", notDrawnTexts(0, 0, formats), []],
  [
    "one thread of each kind is not drawn",
    notDrawnTexts(1, 1, formats),
    ["1 thread has no known duration and is not drawn.", "1 thread has a duration of 0ms and is not drawn."],
  ],
  [
    "several threads of each kind are not drawn",
    notDrawnTexts(1200, 3, formats),
    ["1,200 threads have no known duration and are not drawn.", "3 threads have a duration of 0ms and are not drawn."],
  ],
  ["all threads are counted", notCountedTexts(0, 0, formats), []],
  [
    "one thread of each kind is not counted",
    notCountedTexts(1, 1, formats),
    ["1 thread has no known duration and is not counted.", "1 thread has a duration of 0ms and is not drawn."],
  ],
  [
    "several threads of each kind are not counted",
    notCountedTexts(1200, 3, formats),
    [
      "1,200 threads have no known duration and are not counted.",
      "3 threads have a duration of 0ms and are not drawn.",
    ],
  ],
  ["one thread started", startedText(1, formats), "1 thread started"],
  ["threads started", startedText(1200, formats), "1,200 threads started"],
  [
    "a range selected with the mouse",
    rangeLabel("10:00 – 11:30 AM", "12 threads started", "mouse"),
    "10:00 – 11:30 AM · 12 threads started · release to filter",
  ],
  [
    "a range selected with the keyboard",
    rangeLabel("10:00 – 11:30 AM", "12 threads started", "keys"),
    "10:00 – 11:30 AM · 12 threads started · Enter to filter",
  ],
  [
    "the table of turns",
    turnsTitle("all 3 threads · All time", values(1200, 1, 2), formats),
    "Turns per thread, all 3 threads · All time. Median 2, p90 1,200, p99 1,200.",
  ],
  [
    "the table of durations, some unknown",
    durationsTitle("1 thread · All time", { p50: values(1500), p99: values(Number.NaN) }, formats),
    "Turn durations, 1 thread · All time. p50: Median 1.5s, p90 1.5s, p99 1.5s. p99: Median unknown, p90 unknown, p99 unknown.",
  ],
  ["the table of activity", activityTitle("1 thread · All time"), "Activity, 1 thread · All time"],
  [
    "the table of threads",
    threadsTitle("all 1,200 threads · All time", 100, 1200, formats),
    "Threads, all 1,200 threads · All time (100 of 1,200)",
  ],
  ["p50", measureHint("p50"), "Median turn duration of each thread"],
  ["p99", measureHint("p99"), "99th percentile turn duration of each thread"],
];

const threadsCases: readonly Case[] = [
  ["a long ID", shortThreadId("a".repeat(80)).length, 60],
  ["an unknown duration", shortDurationText(Number.NaN, formats), "unknown"],
  [
    "a thread in a tooltip",
    threadLines(columns, 0, formats),
    ["support/1", "Nov 3, 2026, 12:00:00 PM", "1 turn", "p50 1.5s · p99 1m 1s"],
  ],
  [
    "a running thread in a tooltip",
    threadLines(columns, 1, formats),
    ["support/2", "Nov 3, 2026, 12:00:00 PM", "12 turns", "running"],
  ],
  ["the update of a thread", updatedText(columns, 0, formats), "Nov 3, 2026, 12:00:00 PM"],
  ["the update of a running thread", updatedText(columns, 1, formats), "running"],
  ["no selected thread", selected(null, null), ""],
  [
    "the selected thread",
    selected("support/1", 0),
    "Selected: support/1, Nov 3, 2026, 12:00:00 PM · 1 turn · p50 1.5s · p99 1m 1s",
  ],
  ["a selected thread elsewhere", selected("elsewhere", null), "Selected: elsewhere (not in this overview)"],
  ["a selected thread that may still arrive", selected("elsewhere", null, true), ""],
  [
    "a thread in a sentence",
    threadSentence(columns, 0, formats),
    "support/1, started Nov 3, 2026, 12:00:00 PM, 1 turn, median 1.5s, 99th percentile 1m 1s",
  ],
  [
    "a running thread in a sentence",
    threadSentence(columns, 1, formats),
    "support/2, started Nov 3, 2026, 12:00:00 PM, 12 turns, median unknown, 99th percentile unknown",
  ],
];

const figuresCases: readonly Case[] = [
  [
    "figures of all threads",
    figures(),
    [
      "Threads: 1,200",
      "Turns: 3,400",
      "Calls: 12,345 | including calls outside threads",
      "Storage: 8.4 MB | used by these calls",
      "Typical turn (median): 1.5s",
      "Worst p99: 1m 1s",
    ],
  ],
  [
    "figures of threads, some of them running",
    figures({}, { running: 3 }).slice(0, 2),
    ["Threads: 1,200 | 3 running", "Turns: 3,400"],
  ],
  [
    "unknown figures",
    figures({ calls: { kind: "shown", count: 10, capped: true, storageSize: null } }, { medianP50: null }).slice(2, 5),
    [
      "Calls: 10 or more | including calls outside threads",
      "Storage: unknown | used by these calls",
      "Typical turn (median): unknown",
    ],
  ],
  [
    "figures that are loading",
    figures({ calls: { kind: "loading" } }).slice(2, 4),
    ["Calls: … | including calls outside threads", "Storage: … | used by these calls"],
  ],
  [
    "figures that failed",
    figures({ calls: { kind: "failed", text: "Not counted." } }).slice(2, 4),
    ["Calls: unknown | Not counted.", "Storage: unknown | used by these calls"],
  ],
];

const noticesCases: readonly Case[] = [
  [
    "signed out",
    notice({}, { session: { kind: "signedOut", project: null, problem: null } }),
    {
      text: "Sign in to see an overview of your threads.",
      actions: [
        { title: "Sign In", action: "signIn" },
        { title: "Open Sample Project", action: "openSample" },
      ],
    },
  ],
  [
    "an invalid service URL",
    notice({}, { session: { kind: "signedOut", project: null, problem: "notHttps" } }),
    {
      text: "The service URL setting is not valid.",
      actions: [{ title: "Open Service URL Setting", action: "openAddressSetting" }],
    },
  ],
  [
    "an API key that could not be read",
    notice({}, { session: { kind: "signedOut", project: null, problem: "keyUnreadable" } }),
    {
      text: "Could not read the API key from secret storage. Retry, or sign in again.",
      actions: [
        { title: "Retry", action: "retry" },
        { title: "Sign In", action: "signIn" },
      ],
    },
  ],
  [
    "Restricted Mode",
    notice({}, { session: { kind: "held", project: null, reason: "restricted" } }),
    {
      text: "In Restricted Mode, no requests are sent until you load threads.",
      actions: [{ title: "Load Threads", action: "loadThreads" }],
    },
  ],
  [
    "no project is selected",
    notice({}, { session: { kind: "sample", project: null } }),
    {
      text: "Select a project to see an overview of its threads.",
      actions: [{ title: "Select Project", action: "selectProject" }],
    },
  ],
  ["threads that failed", notice({ load: { kind: "failed", fault } })?.text, refused],
  [
    "threads with an unexpected error",
    notice({ load: { kind: "idle", ended: "broken" } })?.text,
    "Something went wrong. See the log for details.",
  ],
  ["all threads, not refreshed", notice(stale(3, true, now))?.text, `Not refreshed since 12:00:00 PM. ${refused}`],
  ["threads that are incomplete, of which the progress tells", notice(stale(3, false, null))?.text, refused],
  [
    "the errors filter does not apply to the overview",
    overviewState(known, { ...context, onlyErrors: true }).filter,
    "All time · including threads without errors",
  ],
  [
    "the overview is without agents, whatever the list shows of them",
    overviewState(
      {
        ...known,
        filter: { ...unfiltered, kind: "agent", attributes: [{ attribute: "agent.version", values: ["2"] }] },
      },
      context,
    ).filter,
    "All time · without agent conversations",
  ],
  ["calls that are loading", calls({}), { kind: "loading" }],
  [
    "calls that were counted",
    calls({ calls: { kind: "shown", value: { count: 3, hasMore: true, storageSize: null, rewritten: [] }, at: now } }),
    { kind: "shown", count: 3, capped: true, storageSize: null },
  ],
  ["calls that were not counted", calls({ progress: "stopped" }), { kind: "failed", text: "Not counted." }],
  ["calls that failed", calls({ calls: { kind: "failed", fault } }), { kind: "failed", text: refused }],
  ["errors that are loading", errors({ kind: "loading", value: null }), { kind: "loading" }],
  ["errors that could not be loaded", errors({ kind: "failed", fault }), { kind: "failed", text: refused }],
  [
    "errors whose ops are being counted",
    errorCounts({ kind: "loading", value: found }),
    { ...errorsShown, counting: true, problem: "" },
  ],
  [
    "errors whose counting was stopped",
    errorCounts({ kind: "shown", value: found, at: now }),
    { ...errorsShown, problem: "" },
  ],
  [
    "errors whose ops could not be counted",
    errorCounts({ kind: "shown", value: { ...found, countFault: fault }, at: now }),
    { ...errorsShown, problem: refused },
  ],
  [
    "errors that could not be refreshed",
    errorCounts({ kind: "stale", value: found, at: now, fault }),
    { ...errorsShown, problem: refused },
  ],
];

for (const [name, said, expected] of [
  ...progressCases,
  ...pageCases,
  ...threadsCases,
  ...figuresCases,
  ...noticesCases,
]) {
  test(name, () => assert.deepEqual(said, expected));
}
