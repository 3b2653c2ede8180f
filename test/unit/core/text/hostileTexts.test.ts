import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoadState } from "../../../../src/core/async/loadState.ts";
import { pathSegment } from "../../../../src/core/conversation/conversationAddress.ts";
import { detailTreeRow } from "../../../../src/core/conversations/detailRowText.ts";
import { filterText } from "../../../../src/core/conversations/filterText.ts";
import { detailRows } from "../../../../src/core/conversations/threadDetails.ts";
import { blockTreeRow, endTreeRow, threadTreeRow } from "../../../../src/core/conversations/threadRowText.ts";
import { unfiltered } from "../../../../src/core/conversations/threadSelection.ts";
import { threadTooltip, turnTooltip } from "../../../../src/core/conversations/threadTooltip.ts";
import { checkedThread } from "../../../../src/core/conversations/threadTurns.ts";
import { turnNoticeRow, turnTreeRow } from "../../../../src/core/conversations/turnRow.ts";
import { startRows } from "../../../../src/core/counts/box/boxRow.ts";
import { resultRows } from "../../../../src/core/counts/box/resultRows.ts";
import { allCalls, type CallConditions } from "../../../../src/core/counts/callCondition.ts";
import { callNoticeRow, callTooltip, callTreeRow } from "../../../../src/core/counts/callRow.ts";
import { fileCountProblem } from "../../../../src/core/counts/fileCountText.ts";
import { opItems } from "../../../../src/core/counts/opRows.ts";
import { savedCountRow, savedCountTooltip } from "../../../../src/core/counts/savedCountRow.ts";
import { sideName } from "../../../../src/core/diff/comparison.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import { faultText, issuesDetail } from "../../../../src/core/failures/faultText.ts";
import { leadText } from "../../../../src/core/links/linkText.ts";
import { callItem } from "../../../../src/core/opNavigation/opText.ts";
import { statusItem } from "../../../../src/core/project/display.ts";
import { statusText } from "../../../../src/core/project/statusText.ts";
import { statusTooltip } from "../../../../src/core/project/statusTooltip.ts";
import type { CallCount } from "../../../../src/core/query/callQuery.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { requestLine } from "../../../../src/core/requests/requestEntry.ts";
import { sourceProblemText } from "../../../../src/core/session/keySourceText.ts";
import { serviceItems } from "../../../../src/core/session/serviceRows.ts";
import { accountText } from "../../../../src/core/session/sessionText.ts";
import { offeredProjects, projectItems, sentenceItems } from "../../../../src/core/session/signInRows.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { visibleText } from "../../../../src/core/text/visibleText.ts";
import { thread as plainThread } from "../conversations/threads.ts";
import { turn as plainTurn, usage } from "../conversations/turns.ts";
import { issue } from "../failures/faults.ts";

/** An icon, a link, an escape sequence, a bidirectional mark and a line end. */
const hostile = "$(zap)[x](command:quit)\u001b[31m\u202eli\nve";

const formats = createFormats("en");
const project = "acme/desk";
const known = {
  ...plainThread(hostile),
  firstTurnId: hostile,
  lastTurnId: hostile,
};
const checked = checkedThread(known, null, {});
const turn = {
  kind: "turn",
  turn: plainTurn(hostile, { op: hostile, exception: hostile, status: "error", conversation: threadKey(hostile) }),
  words: "",
  isAlike: true,
  failure: plainTurn(hostile, { op: hostile, exception: hostile }),
  thread: known,
  section: "list" as const,
} as const;
const listed = {
  requested: known,
  turns: [plainTurn("a", { usage: [usage(hostile, 1, 1)] })],
  earlier: false,
  words: new Map<string, string>(),
  pending: new Set<string>(),
  failed: [],
};
const conditions: CallConditions = {
  ...allCalls,
  conditions: [
    { kind: "list", field: "threadIds", values: [hostile] },
    { kind: "list", field: "opNames", values: [hostile] },
  ],
  expandColumns: [hostile],
};
const saved = { id: "c1", name: hostile, conditions };
const fault: Fault = { kind: "notFound", detail: hostile };
const invalid: Fault = {
  kind: "invalidRequest",
  detail: hostile,
  issues: [issue(["body", "query", hostile], hostile, hostile)],
};
const value: CallCount = { count: 1, hasMore: false, storageSize: null, rewritten: [] };
const stale: LoadState<CallCount> = { kind: "stale", value, at: 0, fault };
const shownCount = { saved, isTemporary: false, load: stale, change: null, inStatusBar: true };
const callRow = { kind: "call", countId: "n", call: turn.turn, words: "", isAlike: true } as const;
const item = statusItem({ kind: "sample", project }, stale, saved);
if (item === null) throw new Error("The status item is hidden.");
const box = (load: LoadState<CallCount>) =>
  resultRows({ conditions, load, project, saved: { ...saved, conditions: allCalls }, client: "own" }, formats);
