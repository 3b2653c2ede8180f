import * as l10n from "@vscode/l10n";
import { isBroken, type LoadState, shownValue } from "../async/loadState.ts";
import { allCalls, type CallConditions, isExact } from "../counts/callCondition.ts";
import { countText } from "../counts/conditionText.ts";
import { actionCommand, actionTitle } from "../failures/action.ts";
import { bugText, faultText, limitText } from "../failures/faultText.ts";
import type { CallCount } from "../query/callQuery.ts";
import { badAddressText, heldText, noticeText } from "../session/sessionText.ts";
import type { Formats } from "../text/format.ts";
import { callsText, spansText } from "../text/plural.ts";
import type { RowCommand } from "../text/rows.ts";
import { listed, sentences } from "../text/sentences.ts";
import { labelText, visibleCut, visibleText } from "../text/visibleText.ts";
import type { StatusCount, StatusItem } from "./display.ts";

/** What is counted without a saved count. */
export const allWithStorage: CallConditions = { ...allCalls, includeStorageSize: true };

/** Space in the status bar is limited. */
const longestName = 20;

/** For a saved count, changing means editing it. */
export function statusCommand(state: StatusItem): RowCommand {
  if (state.click === null) return { title: l10n.t("Show Counts"), command: "weaveThreads.counts.focus" };
  const title = actionTitle(state.click);
  if (state.click === "changeCount" && state.saved !== null) {
    return { title, command: "weaveThreads.editCount", arguments: [{ id: state.saved.id }] };
  }
  const { command, arguments: given = [] } = actionCommand[state.click];
  return { title, command, arguments: [...given] };
}

/** What is missing before requests can be sent. */
export function missingText(state: StatusItem): string {
  if (state.kind === "held") return heldText(state.reason);
  if (state.kind === "badAddress") return badAddressText();
  if (state.kind === "keyUnreadable") return noticeText(state.kind);
  if (state.kind === "noProgram") return l10n.t("The local collector is waiting for your program.");
  return state.kind === "noProject" ? l10n.t("Select a project first.") : l10n.t("Sign in to Weave first.");
}

/** What the tooltip offers besides the click. */
export function statusLinks({ kind }: StatusItem): readonly RowCommand[] {
  const calls: RowCommand = { title: l10n.t("Show Calls"), command: "weaveThreads.showCalls" };
  switch (kind) {
    case "loading":
      return [{ title: l10n.t("Cancel"), command: "weaveThreads.cancelRefresh" }, calls];
    case "idle":
    case "shown":
    case "stale":
    case "failed":
      return [{ title: l10n.t("Refresh"), command: "weaveThreads.refresh" }, calls];
    default:
      return [];
  }
}

/** While there is nothing to report. */
export const usualIcon = "comment-discussion";

export interface StatusText {
  readonly icon: string;
  readonly text: string;
  /** Text for screen readers: the exact value and its project. */
  readonly spoken: string;
  /** VS Code's color for items that need attention; absent for the usual one. */
  readonly background?: "warning" | "error";
}

export function statusText(state: StatusItem, formats: Formats): StatusText {
  switch (state.kind) {
    case "signedOut":
      return { icon: "key", text: l10n.t("Weave: Sign In"), spoken: l10n.t("Weave: signed out. Sign in") };
    case "badAddress": {
      const spoken = l10n.t("Weave: invalid service URL. Open setting");
      return { icon: "warning", text: l10n.t("Weave: Service URL"), spoken };
    }
    case "keyUnreadable": {
      const spoken = l10n.t("Weave: API key could not be read. Retry");
      return { icon: "key", text: l10n.t("Weave: API Key Error"), spoken, background: "warning" };
    }
    case "held":
      return state.reason === "restricted"
        ? {
            icon: "shield",
            text: l10n.t("Weave: Load Threads"),
            spoken: l10n.t("Weave: Restricted Mode. Load threads"),
          }
        : {
            icon: "key",
            text: l10n.t("Weave: Use API Key"),
            spoken: l10n.t("Weave: API key not in use. Use it in this container"),
          };
    case "noProject": {
      const text = l10n.t("Weave: Select Project");
      return { icon: "project", text, spoken: l10n.t("Weave: no project. Select one") };
    }
    case "noProgram": {
      const spoken = l10n.t("Weave: the local collector is waiting for your program");
      return { icon: usualIcon, text: l10n.t("Weave: Local"), spoken };
    }
    case "rejected":
      return {
        icon: "key",
        text: l10n.t("Weave: Sign In Again"),
        spoken: l10n.t("Weave: {0}", rejectedText(state)),
        background: "warning",
      };
    default:
      return countStatusText(state, formats);
  }
}

