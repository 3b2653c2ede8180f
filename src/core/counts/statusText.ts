import * as l10n from "@vscode/l10n";
import type { StatusCount, StatusItem } from "../display.ts";
import { actionCommand, actionTitle } from "../failures/action.ts";
import { addressProblemText, faultText } from "../failures/faultText.ts";
import type { RowCommand } from "../rows.ts";
import { heldText, projectText } from "../session/sessionText.ts";
import type { Formats } from "../text/format.ts";
import { callsText } from "../text/plural.ts";
import { labelText, visibleCut, visibleText } from "../text/visibleText.ts";
import { allCalls, type CallConditions } from "./callCondition.ts";
import { isExact } from "./callConditions.ts";
import type { CallCount } from "./callQuery.ts";
import { countText, storageText } from "./conditionText.ts";
import { conditionsLine, loadLines } from "./savedCountRow.ts";

/** What is counted without a saved count. */
const allWithStorage: CallConditions = { ...allCalls, includeStorageSize: true };

/** Space in the status bar is limited. */
const longestName = 20;

/** For a saved count, changing means editing it. */
export function statusCommand(state: StatusItem): RowCommand {
  const title = actionTitle(state.click);
  if (state.click === "changeCount" && state.saved !== null) {
    return { title, command: "weaveThreads.editCount", arguments: [{ id: state.saved.id }] };
  }
  const { command, arguments: given = [] } = actionCommand[state.click];
  return { title, command, arguments: [...given] };
}

export interface StatusText {
  readonly icon: string;
  readonly text: string;
  /** Text for screen readers: the exact value and its project. */
  readonly spoken: string;
}

export function statusText(state: StatusItem, formats: Formats): StatusText {
  switch (state.kind) {
    case "signedOut":
      return { icon: "key", text: l10n.t("Weave: Sign In"), spoken: l10n.t("Weave: signed out. Sign in") };
    case "badAddress": {
      const spoken = l10n.t("Weave: invalid service URL. Open setting");
      return { icon: "warning", text: l10n.t("Weave: Service URL"), spoken };
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
    case "loading":
      return {
        icon: "loading~spin",
        text: shortText(state, state.value, formats),
        spoken:
          state.saved === null
            ? l10n.t("Weave: counting calls in {0}", state.project)
            : l10n.t("Weave: counting {0} in {1}", visibleText(state.saved.name), state.project),
      };
    case "shown":
      return {
        icon: "comment-discussion",
        text: shortText(state, state.value, formats),
        spoken: l10n.t("Weave: {0} in {1}. Refresh", exactText(state, state.value, formats), state.project),
      };
    case "stale": {
      const spoken = l10n.t(
        "Weave: {0} in {1} when last counted. {2}",
        exactText(state, state.value, formats),
        state.project,
        faultText(state.fault),
      );
      return { icon: "history", text: shortText(state, state.value, formats), spoken };
    }
    case "failed":
      return {
        icon: "error",
        text: shortText(state, null, formats),
        spoken:
          state.saved === null
            ? l10n.t("Weave: {0}", faultText(state.fault))
            : l10n.t("Weave: {0}. {1}", visibleText(state.saved.name), faultText(state.fault)),
      };
  }
}

/** `1.2K calls`, `errors: 12`, or `errors: 100+` if counting stopped at a limit. */
function shortText({ saved }: StatusCount, value: CallCount | null, formats: Formats): string {
  if (saved === null) {
    if (value === null) return l10n.t("Weave");
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
  return saved === null ? calls : `${visibleText(saved.name)}, ${calls}`;
}

/** The lines of the item's tooltip. */
export function statusTooltip(state: StatusItem, formats: Formats): readonly string[] {
  switch (state.kind) {
    case "signedOut":
      return [l10n.t("Sign in to see the call count of your project.")];
    case "badAddress":
      return [l10n.t("Invalid service URL. {0}", addressProblemText(state.problem))];
    case "held":
      return [heldText(state.reason), l10n.t("Click: {0}", actionTitle(state.click))];
    case "noProject":
      return [l10n.t("Select a project to see its call count.")];
    case "loading":
    case "shown":
    case "stale":
    case "failed":
      break;
  }
  const { saved } = state;
  const conditions = saved?.conditions ?? allWithStorage;
  const value = state.kind === "failed" ? null : state.value;
  const stored = value === null ? undefined : storageText(value, conditions, formats);
  return [
    ...(saved === null ? [] : [visibleText(saved.name), conditionsLine(conditions, formats)]),
    projectText(state.project, state.sample),
    ...(value === null ? [] : [countText(value, conditions, formats)]),
    ...(stored === undefined ? [] : [stored]),
    ...loadLines(state, formats),
    state.kind === "shown" ? l10n.t("Click to refresh") : l10n.t("Click: {0}", actionTitle(state.click)),
  ];
}
