import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoadState } from "../../src/core/async/loadState.ts";
import { type ConversationListing, ConversationPages } from "../../src/core/conversations/conversationPages.ts";
import { failureOf, listNoticeRow, listNotices } from "../../src/core/conversations/listNotice.ts";
import { unfiltered } from "../../src/core/conversations/threadSelection.ts";
import { threadSource } from "../../src/core/conversations/threadSource.ts";
import { allCalls, type CallConditions } from "../../src/core/counts/callCondition.ts";
import type { SavedCount } from "../../src/core/counts/savedCount.ts";
import { type Fault, ServiceError } from "../../src/core/failures/fault.ts";
import { contextKeys, type ShownThreads, showsStatus, statusItem, viewState } from "../../src/core/project/display.ts";
import { statusCommand, statusLinks, statusText } from "../../src/core/project/statusText.ts";
import { statusTooltip } from "../../src/core/project/statusTooltip.ts";
import { aboutText, messageText } from "../../src/core/project/threadViewText.ts";
import type { CallCount } from "../../src/core/query/callQuery.ts";
import type { RequestEntry } from "../../src/core/requests/requestEntry.ts";
import { goodStanding, ServiceStanding, type Standing } from "../../src/core/requests/serviceStanding.ts";
import { collectorAccount, type Session } from "../../src/core/session/session.ts";
import { createFormats } from "../../src/core/text/format.ts";
import { everyOne, pagesOf, thread } from "./core/conversations/threads.ts";
import { HandClock } from "./core/handClock.ts";
import { opened } from "./core/openedProject.ts";
import { threadsWelcome } from "./welcome.ts";

// What the Threads view and the status item show in each state. The texts of every fault are in shownFaults.test.ts.

process.env.TZ = "UTC";
const formats = createFormats("en");
const now = Date.UTC(2026, 10, 3, 12);
const limitedUntil = now + 90_000;
const project = "acme/desk";
const account = { url: "https://a.example", origin: "https://a.example", username: "api" };

const sessions = {
  unknown: null,
  signedOut: { kind: "signedOut", project: null, problem: null },
  signedOutWithProject: { kind: "signedOut", project, problem: null },
  badAddress: { kind: "signedOut", project, problem: "notHttps" },
  keyUnreadable: { kind: "signedOut", project, problem: "keyUnreadable" },
  restricted: { kind: "held", project, reason: "restricted" },
  container: { kind: "held", project, reason: "container" },
  noProject: { kind: "signedIn", project: null, account },
  noProgram: { kind: "signedIn", project: null, account: collectorAccount(14_318) },
  collecting: { kind: "signedIn", project, account: collectorAccount(14_318) },
  sampleWithoutProject: { kind: "sample", project: null },
  sample: { kind: "sample", project },
  signedIn: { kind: "signedIn", project, account },
} satisfies Record<string, Session | null>;

const rejected: Fault = { kind: "notSignedIn", detail: "", host: "a.example" };
const refused: Fault = { kind: "unreachable", code: "ECONNREFUSED", host: "a.example" };
const limited: Fault = { kind: "rateLimited", retryAfter: 90, host: "a.example" };
const cut: Fault = { kind: "cutShort", rowsBefore: 1, detail: "", host: "a.example" };
const refusedText = "Could not connect to a.example (connection refused). Check the service URL, or try again later.";
const rejectedText = "Invalid or expired API key for a.example. Sign in again.";

const none = pagesOf([], { ended: true });
const others = pagesOf([], { ended: true });
others.othersExist = true;
const some = pagesOf(["a", "b"]);
const whole = pagesOf(["a", "b"], { ended: true });
const shown = (value: ConversationPages): LoadState<ConversationPages> => ({ kind: "shown", value, at: now });
const stale = (fault: Fault, at: number | null = now): LoadState<ConversationPages> => ({
  kind: "stale",
  value: some,
  at,
  fault,
});
const noneFailed: ConversationListing = { threads: [], reach: "checked", checked: 1200 };
const count: CallCount = { count: 1234, hasMore: false, storageSize: 2_000_000, rewritten: [] };
const counted: LoadState<CallCount> = { kind: "shown", value: count, at: now };
const staleCount = (fault: Fault): LoadState<CallCount> => ({ kind: "stale", value: count, at: now, fault });
const errors: CallConditions = { ...allCalls, conditions: [{ kind: "status", anyOf: ["error"] }] };
const saved: SavedCount = { id: "c1", name: "errors", conditions: errors };

