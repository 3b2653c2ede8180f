import * as l10n from "@vscode/l10n";
import { faultOf, type LoadState, shownValue } from "../async/loadState.ts";
import { actionCommand, actionsFor, actionTitle } from "../failures/action.ts";
import type { Fault } from "../failures/fault.ts";
import { faultText } from "../failures/faultText.ts";
import { shortFaultText } from "../failures/shortFaultText.ts";
import type { ConversationKind } from "../query/conversationKey.ts";
import type { NetworkSettings } from "../settings/network.ts";
import type { Formats } from "../text/format.ts";
import { type TreeRow, warningIcon } from "../text/rows.ts";
import { sentences } from "../text/sentences.ts";
import type { ThreadList } from "./threadList.ts";

/** Why a request for threads failed. `at` is when those shown were complete; null if they are not. */
export interface ListFailure {
  readonly fault: Fault;
  readonly at: number | null;
}

/** A row above the threads. */
export type ListNotice =
  | ({ readonly kind: "failed" } & ListFailure)
  /** Shows so many threads that an automatic refresh has found. */
  | { readonly kind: "new"; readonly count: number }
  /** The conversations of a source are missing or outdated among the others; `fault` is null while they load. */
  | {
      readonly kind: "missing";
      readonly of: ConversationKind;
      readonly fault: Fault | null;
      readonly isOutdated: boolean;
    };

export function failureOf(load: LoadState<unknown>): ListFailure | null {
  const fault = faultOf(load);
  return fault && { fault, at: load.kind === "stale" ? load.at : null };
}

export function listNotices({ load, failure, newCount }: Pick<ThreadList, "load" | "failure" | "newCount">) {
  const notices: ListNotice[] = [];
  // Threads that broke off say so at their end, where the user has asked for more.
  const isEnd = failure?.at === null && (shownValue(load)?.threads.length ?? 0) > 0;
  if (failure !== null && !isEnd) notices.push({ kind: "failed", ...failure });
  // What was canceled is offered at the end of the list.
  for (const { source, fault, isOutdated } of shownValue(load)?.missing ?? [])
    if (fault !== null || load.kind === "loading")
      notices.push({ kind: "missing", of: source.kind, fault, isOutdated });
  if (newCount > 0) notices.push({ kind: "new", count: newCount });
  return notices;
}

export interface ListNoticeContext {
  readonly formats: Formats;
  /** See `Standing`. */
  readonly limitedUntil: number | null;
  readonly client: NetworkSettings["client"];
}

/** A click on a failure takes its first action; the menu of its `contextValue` has the others. */
export function listNoticeRow(row: ListNotice, context: ListNoticeContext): TreeRow {
  const { formats, limitedUntil, client } = context;
  if (row.kind === "new") {
    const label = l10n.t("{0} new", formats.exact(row.count));
    const title = l10n.t("Show New Threads");
    const command = { command: "weaveThreads.showNewThreads", title } as const;
    return { id: "new", label, icon: { id: "arrow-up" }, spoken: sentences(label, title), isButton: true, command };
  }
  if (row.kind === "missing") return missingRow(row, context);
  const [first, ...others] = actionsFor(row.fault, "threads", client);
  const title = actionTitle(first);
  const { command, arguments: given = [] } = actionCommand[first];
  const text = faultText(row.fault, { until: limitedUntil, formats });
  const tooltip = row.at === null ? text : l10n.t("Not refreshed since {0}. {1}", formats.timeOfDay(row.at), text);
  return {
    id: "failed",
    label: sentences(shortFaultText(row.fault), title),
    icon: warningIcon,
    spoken: sentences(tooltip, title),
    isButton: true,
    tooltip,
    contextValue: ["failed", ...others].join("."),
    command: { command, title, arguments: [...given] },
  };
}

/** The row ends when they have arrived. */
function missingRow(
  { of, fault, isOutdated }: Extract<ListNotice, { kind: "missing" }>,
  { formats, limitedUntil }: ListNoticeContext,
): TreeRow {
  const id = `missing/${of}`;
  if (fault === null) {
    const label = of === "thread" ? l10n.t("Loading threads…") : l10n.t("Loading agent conversations…");
    return { id, label, spoken: label, icon: { id: "loading~spin" } };
  }
  const missing = of === "thread" ? l10n.t("Threads are missing") : l10n.t("Agent conversations are missing");
  const old = of === "thread" ? l10n.t("Threads not refreshed") : l10n.t("Agent conversations not refreshed");
  const what = isOutdated ? old : missing;
  const [title, tooltip] = [actionTitle("retry"), faultText(fault, { until: limitedUntil, formats })];
  const command = { command: isOutdated ? "weaveThreads.refresh" : "weaveThreads.loadMore", title } as const;
  const spoken = sentences(what, tooltip, title);
  return { id, label: sentences(what, title), icon: warningIcon, spoken, isButton: true, tooltip, command };
}
