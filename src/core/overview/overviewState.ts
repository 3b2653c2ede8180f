import * as l10n from "@vscode/l10n";
import { faultOf, idle, isBroken, type LoadState, shownValue } from "../async/loadState.ts";
import { filterText } from "../conversations/filterText.ts";
import { kindOf } from "../conversations/threadSelection.ts";
import { errorRows } from "../errors/errorRow.ts";
import { faultNotice, faultText, type Notice, noticeOf } from "../failures/faultText.ts";
import { presetName } from "../input/rangeText.ts";
import { resolveRange } from "../input/timeRange.ts";
import { statusItem } from "../project/display.ts";
import { missingText } from "../project/statusText.ts";
import type { Session } from "../session/session.ts";
import type { NetworkSettings } from "../settings/network.ts";
import type { Formats } from "../text/format.ts";
import type { Overview } from "./overview.ts";
import type { CallFigures, ErrorFigures, OverviewState } from "./overviewProtocol.ts";
import type { OverviewThreads } from "./overviewThreads.ts";

export interface OverviewContext {
  /** Null until it is known. */
  readonly session: Session | null;
  /** The list shows only threads with errors. */
  readonly onlyErrors: boolean;
  /** The current HTTP client. */
  readonly client: NetworkSettings["client"];
  readonly formats: Formats;
}

export interface KnownOverview
  extends Pick<Overview, "load" | "target" | "filter" | "progress" | "calls" | "errors" | "failedTurns"> {
  readonly steps: Pick<Overview["steps"], "canGoBack">;
}

export function overviewState(overview: KnownOverview, context: OverviewContext): OverviewState {
  const { session, onlyErrors, client, formats } = context;
  const { load, target, filter, steps } = overview;
  const shown = shownValue(load);
  const asOf = shown?.asOf ?? Date.now();
  const bounds = shown?.bounds ?? resolveRange(filter.time, asOf);
  const { time, threadIds } = filter;
  const hasAgents = target?.agentRoute.isUsed === true || kindOf(filter) === "agent";
  // Where the overview differs from the list: the service cannot filter threads by errors.
  const differences = [
    ...(hasAgents ? [l10n.t("without agent conversations")] : []),
    ...(onlyErrors ? [l10n.t("including threads without errors")] : []),
  ];
  const words = filterText({ time, threadIds }, bounds, formats);
  const missing = session === null ? null : missingNotice(session);
  return {
    project: target?.project ?? null,
    filter: differences.length === 0 ? words : [words || presetName("all"), ...differences].join(" · "),
    bounds,
    asOf,
    progress: session !== null && target === null ? "stopped" : overview.progress,
    whole: shown?.whole === true,
    calls: callFigures(overview),
    errors: errorFigures(overview),
    failedTurns: overview.failedTurns,
    notice: missing ?? threadsNotice(load, client, formats),
    filtered: steps.canGoBack(filter),
  };
}

/** What is missing before anything can be requested. */
function missingNotice(session: Session): Notice | null {
  const item = statusItem(session, idle, null);
  if (item === null || item.click === null) return null;
  if (item.kind === "noProject")
    return noticeOf(l10n.t("Select a project to see an overview of its threads."), [item.click]);
  if (item.kind === "keyUnreadable") return noticeOf(missingText(item), [item.click, "signIn"]);
  if (item.kind !== "signedOut") return noticeOf(missingText(item), [item.click]);
  const { text, actions } = noticeOf(l10n.t("Sign in to see an overview of your threads."), [item.click]);
  return { text, actions: [...actions, { title: l10n.t("Open Sample Project"), action: "openSample" }] };
}

/** The fault of the threads, and what is shown nevertheless. */
function threadsNotice(load: LoadState<OverviewThreads>, client: NetworkSettings["client"], formats: Formats) {
  if (load.kind === "failed") return faultNotice(load.fault, "threads", client);
  if (isBroken(load)) return faultNotice(null, "threads", client);
  if (load.kind !== "stale") return null;
  const notice = faultNotice(load.fault, "threads", client);
  // A list that was stopped also has a time. The progress says if there may be more threads.
  if (load.at === null || !load.value.whole) return notice;
  return { ...notice, text: l10n.t("Not refreshed since {0}. {1}", formats.timeOfDay(load.at), notice.text) };
}

function callFigures({ calls, progress }: KnownOverview): CallFigures {
  const value = shownValue(calls);
  if (value !== null) {
    const { count, hasMore, storageSize } = value;
    return { kind: "shown", count, capped: hasMore === true, storageSize };
  }
  if (calls.kind === "failed") return { kind: "failed", text: faultText(calls.fault) };
  return progress === "stopped" ? { kind: "failed", text: l10n.t("Not counted.") } : { kind: "loading" };
}

/** Rows of the table of errors. */
const mostErrors = 50;

function errorFigures({ errors }: Pick<KnownOverview, "errors">): ErrorFigures {
  const found = shownValue(errors);
  if (errors.kind === "failed") return { kind: "failed", text: faultText(errors.fault) };
  if (found === null) return { kind: "loading" };
  const { read, reach, total, counting, groups, countFault } = found;
  const fault = faultOf(errors) ?? countFault;
  return {
    kind: "shown",
    read,
    reach,
    total,
    counting: counting && errors.kind === "loading",
    rows: errorRows(found, mostErrors),
    groups: groups.length,
    problem: fault === null ? "" : faultText(fault),
  };
}
