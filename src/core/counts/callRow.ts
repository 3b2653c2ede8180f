import * as l10n from "@vscode/l10n";
import { faultOf, type LoadState, shownValue } from "../async/loadState.ts";
import { callDuration, callLines, callName, statusIcons } from "../calls/callText.ts";
import { exceptionLine } from "../calls/failure.ts";
import { statusWords } from "../calls/statusWords.ts";
import type { Fault } from "../failures/fault.ts";
import type { Call } from "../query/call.ts";
import { failedRow, type Listed, listedOf } from "../requests/failedRow.ts";
import type { Formats } from "../text/format.ts";
import { rowLabel, textsAlike } from "../text/rowLabel.ts";
import type { RowCommand, TreeRow } from "../text/rows.ts";
import { listed } from "../text/sentences.ts";
import { endCut, visibleCut } from "../text/visibleText.ts";
import { type CallList, callsAtOnce } from "./countCalls.ts";

/** A call of an expanded count. `words` are the first words of its inputs; empty if there are none, or not yet. */
export interface CallRow {
  readonly kind: "call";
  readonly countId: string;
  readonly call: Call;
  readonly words: string;
  /** Its label begins as that of another call. */
  readonly isAlike: boolean;
}

export type CallNotice = { readonly countId: string } & (
  | { readonly kind: "callsLoading" | "noCalls" | "moreCalls" }
  | { readonly kind: "callsFailed"; readonly fault: Fault; readonly listed: Listed }
);

export function callRows(countId: string, load: LoadState<CallList>): readonly (CallRow | CallNotice)[] {
  const list = shownValue(load);
  const fault = faultOf(load);
  const calls = (list?.calls ?? []).map((call) => ({ call, words: list?.words.get(call.id) ?? "" }));
  const alike = textsAlike(calls.map((one) => subjectText(one)));
  const rows: (CallRow | CallNotice)[] = calls.map((one) => {
    return { kind: "call", countId, ...one, isAlike: alike.has(subjectText(one)) };
  });
  if (fault !== null) return [...rows, { kind: "callsFailed", countId, fault, listed: listedOf(load) }];
  if (list === null || list.more === null) return [...rows, { kind: "callsLoading", countId }];
  if (rows.length === 0) return [{ kind: "noCalls", countId }];
  return list.more ? [...rows, { kind: "moreCalls", countId }] : rows;
}

/** Of an op before what its call was about. */
const longestOp = 24;

/** A call's op and what it was about. */
function subjectText({ call, words }: Pick<CallRow, "call" | "words">, most = longestOp): string {
  const op = endCut(callName(call), most);
  const subject = call.exception === null ? words : exceptionLine(call.exception);
  return subject === "" ? op : `${op}: ${subject}`;
}

/** The row of a call: its start, its op and what it was about. `now` is milliseconds since the epoch. */
export function callTreeRow(row: CallRow, formats: Formats, now: number): TreeRow {
  const { countId, call, isAlike } = row;
  const duration = callDuration(call, formats);
  const status = call.status === "success" ? [] : [statusWords(call.status).word];
  return {
    id: `call/${countId}/${call.id}`,
    label: rowLabel(formats.age(call.startedAt, now), subjectText(row), isAlike),
    description: duration.join(""),
    icon: statusIcons[call.status],
    spoken: listed([
      l10n.t("Call {0}", subjectText(row, Number.POSITIVE_INFINITY)),
      ...status,
      ...duration,
      formats.ago(call.startedAt, now),
    ]),
    contextValue: `call${call.conversation === null ? "" : ".thread"}${call.status === "error" ? ".error" : ""}`,
    command: { command: "weaveThreads.openCall", title: l10n.t("Open Call"), arguments: [row] },
  };
}

export function callTooltip({ call, words }: CallRow, formats: Formats): readonly string[] {
  const { id, conversation } = call;
  return [
    ...(words === "" ? [] : [words]),
    ...callLines(call, null, formats),
    ...(conversation === null ? [] : [`${l10n.t("Thread")}: ${visibleCut(conversation.id)}`]),
    `${l10n.t("Call")}: ${visibleCut(id)}`,
  ];
}

export function callNoticeRow(row: CallNotice, formats: Formats): TreeRow {
  // The same for all of them: a row with the focus keeps it while it changes.
  const id = `calls/${row.countId}`;
  const notice = (label: string) => ({ id, label, spoken: label, contextValue: "notice" });
  switch (row.kind) {
    case "callsLoading":
      return { ...notice(l10n.t("Loading calls…")), icon: { id: "loading~spin" } };
    case "noCalls":
      return notice(l10n.t("No calls"));
    case "moreCalls": {
      const label = l10n.t("Load more");
      const command: RowCommand = { command: "weaveThreads.loadMoreCalls", title: label, arguments: [row] };
      const tooltip = l10n.t("Load the next {0} calls", formats.exact(callsAtOnce));
      return { ...notice(label), icon: { id: "ellipsis" }, isButton: true, tooltip, command };
    }
    case "callsFailed":
      return failedRow(id, row, l10n.t("Calls not loaded. Retry"), {
        command: "weaveThreads.retryCalls",
        arguments: [row],
      });
  }
}