interface Given {
  readonly session?: Session | null;
  readonly list?: LoadState<ConversationPages>;
  readonly listing?: ConversationListing;
  readonly found?: boolean;
  readonly filtered?: boolean;
  readonly slow?: boolean;
  readonly count?: LoadState<CallCount>;
  readonly saved?: SavedCount;
  readonly standing?: Partial<Standing>;
}

interface View {
  readonly state: string;
  /** Beside the view's title. */
  readonly about?: string;
  /** Above the rows. VS Code shows no welcome text next to it. */
  readonly message?: string;
  /** The tooltip of the row above the others. */
  readonly failure?: string;
  /** Instead of rows, with its buttons. */
  readonly welcome?: string;
}

interface Item {
  /** Icon, text, and the color of its background. */
  readonly shown: string;
  readonly spoken: string;
  readonly tooltip: readonly string[];
  /** The links in the tooltip. */
  readonly links?: string;
  /** The title and the command of a click. */
  readonly click: string;
}

type Row = readonly [name: string, given: Given, view: View | null, item?: Item | null];

const about = "all time · Last updated ↓ · acme/desk";
/** The welcome text of a failure cannot name the service. */
const failedAbout = `a.example · ${about}`;
const rowsShown: View = { state: "rows", about: `2+ · ${about}` };
const emptyShown: View = {
  state: "empty",
  about,
  welcome:
    "No conversations in this project. A thread may appear only after its first finished turn. [Retry] [Select Project]",
};
const signedOutView: View = {
  state: "signedOut",
  welcome:
    "Sign in to see the conversations of your W&B Weave project. [Sign In] No account? See what your own programs record, on this machine. [Use Local Collector] Or look at an example. [Open Sample Project]",
};
const signedOutItem: Item = {
  shown: "key Weave: Sign In",
  spoken: "Weave: signed out. Sign in",
  tooltip: ["Sign in to see the call count of your project."],
  click: "Sign In weaveThreads.signIn",
};
const noProjectView: View = {
  state: "noProject",
  welcome: "Select a project, such as my-team/my-app, to see its conversations. [Select Project]",
};
const noProjectItem: Item = {
  shown: "project Weave: Select Project",
  spoken: "Weave: no project. Select one",
  tooltip: ["Select a project to see its call count."],
  click: "Select Project weaveThreads.selectProject",
};

const ofSessions: readonly Row[] = [
  [
    "a session that is not known",
    { session: sessions.unknown },
    { state: "loading", welcome: "Loading conversations…" },
    null,
  ],
  ["signed out", { session: sessions.signedOut }, signedOutView, signedOutItem],
  ["signed out of a project", { session: sessions.signedOutWithProject }, signedOutView, signedOutItem],
  [
    "a service URL that is not valid",
    { session: sessions.badAddress },
    {
      state: "badAddress",
      welcome:
        "The service URL setting is not valid. Enter an https:// URL without user name, password or query string. [Open Service URL Setting]",
    },
    {
      shown: "warning Weave: Service URL",
      spoken: "Weave: invalid service URL. Open setting",
      tooltip: ["Invalid service URL. Use https. HTTP would send the API key unencrypted."],
      click: "Open Service URL Setting weaveThreads.openAddressSetting",
    },
  ],
  [
    "an API key that could not be read",
    { session: sessions.keyUnreadable },
    {
      state: "keyUnreadable",
      welcome: "Could not read the API key from secret storage. [Retry] [Sign In]",
    },
    {
      shown: "key Weave: API Key Error, warning",
      spoken: "Weave: API key could not be read. Retry",
      tooltip: ["Could not read the API key from secret storage. Retry, or sign in again.", "Click: Retry"],
      click: "Retry weaveThreads.refresh",
    },
  ],
  [
    "Restricted Mode",
    { session: sessions.restricted },
    {
      state: "held.restricted",
      welcome: "In Restricted Mode, no requests are sent until you load threads. [Load Threads]",
    },
    {
      shown: "shield Weave: Load Threads",
      spoken: "Weave: Restricted Mode. Load threads",
      tooltip: ["In Restricted Mode, no requests are sent until you load threads.", "Click: Load Threads"],
      click: "Load Threads weaveThreads.loadThreads",
    },
  ],
  [
    "a container",
    { session: sessions.container },
    {
      state: "held.container",
      welcome: "Your API key is not used in this container until you allow it. [Use API Key…]",
    },
    {
      shown: "key Weave: Use API Key",
      spoken: "Weave: API key not in use. Use it in this container",
      tooltip: ["Your API key is not used in this container until you allow it.", "Click: Use API Key…"],
      click: "Use API Key… weaveThreads.useKey",
    },
  ],
  ["no project", { session: sessions.noProject }, noProjectView, noProjectItem],
  [
    "the local collector before any program",
    { session: sessions.noProgram },
    {
      state: "noProgram",
      welcome:
        "The local collector is waiting for your program. Run it in a new terminal, or with the copied environment variables. [New Terminal] [Copy Environment]",
    },
    {
      shown: "comment-discussion Weave: Local",
      spoken: "Weave: the local collector is waiting for your program",
      tooltip: ["The local collector is waiting for your program.", "Click: Local Collector…"],
      click: "Local Collector… weaveThreads.localCollector",
    },
  ],
  ["a sample without a project", { session: sessions.sampleWithoutProject }, noProjectView, noProjectItem],
  [
    "the sample project",
    { session: sessions.sample, list: shown(whole) },
    { state: "rows", about: `2 · ${about} · sample` },
    {
      shown: "comment-discussion 1.2K calls",
      spoken: "Weave: 1,234 calls in acme/desk. Show counts",
      tooltip: [
        "acme/desk (sample data)",
        "1,234 calls",
        "Storage: 2 MB",
        "Last counted: Nov 3, 2026, 12:00:00 PM",
        "Click: Show Counts",
      ],
      links: "Refresh weaveThreads.refresh, Show Calls weaveThreads.showCalls",
      click: "Show Counts weaveThreads.counts.focus",
    },
  ],
];

