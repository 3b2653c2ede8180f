import * as l10n from "@vscode/l10n";
import { faultOf, type LoadState, shownValue } from "../async/loadState.ts";
import type { Call } from "../calls/call.ts";
import { callLines, callName, callTimes, statusIcons } from "../calls/callText.ts";
import { exceptionLine } from "../calls/failure.ts";
import { statusWords } from "../calls/statusWords.ts";
import { failedRow, type Listed, listedOf } from "../failures/failedRow.ts";
import type { Fault } from "../failures/fault.ts";
import type { RowCommand, TreeRow } from "../rows.ts";
import type { Formats } from "../text/format.ts";
import { listed } from "../text/sentences.ts";
import { apart, endCut, visibleCut } from "../text/visibleText.ts";
import { type CallList, callsAtOnce } from "./countCalls.ts";

/** A call of an expanded count. `words` are the first words of its inputs; empty if there are none, or not yet. */
export interface CallRow {
  readonly kind: "call";
  readonly countId: string;
  readonly call: Call;
  readonly words: string;
}

/** A row beside the calls of a count. */
export type CallNotice = { readonly countId: string } & (
  | { readonly kind: "callsLoading" | "noCalls" | "moreCalls" }
  | { readonly kind: "callsFailed"; readonly fault: Fault; readonly listed: Listed }
);

/** The rows of a count's calls. */
export function callRows(countId: string, load: LoadState<CallList>): readonly (CallRow | CallNotice)[] {
  const list = shownValue(load);
  const fault = faultOf(load);
  const rows = (list?.calls ?? []).map((call): CallRow | CallNotice => {
    return { kind: "call", countId, call, words: list?.words.get(call.id) ?? "" };
  });
  if (fault !== null) return [...rows, { kind: "callsFailed", countId, fault, listed: listedOf(load) }];
  if (list === null || list.more === null) return [...rows, { kind: "callsLoading", countId }];
  if (rows.length === 0) return [{ kind: "noCalls", countId }];
  return list.more ? [...rows, { kind: "moreCalls", countId }] : rows;
}

/** Longer text would push the times out of a side bar of usual width. */
const longestLabel = 20;
const longestOp = 12;

/** The row of a call: its op and what it was about, and its times. `now` is milliseconds since the epoch. */
export function callTreeRow(row: CallRow, formats: Formats, now: number): TreeRow {
  const { countId, call } = row;
  const times = callTimes(call, formats, now);
  const subject = call.exception === null ? row.words : exceptionLine(call.exception);
  const name = (op: string) => (subject === "" ? op : `${op}: ${subject}`);
  const op = callName(call);
  const status = call.status === "success" ? [] : [statusWords(call.status).word];
  return {
    id: `call/${countId}/${call.id}`,
    label: apart(endCut(name(endCut(op, longestOp)), longestLabel)),
    description: callTimes(call, formats, now, "age").join(" · "),
    icon: statusIcons[call.status],
    spoken: listed([l10n.t("Call {0}", name(op)), ...status, ...times]),
    contextValue: `call${call.threadId === null ? "" : ".thread"}${call.status === "error" ? ".error" : ""}`,
    command: { command: "weaveThreads.openCall", title: l10n.t("Open Call"), arguments: [row] },
  };
}

/** The lines of a call's tooltip, with exact values. */
export function callTooltip({ call, words }: CallRow, formats: Formats): readonly string[] {
  const { id, threadId } = call;
  return [
    ...(words === "" ? [] : [words]),
    `${l10n.t("Call")}: ${visibleCut(id)}`,
    ...(threadId === null ? [] : [`${l10n.t("Thread")}: ${visibleCut(threadId)}`]),
    ...callLines(call, null, formats),
  ];
}

export function callNoticeRow(row: CallNotice, formats: Formats): TreeRow {
  // The same for all of them: a row with the focus keeps it while it changes.
  const id = `calls/${row.countId}`;
  switch (row.kind) {
    case "callsLoading": {
      const label = l10n.t("Loading calls…");
      return { id, label, spoken: label, icon: { id: "loading~spin" }, contextValue: "notice" };
    }
    case "noCalls": {
      const label = l10n.t("No calls");
      return { id, label, spoken: label, contextValue: "notice" };
    }
    case "moreCalls": {
      const label = l10n.t("Load more");
      const command: RowCommand = { command: "weaveThreads.loadMoreCalls", title: label, arguments: [row] };
      const tooltip = l10n.t("Load the next {0} calls", formats.exact(callsAtOnce));
      const icon = { id: "ellipsis" };
      return { id, label, spoken: label, icon, isButton: true, tooltip, command, contextValue: "notice" };
    }
    case "callsFailed":
      return failedRow(id, row, l10n.t("Calls not loaded. Retry"), {
        command: "weaveThreads.retryCalls",
        arguments: [row],
      });
  }
}
