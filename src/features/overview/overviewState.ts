import * as l10n from "@vscode/l10n";
import { statusItem } from "../../core/display.ts";
import type { Formats } from "../../core/format.ts";
import { resolveRange } from "../../core/input/timeRange.ts";
import { idle, type Load, shownValue } from "../../core/load.ts";
import type { Notice } from "../../core/notice.ts";
import type { Overview } from "../../core/overview/overview.ts";
import type { OverviewThreads } from "../../core/overview/overviewThreads.ts";
import type { CallFigures, OverviewState } from "../../core/overview/page.ts";
import type { Session } from "../../core/session/session.ts";
import { faultText } from "../../host/faultText.ts";
import { filterText } from "../../host/filterText.ts";
import { heldText } from "../../host/heldText.ts";
import { faultNotice, noticeOf } from "../../host/pageNotice.ts";
import { presetName, windowText } from "../../host/rangeText.ts";
import type { OverviewParts } from "./register.ts";

/** The overview in words. */
export function overviewState(
  overview: Overview,
  { sessions, project, formats }: Pick<OverviewParts, "sessions" | "project" | "formats">,
): OverviewState {
  const { load, target, filter, steps } = overview;
  const shown = shownValue(load);
  const asOf = shown?.asOf ?? Date.now();
  const bounds = shown?.bounds ?? resolveRange(filter.time, asOf);
  const words = filterText(filter, bounds, formats);
  const { session } = sessions;
  const missing = session === null ? null : missingNotice(session);
  return {
    project: target?.project ?? null,
    // The overview asks the service, which cannot leave out threads without errors.
    filter: project.failed.wanted ? `${words || presetName("all")} · ${l10n.t("with and without errors")}` : words,
    window: windowText(filter.time, bounds, formats),
    bounds,
    asOf,
    progress: session !== null && target === null ? "stopped" : overview.progress,
    whole: shown?.whole === true,
    calls: callFigures(overview),
    notice: missing ?? threadsNotice(load, formats),
    filtered: steps.canGoBack(filter),
  };
}

/** What is missing before anything can be asked. */
function missingNotice(session: Session): Notice | null {
  const item = statusItem(session, idle, null);
  if (item?.kind === "badAddress")
    return noticeOf(l10n.t("The service address in the settings cannot be used."), [item.click]);
  if (item?.kind === "held") return noticeOf(heldText(item.reason), [item.click]);
  if (item?.kind === "noProject")
    return noticeOf(l10n.t("Select a project to see an overview of its threads."), [item.click]);
  if (item?.kind !== "signedOut") return null;
  const { text, remedies } = noticeOf(l10n.t("Sign in to see an overview of your threads."), [item.click]);
  return { text, remedies: [...remedies, { title: l10n.t("Open Sample Project"), remedy: "openSample" }] };
}

/** What went wrong with the threads, and what is on screen all the same. */
function threadsNotice(load: Load<OverviewThreads>, formats: Formats): Notice | null {
  if (load.kind === "failed") return faultNotice(load.fault, "threads");
  if (load.kind !== "stale") return null;
  const { text, remedies } = faultNotice(load.fault, "threads");
  // A list that was stopped has a time, too.
  const what =
    load.at !== null && load.value.whole
      ? l10n.t("Not refreshed since {0}.", formats.timeOfDay(load.at))
      : incompleteText(load.value, formats);
  return { text: `${what} ${text}`, remedies };
}

/** The latest come first, so those that are missing are the earlier ones. */
function incompleteText({ columns }: OverviewThreads, formats: Formats): string {
  return columns.length === 1
    ? l10n.t("Only the thread that started last has arrived; earlier ones may be missing.")
    : l10n.t(
        "Only the {0} threads that started last have arrived; earlier ones may be missing.",
        formats.exact(columns.length),
      );
}

function callFigures({ calls, progress }: Overview): CallFigures {
  const value = shownValue(calls);
  if (value !== null) {
    const { count, hasMore, storageSize } = value;
    return { kind: "shown", count, capped: hasMore === true, storageSize };
  }
  if (calls.kind === "failed") return { kind: "failed", text: faultText(calls.fault) };
  return progress === "stopped" ? { kind: "failed", text: l10n.t("Not counted.") } : { kind: "loading" };
}