const ofLists: readonly Row[] = [
  [
    "a list that was not requested",
    { list: { kind: "idle" } },
    { state: "loading", about, welcome: "Loading conversations…" },
  ],
  [
    "a list that loads",
    { list: { kind: "loading", value: null } },
    { state: "loading", about, welcome: "Loading conversations…" },
  ],
  [
    "a list that hangs",
    { list: { kind: "loading", value: null }, slow: true },
    { state: "loading", about, welcome: "Loading conversations… [Cancel]" },
  ],
  [
    "a list that was canceled",
    { list: { kind: "idle", ended: "canceled" } },
    { state: "canceled", about, welcome: "Loading canceled. [Retry]" },
  ],
  [
    "a list with an unexpected error",
    { list: { kind: "idle", ended: "broken" } },
    { state: "broken", about, welcome: "Something went wrong. See the log for details. [Retry] [Show Log]" },
  ],
  ["rows", { list: shown(some) }, rowsShown],
  ["rows that are replaced", { list: { kind: "loading", value: some } }, rowsShown],
  ["no threads", { list: shown(none) }, emptyShown],
  ["no threads, with or without errors", { list: shown(none), listing: noneFailed }, emptyShown],
  [
    "a filter that hides all threads",
    { list: shown(others) },
    { state: "noMatch", about, welcome: "No conversations match the filter. [Clear Filter] [Change Filter]" },
  ],
  [
    "a default filter that hides all threads",
    { list: shown(others), filtered: false },
    { state: "noMatch", about, welcome: "No conversations in the default time range. [Change Time Range]" },
  ],
  [
    "no errors",
    { list: shown(others), listing: noneFailed },
    { state: "noErrors", about, welcome: "No conversations with errors. [Show All Threads]" },
  ],
  [
    "a check for errors that was canceled before it found one",
    { list: shown(new ConversationPages([threadSource])), listing: noneFailed },
    {
      state: "noErrorsLoaded",
      about,
      welcome: "No errors in the checked conversations. There may be more. [Load More] [Show All Threads]",
    },
  ],
  [
    "a found thread in an empty list",
    { list: shown(none), found: true },
    { state: "rows", about, message: "No conversations in this project." },
  ],
  [
    "rows that could not be refreshed",
    { list: stale(refused) },
    { ...rowsShown, failure: `Not refreshed since 12:00:00 PM. ${refusedText}` },
  ],
  ["rows that are not all that were requested", { list: stale(refused, null) }, rowsShown],
  ["rows whose response ended early", { list: stale(cut, null) }, rowsShown],
];