const plain = { formats, now: 0, window: null, isNew: false, newSince: null, failure: null, message: "", notes: [] };
const service = { url: "https://a.example", origin: "https://a.example" };
const netrc = { kind: "netrc", file: hostile, host: "api.a.example" } as const;

const faults: readonly Fault[] = [
  fault,
  invalid,
  { ...invalid, issues: [] },
  { kind: "unreachable", code: hostile },
  { kind: "unreachable", code: "ECONNREFUSED", host: hostile },
  { kind: "certificate", code: hostile },
  { kind: "proxy", proxy: null, status: 403, detail: hostile },
  { kind: "proxy", proxy: null, status: null, detail: hostile },
  { kind: "tooExpensive", detail: hostile },
  { kind: "serviceFailure", status: 500, detail: hostile, retryAfter: null },
  { kind: "redirect", status: 302, origin: hostile },
];

/** The texts among the fields that are shown. */
function textsOf(shown: unknown): readonly string[] {
  if (typeof shown === "string") return [shown];
  if (Array.isArray(shown)) return shown.flatMap(textsOf);
  if (typeof shown !== "object" || shown === null) return [];
  const fields = ["label", "description", "detail", "tooltip", "spoken", "text"] as const;
  return fields.flatMap((field) => textsOf(Reflect.get(shown, field)));
}

type Shown = readonly [where: string, shown: unknown];

/** Where VS Code shows the text as it is. */
const asText: readonly Shown[] = [
  [
    "a thread's row",
    threadTreeRow(checked, {
      ...plain,
      message: "",
      isAlike: false,
      sortedBy: "last_updated",
      hasFailed: false,
      opens: true,
      section: "list" as const,
      isOpen: false,
    }),
  ],
  ["a thread's tooltip", threadTooltip(checked, { ...plain, hasFailed: false, isUnknown: false, feedback: "" })],
  [
    "a thread's details",
    detailRows({ checked, calls: { kind: "failed", fault }, turns: listed, section: "list" as const }).map((row) =>
      detailTreeRow(row, formats, null),
    ),
  ],
  [
    "a block of threads",
    blockTreeRow({ kind: "block", index: 0, start: 0, end: 2, first: known, last: known }, "thread_id", false, plain),
  ],
  ["an incomplete list", endTreeRow({ kind: "incomplete", fault }, formats)],
  ["a turn's row", turnTreeRow(turn, { formats, now: 0, seen: null })],
  ["a turn's tooltip", turnTooltip(turn, formats)],
  [
    "turns that failed to load",
    turnNoticeRow({ kind: "turnsFailed", fault, listed: "none", thread: known, section: "list" as const }, formats),
  ],
  ["a saved count", savedCountRow(shownCount, formats, 0)],
  ["a saved count's tooltip", savedCountTooltip(shownCount, project, formats)],
  ["a call of a count", callTreeRow(callRow, formats, 0)],
  ["a call's tooltip", callTooltip(callRow, formats)],
  ["calls that failed to load", callNoticeRow({ kind: "callsFailed", countId: "n", fault, listed: "none" }, formats)],
  ["the status item's tooltip", statusTooltip(item, formats)],
  ["the status item for screen readers", statusText(item, formats).spoken],
  ["the filter", filterText({ ...unfiltered, threadIds: [hostile] }, {}, formats)],
  ["the tab of a conversation", pathSegment(hostile, 60)],
  ["an account", accountText({ origin: "https://a.example", username: hostile })],
  ["a line of the log", requestLine(loggedWith(fault))],
];

