import * as l10n from "@vscode/l10n";
import { faultOf, type LoadState, shownValue } from "../async/loadState.ts";
import { actionCommand, actionsFor, actionTitle } from "../failures/action.ts";
import type { Fault } from "../failures/fault.ts";
import { incompleteText } from "../failures/faultText.ts";
import { lastingText } from "../failures/limitText.ts";
import { shortFaultText } from "../failures/shortFaultText.ts";
import type { NetworkSettings } from "../network.ts";
import { type TreeRow, warningIcon } from "../rows.ts";
import type { Formats } from "../text/format.ts";
import { threadsText } from "../text/plural.ts";
import { sentences } from "../text/sentences.ts";
import type { ThreadList } from "./threadList.ts";

/** Why a request for threads failed. `at` is when those shown were complete; null if they are not. */
export interface ListFailure {
  readonly fault: Fault;
  readonly at: number | null;
}

/** A row above the threads. */
export type ListNotice =
  /** The last request failed; `loaded` threads are shown. */
  | ({ readonly kind: "failed"; readonly loaded: number } & ListFailure)
  /** Shows so many threads that an automatic refresh has found. */
  | { readonly kind: "new"; readonly count: number };

export function failureOf(load: LoadState<unknown>): ListFailure | null {
  const fault = faultOf(load);
  return fault && { fault, at: load.kind === "stale" ? load.at : null };
}

export function listNotices({ load, failure, newCount }: Pick<ThreadList, "load" | "failure" | "newCount">) {
  const notices: ListNotice[] = [];
  const loaded = shownValue(load)?.threads.length ?? 0;
  if (failure !== null) notices.push({ kind: "failed", ...failure, loaded });
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
  const [first, ...others] = actionsFor(row.fault, "threads", client);
  const title = actionTitle(first);
  const { command, arguments: given = [] } = actionCommand[first];
  const tooltip = failureText(row, lastingText(row.fault, limitedUntil, formats), formats);
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

function failureText({ fault, at, loaded }: ListNotice & { kind: "failed" }, text: string, formats: Formats): string {
  if (at !== null) return l10n.t("Not refreshed since {0}. {1}", formats.timeOfDay(at), text);
  if (loaded === 0) return text;
  const arrived = threadsText(loaded, formats);
  if (fault.kind === "cutShort") return incompleteText(fault, arrived);
  return l10n.t("Incomplete after {0}. {1}", arrived, text);
}