const refresh = "Refresh weaveThreads.refresh, Show Calls weaveThreads.showCalls";
const toCounts = "Show Counts weaveThreads.counts.focus";
const whenCounted = { links: refresh, click: toCounts };
const whileCounting = { ...whenCounted, links: "Cancel weaveThreads.cancelRefresh, Show Calls weaveThreads.showCalls" };
const usual = ["acme/desk", "1,234 calls", "Storage: 2 MB"];
const lastCounted = "Last counted: Nov 3, 2026, 12:00:00 PM";
const showsCounts = "Click: Show Counts";

const ofCounts: readonly (readonly [name: string, given: Given, item: Item])[] = [
  [
    "a count that was not requested",
    { count: { kind: "idle" } },
    {
      shown: "loading~spin Weave",
      spoken: "Weave: counting calls in acme/desk",
      tooltip: ["acme/desk", "Counting…", showsCounts],
      ...whileCounting,
    },
  ],
  [
    "counting again",
    { count: { kind: "loading", value: count } },
    {
      shown: "loading~spin 1.2K calls",
      spoken: "Weave: counting calls in acme/desk",
      tooltip: [...usual, "Counting…", showsCounts],
      ...whileCounting,
    },
  ],
  [
    "a count that was canceled",
    { count: { kind: "idle", ended: "canceled" } },
    {
      shown: "comment-discussion Weave",
      spoken: "Weave: calls in acme/desk not counted",
      tooltip: ["acme/desk", "Not counted yet", showsCounts],
      ...whenCounted,
    },
  ],
  [
    "a count with an unexpected error",
    { count: { kind: "idle", ended: "broken" } },
    {
      shown: "error Weave, error",
      spoken: "Weave: Something went wrong. See the log for details.",
      tooltip: ["acme/desk", "Something went wrong. See the log for details.", "Click: Show Log"],
      links: refresh,
      click: "Show Log weaveThreads.showLog",
    },
  ],
  [
    "the count of the project",
    {},
    {
      shown: "comment-discussion 1.2K calls",
      spoken: "Weave: 1,234 calls in acme/desk. Show counts",
      tooltip: [...usual, lastCounted, showsCounts],
      ...whenCounted,
    },
  ],
  [
    "an earlier count",
    { count: staleCount(refused) },
    {
      shown: "history 1.2K calls",
      spoken: `Weave: 1,234 calls in acme/desk when last counted. ${refusedText}`,
      tooltip: [...usual, lastCounted, `Refresh failed: ${refusedText}`, showsCounts],
      ...whenCounted,
    },
  ],
  [
    "an earlier count of a project that cannot be read",
    { count: staleCount({ kind: "forbidden", detail: "" }) },
    {
      shown: "history 1.2K calls",
      spoken:
        "Weave: 1,234 calls in acme/desk when last counted. The project does not exist, or this account cannot read it. Select another project, or sign in with another key.",
      tooltip: [
        ...usual,
        lastCounted,
        "Refresh failed: The project does not exist, or this account cannot read it. Select another project, or sign in with another key.",
        "Click: Select Project",
      ],
      links: refresh,
      click: "Select Project weaveThreads.selectProject",
    },
  ],
  [
    "a count that failed",
    { count: { kind: "failed", fault: refused } },
    {
      shown: "error Weave, error",
      spoken: `Weave: ${refusedText}`,
      tooltip: ["acme/desk", refusedText, "Click: Retry"],
      links: refresh,
      click: "Retry weaveThreads.refresh",
    },
  ],
  [
    "a saved count",
    { saved },
    {
      shown: "comment-discussion errors: 1.2K",
      spoken: "Weave: errors, 1,234 calls in acme/desk. Show counts",
      tooltip: ["errors", "Conditions: status is error", "acme/desk", "1,234 calls", lastCounted, showsCounts],
      ...whenCounted,
    },
  ],
  [
    "a saved count that loads",
    { saved, count: { kind: "loading", value: null } },
    {
      shown: "loading~spin errors: –",
      spoken: "Weave: counting errors in acme/desk",
      tooltip: ["errors", "Conditions: status is error", "acme/desk", "Counting…", showsCounts],
      ...whileCounting,
    },
  ],
  [
    "a saved count that stopped at its limit",
    {
      saved: { ...saved, conditions: { ...allCalls, limit: 100 } },
      count: { kind: "shown", value: { ...count, count: 100, hasMore: true }, at: now },
    },
    {
      shown: "comment-discussion errors: 100+",
      spoken: "Weave: errors, at least 100 calls (limit reached) in acme/desk. Show counts",
      tooltip: [
        "errors",
        "Conditions: all calls, limit 100",
        "acme/desk",
        "at least 100 calls (limit reached)",
        lastCounted,
        showsCounts,
      ],
      ...whenCounted,
    },
  ],
  [
    "a saved count that is too expensive",
    { saved, count: { kind: "failed", fault: { kind: "tooExpensive", detail: "" } } },
    {
      shown: "error errors: –, error",
      spoken: "Weave: errors. The query is too expensive for the service. Try a shorter time range.",
      tooltip: [
        "errors",
        "Conditions: status is error",
        "acme/desk",
        "The query is too expensive for the service. Try a shorter time range.",
        "Click: Change Count",
      ],
      links: refresh,
      click: 'Change Count weaveThreads.editCount [{"id":"c1"}]',
    },
  ],
];