/** Where VS Code replaces `$(name)` by an icon. */
const inLabels: readonly Shown[] = [
  ["the status item", statusText(item, formats).text],
  ["the first page of the count box", startRows([conditions], [saved], formats)],
  ["a count in the count box", box({ kind: "shown", value, at: 0 })],
  ["a failed count in the count box", box({ kind: "failed", fault })],
  ["a rejected count in the count box", box({ kind: "failed", fault: invalid })],
  ["an issue", issuesDetail([issue(["body", "query", hostile], hostile, hostile)])],
  ["the name of an op", opItems(hostile, project, false, new Map())],
  ["a suggested op", opItems("", project, false, new Map([[hostile, { file: hostile }]]))],
  ["a call of an op", callItem({ ...turn.turn, endedAt: null }, formats)],
  ["a failed check of a key", sentenceItems(fault)],
  ["a rejected project", projectItems("", undefined, { offered: [], current: null, problem: faultText(fault) })],
  [
    "a project that a file of the workspace names",
    projectItems("", undefined, { offered: offeredProjects(null, [{ project, from: hostile }], []), current: null }),
  ],
  [
    "a source of a key, and one that is broken",
    serviceItems(
      null,
      [],
      [
        { service, source: netrc, lookup: { kind: "found", key: "k" } },
        { service, source: netrc, lookup: { kind: "brokenEntry" } },
      ],
    ),
  ],
];

/** Where VS Code makes a link of `[text](address)`. */
const inMessages: readonly Shown[] = [
  ...faults.map((one): Shown => [`a fault (${JSON.stringify(one).slice(0, 40)}…)`, faultText(one)]),
  ["a link to a thread", leadText({ kind: "thread", project, conversation: threadKey(hostile) })],
  ["a side of a comparison", sideName({ kind: "thread", conversation: threadKey(hostile) })],
  ["a broken source of a key", sourceProblemText({ source: netrc, lookup: { kind: "brokenEntry" } })],
];

function loggedWith(outcome: Fault): Parameters<typeof requestLine>[0] {
  return {
    at: 0,
    path: "/calls/query_stats",
    route: "direct",
    routeReason: "loopback",
    attempt: 1,
    nextIn: null,
    status: 404,
    milliseconds: 1,
    bytes: 1,
    rows: 0,
    outcome,
    cause: null,
  };
}

for (const [where, shown] of [...asText, ...inLabels, ...inMessages]) {
  test(`${where} shows untrusted text without hidden characters`, () => {
    const texts = textsOf(shown);
    assert.ok(
      texts.some((text) => text.includes("$(zap)")),
      "the text is shown",
    );
    for (const text of texts) assert.equal(visibleText(text), text);
  });
}

for (const [where, shown] of inLabels) {
  test(`${where} has no icon from untrusted text`, () => {
    for (const text of textsOf(shown)) assert.doesNotMatch(text, /(?<!\\)\$\(zap\)/);
  });
}

for (const [where, shown] of inMessages) {
  test(`${where} has no link from untrusted text`, () => {
    for (const text of textsOf(shown)) assert.ok(!text.includes("]("), text);
  });
}

test("a problem in a count file shows untrusted text without hidden characters but its own line ends", () => {
  const text = fileCountProblem([hostile, hostile], [hostile]);
  assert.equal(text.split("\n").length, 3);
  for (const line of text.split("\n")) assert.equal(visibleText(line), line);
});