function countStatusText(state: StatusCount & LoadState<CallCount>, formats: Formats): StatusText {
  const { project, saved, limitedUntil: until } = state;
  const text = shortText(state, shownValue(state), formats);
  switch (state.kind) {
    case "idle":
      return isBroken(state)
        ? { icon: "error", text, spoken: l10n.t("Weave: {0}", bugText()), background: "error" }
        : { icon: usualIcon, text, spoken: l10n.t("Weave: calls in {0} not counted", project) };
    case "loading": {
      const counting =
        saved === null
          ? l10n.t("Weave: counting calls in {0}", project)
          : l10n.t("Weave: counting {0} in {1}", visibleText(saved.name), project);
      const limit = limitText({ until, formats }, state.host);
      return { icon: limit === null ? "loading~spin" : "watch", text, spoken: sentences(counting, limit ?? "") };
    }
    case "shown": {
      const exact = exactText(state, state.value, formats);
      return { icon: usualIcon, text, spoken: l10n.t("Weave: {0} in {1}. Show counts", exact, project) };
    }
    case "stale": {
      const exact = exactText(state, state.value, formats);
      const failure = faultText(state.fault, { until, formats });
      const spoken = l10n.t("Weave: {0} in {1} when last counted. {2}", exact, project, failure);
      return { icon: "history", text, spoken };
    }
    case "failed": {
      const failure = faultText(state.fault, { until, formats });
      const named = saved && l10n.t("Weave: {0}. {1}", visibleText(saved.name), failure);
      return { icon: "error", text, spoken: named ?? l10n.t("Weave: {0}", failure), background: "error" };
    }
  }
}

/**
 * The status bar item while counts are above their thresholds; `alerts` are their texts. An icon that shows the state of
 * counting is kept, because nothing else in the status bar shows that a refresh failed or waits.
 */
export function withAlerts(status: StatusText, alerts: readonly string[]): StatusText {
  if (alerts.length === 0 || status.background !== undefined) return status;
  const icon = status.icon === usualIcon ? "bell-dot" : status.icon;
  return { ...status, icon, spoken: sentences(status.spoken, ...alerts), background: "warning" };
}

export function rejectedText({ host }: StatusCount): string {
  return faultText({ kind: "notSignedIn", detail: "", ...(host !== null && { host }) });
}

/** `1.2K calls`, `errors: 12`, or `errors: 100+` if counting stopped at a limit. */
function shortText({ saved }: StatusCount, value: CallCount | null, formats: Formats): string {
  if (saved === null) {
    if (value === null) return l10n.t("Weave");
    // Agents write no calls.
    if (value.count === 0 && value.spans !== undefined) return spansText(value.spans, formats, "compact");
    return callsText(value.count, formats, "compact");
  }
  const name = labelText(visibleCut(saved.name, longestName));
  if (value === null) return `${name}: –`;
  const count = formats.compact(value.count);
  return `${name}: ${count}${isExact(value, saved.conditions) ? "" : "+"}`;
}

/** `1,234 calls`, `errors, 12 calls` */
function exactText({ saved }: StatusCount, value: CallCount, formats: Formats): string {
  const calls = countText(value, saved?.conditions ?? allWithStorage, formats);
  return saved === null ? calls : listed([visibleText(saved.name), calls]);
}