const countRows = ofCounts.map(([name, given, item]): Row => [name, given, null, item]);

const signInAgain: Item = {
  shown: "key Weave: Sign In Again, warning",
  spoken: `Weave: ${rejectedText}`,
  tooltip: ["acme/desk", rejectedText, "Click: Sign In"],
  click: "Sign In weaveThreads.signIn",
};
const untilText = "Rate limited by a.example until 12:01:30 PM.";
const waitingText = "Rate limited by a.example. Retrying at 12:01:30 PM.";

const ofAccounts: readonly Row[] = [
  [
    "a rejected key",
    { list: { kind: "failed", fault: rejected }, count: { kind: "failed", fault: rejected } },
    {
      state: "failed.notSignedIn",
      about: failedAbout,
      welcome: "Invalid or expired API key. Sign in again. [Sign In]",
    },
    signInAgain,
  ],
  [
    "a key that was rejected in the background",
    { list: stale(rejected), count: staleCount(rejected) },
    { ...rowsShown, failure: `Not refreshed since 12:00:00 PM. ${rejectedText}` },
    signInAgain,
  ],
  ["a key that was rejected by another request", { standing: { isKeyRejected: true } }, rowsShown, signInAgain],
  [
    "a first request that waits for a rate limit",
    {
      list: { kind: "loading", value: null },
      count: { kind: "loading", value: null },
      standing: { limitedUntil },
    },
    { state: "loading", about, message: waitingText },
    {
      shown: "watch Weave",
      spoken: `Weave: counting calls in acme/desk. ${waitingText}`,
      tooltip: ["acme/desk", waitingText, showsCounts],
      ...whileCounting,
    },
  ],
  [
    "a refresh that waits for a rate limit",
    {
      list: { kind: "loading", value: some },
      count: { kind: "loading", value: count },
      standing: { limitedUntil },
    },
    { ...rowsShown, message: waitingText },
    {
      shown: "watch 1.2K calls",
      spoken: `Weave: counting calls in acme/desk. ${waitingText}`,
      tooltip: [...usual, waitingText, showsCounts],
      ...whileCounting,
    },
  ],
  [
    "a rate limit that is too long to wait for",
    {
      list: { kind: "failed", fault: limited },
      count: { kind: "failed", fault: limited },
      standing: { limitedUntil },
    },
    { state: "failed.rateLimited", about: failedAbout, message: untilText },
    {
      shown: "error Weave, error",
      spoken: `Weave: ${untilText}`,
      tooltip: ["acme/desk", untilText, "Click: Retry"],
      links: refresh,
      click: "Retry weaveThreads.refresh",
    },
  ],
  [
    "rows and a count from before a rate limit",
    { list: stale(limited), count: staleCount(limited), standing: { limitedUntil } },
    { ...rowsShown, failure: `Not refreshed since 12:00:00 PM. ${untilText}` },
    {
      shown: "history 1.2K calls",
      spoken: `Weave: 1,234 calls in acme/desk when last counted. ${untilText}`,
      tooltip: [...usual, lastCounted, `Refresh failed: ${untilText}`, showsCounts],
      ...whenCounted,
    },
  ],
  [
    "a rate limit that has passed",
    { list: { kind: "failed", fault: limited }, count: staleCount(limited) },
    {
      state: "failed.rateLimited",
      about: failedAbout,
      welcome: "Rate limited by the service, or the response was incomplete. Try again later. [Retry]",
    },
    {
      shown: "history 1.2K calls",
      spoken: "Weave: 1,234 calls in acme/desk when last counted. Rate limited by a.example. Try again later.",
      tooltip: [...usual, lastCounted, "Refresh failed: Rate limited by a.example. Try again later.", showsCounts],
      ...whenCounted,
    },
  ],
];

const signedIn: Session = sessions.signedIn;

function viewOf({ session = signedIn, ...given }: Given): View {
  const { list = shown(some), found = false, filtered = true, slow = false, standing } = given;
  const { listing = everyOne(list.kind === "idle" || list.kind === "failed" ? none : (list.value ?? none)) } = given;
  const threads = { load: list, listing, found: found ? thread("found") : null, onlyErrors: false };
  const parts = {
    sessions: { session },
    threads: {
      ...threads,
      selection: { filter: unfiltered, sort: [{ field: "last_updated", direction: "desc" }] as const },
    },
    project: { defaultFilter: unfiltered },
    turns: { canBeShown: true },
    following: { value: "off" as const },
    standing: { value: { ...goodStanding, ...standing } },
    formats,
  };
  const state = viewState(session, threads);
  const message = messageText(parts);
  const notices = state === "rows" ? listNotices({ load: list, failure: failureOf(list), newCount: 0 }) : [];
  const context = { formats, limitedUntil: standing?.limitedUntil ?? null, client: "own" } as const;
  const [failure] = notices.map((row) => listNoticeRow(row, context).tooltip);
  const welcome = threadsWelcome(state, { filtered, slow });
  const description = aboutText(parts);
  return {
    state,
    ...(description !== "" && { about: description }),
    ...(message !== "" && { message }),
    ...(failure !== undefined && { failure }),
    ...(message === "" && welcome.text !== "" && { welcome: welcome.text }),
  };
}

function itemOf({ session = signedIn, count: load = counted, saved: which = undefined, standing }: Given): Item | null {
  const state = statusItem(session, load, which ?? null, { ...goodStanding, ...standing });
  if (state === null) return null;
  const { icon, text, spoken, background } = statusText(state, formats);
  const { title, command, arguments: given = [] } = statusCommand(state);
  const links = statusLinks(state).map((link) => `${link.title} ${link.command}`);
  return {
    shown: [`${icon} ${text}`, ...(background === undefined ? [] : [background])].join(", "),
    spoken,
    tooltip: statusTooltip(state, formats),
    ...(links.length > 0 && { links: links.join(", ") }),
    click: [title, command, ...(given.length === 0 ? [] : [JSON.stringify(given)])].join(" "),
  };
}

for (const [name, given, view, item] of [...ofSessions, ...ofLists, ...countRows, ...ofAccounts]) {
  test(`${name} is shown in the view and the status item`, () => {
    if (view !== null) assert.deepEqual(viewOf(given), view);
    if (item !== undefined) assert.deepEqual(itemOf(given), item);
  });
}

const forbidden: Fault = { kind: "forbidden", detail: "" };
/** Who refreshed, what is on screen, and whether the failure is told in a notification. */
const notifications: readonly (readonly [
  by: "user" | "poll",
  visible: "threads" | "counts" | "page" | "nothing",
  boolean,
])[] = [
  ["user", "threads", false],
  ["user", "counts", false],
  ["user", "page", false],
  ["user", "nothing", true],
  ["poll", "threads", false],
  ["poll", "nothing", false],
];
for (const [by, visible, isNotified] of notifications) {
  test(`a refresh by the ${by} with ${visible} on screen that fails ${isNotified ? "shows a" : "shows no"} notification`, async () => {
    const { open, service } = opened({ fault: forbidden });
    service.next.onBatch = () => {
      throw new ServiceError(forbidden);
    };
    open.threads.watched = visible === "threads";
    if (visible === "counts") await open.saved.startViewing();
    const page = async () => forbidden;
    if (visible === "page") open.refreshables.add({ refresh: page, poll: page });
    // The fault of a poll is for the next poll alone.
    const notified = by === "user" ? await open.refreshAll() : null;
    if (by === "poll") assert.deepEqual(await open.poll(), forbidden);
    assert.deepEqual(notified, isNotified ? forbidden : null);
    assert.equal(open.count.load.kind, "failed");
    assert.equal(open.threads.load.kind, visible === "threads" ? "failed" : "idle");
  });
}

test("the standing follows the responses: a rejected key until the next success, a rate limit until its end", () => {
  const clock = new HandClock();
  const standing = new ServiceStanding(clock, () => clock.now());
  const add = (entry: Pick<RequestEntry, "outcome" | "nextIn">, at = clock.now()) => standing.add({ ...entry, at });
  let changes = 0;
  standing.subscribe(() => changes++);
  add({ outcome: rejected, nextIn: null });
  add({ outcome: "aborted", nextIn: null });
  add({ outcome: refused, nextIn: 500 });
  assert.deepEqual(standing.value, { isKeyRejected: true, limitedUntil: null });
  add({ outcome: limited, nextIn: 90_400 });
  assert.deepEqual(standing.value, { isKeyRejected: true, limitedUntil: 90_400 });
  clock.pass(400);
  // Another request still waits.
  add({ outcome: "ok", nextIn: null });
  assert.deepEqual(standing.value, { isKeyRejected: false, limitedUntil: 90_400 });
  clock.pass(90_000);
  assert.deepEqual([standing.value, changes], [goodStanding, 4]);
  add({ outcome: { ...limited, retryAfter: null }, nextIn: 700 });
  assert.deepEqual(standing.value, goodStanding);
  add({ outcome: limited, nextIn: null });
  assert.deepEqual(standing.value, { isKeyRejected: false, limitedUntil: 180_400 });
  clock.pass(1000);
  add({ outcome: "ok", nextIn: null }, 90_000);
  const before = { isKeyRejected: false, limitedUntil: 180_400 };
  assert.deepEqual(standing.value, before, "the request was sent before");
  add({ outcome: "ok", nextIn: null });
  assert.deepEqual(standing.value, goodStanding);
  add({ outcome: limited, nextIn: null });
  standing.reset();
  assert.deepEqual([standing.value, clock.planned], [goodStanding, []]);
});

const quiet: ShownThreads = {
  load: { kind: "idle" },
  listing: everyOne(),
  found: null,
  filtered: false,
  onlyErrors: false,
  unseen: false,
  isFollowing: false,
  slow: false,
};

test("someone who has never used the extension sees no status item", () => {
  for (const [name, session] of Object.entries(sessions)) {
    const isOut = session === null || session.kind === "signedOut";
    assert.equal(showsStatus(session, false), !isOut, name);
    assert.equal(showsStatus(session, true), session !== null, name);
  }
});

for (const [name, session] of Object.entries(sessions)) {
  const ready = ["sample", "signedIn", "collecting"].includes(name);
  test(`commands that send requests are ${ready ? "enabled" : "disabled"} in session ${name}`, () => {
    const keys = contextKeys(session, quiet, "editor");
    assert.equal(keys["weaveThreads.client"], "editor");
    assert.equal(keys["weaveThreads.ready"], ready);
    const isLocal = ["noProgram", "collecting"].includes(name);
    assert.equal(keys["weaveThreads.session"], isLocal ? "local" : (session?.kind ?? "unknown"));
    assert.equal(keys["weaveThreads.state"], viewState(session, quiet));
  });
}

test("the filter, the error filter, unseen threads and a long wait have context keys", () => {
  const keys = contextKeys(signedIn, { ...quiet, filtered: true, onlyErrors: true, unseen: true, slow: true }, "own");
  const names = ["filtered", "onlyErrors", "unseen", "slow"] as const;
  assert.deepEqual(
    names.map((name) => keys[`weaveThreads.${name}`]),
    [true, true, true, true],
  );
});

test("without an open project, neither the list nor the count matters", () => {
  for (const [name, { session }, view, item] of ofSessions) {
    if (session?.kind === "sample" && session.project !== null) continue;
    for (const [, { list = quiet.load }] of ofLists)
      assert.equal(viewState(session ?? null, { ...quiet, load: list }), view?.state, name);
    for (const [, given] of [...ofCounts, ...ofAccounts])
      assert.deepEqual(itemOf({ ...given, ...(session !== undefined && { session }) }), item, name);
  }
});

test("a found thread is a row in every state of the list, and none of a session without one", () => {
  for (const [, { list }] of ofLists) {
    const shownThreads = { load: list ?? quiet.load, listing: everyOne(), found: thread("t") };
    assert.equal(viewState(signedIn, shownThreads), "rows");
    assert.equal(viewState(sessions.signedOut, shownThreads), "signedOut");
  }
});
