import * as l10n from "@vscode/l10n";
import { shownValue } from "../async/loadState.ts";
import { countText, storageText } from "../counts/conditionText.ts";
import { conditionsLine, loadLines } from "../counts/savedCountRow.ts";
import { actionTitle } from "../failures/action.ts";
import { addressProblemText, faultText, limitText } from "../failures/faultText.ts";
import { projectText } from "../session/sessionText.ts";
import type { Formats } from "../text/format.ts";
import { spansText } from "../text/plural.ts";
import { visibleText } from "../text/visibleText.ts";
import type { StatusItem } from "./display.ts";
import { allWithStorage, missingText, rejectedText, statusCommand } from "./statusText.ts";

export function statusTooltip(state: StatusItem, formats: Formats): readonly string[] {
  switch (state.kind) {
    case "signedOut":
      return [l10n.t("Sign in to see the call count of your project.")];
    case "badAddress":
      return [l10n.t("Invalid service URL. {0}", addressProblemText(state.problem))];
    case "noProject":
      return [l10n.t("Select a project to see its call count.")];
    case "keyUnreadable":
    case "held":
    case "noProgram":
      return [missingText(state), l10n.t("Click: {0}", actionTitle(state.click))];
    case "rejected":
      return [projectText(state.project, state.data), rejectedText(state), l10n.t("Click: {0}", actionTitle("signIn"))];
    default:
  }
  const { saved, limitedUntil } = state;
  const conditions = saved?.conditions ?? allWithStorage;
  const value = shownValue(state);
  const stored = value === null ? undefined : storageText(value, conditions, formats);
  const limit = state.kind === "loading" ? limitText({ until: limitedUntil, formats }, state.host) : null;
  return [
    ...(saved === null ? [] : [visibleText(saved.name), conditionsLine(conditions, formats)]),
    projectText(state.project, state.data),
    ...(value === null ? [] : [countText(value, conditions, formats)]),
    ...(stored === undefined ? [] : [stored]),
    ...(saved === null && value?.spans !== undefined ? [spansText(value.spans, formats)] : []),
    ...(limit === null
      ? loadLines(state, formats, (fault) => faultText(fault, { until: limitedUntil, formats }))
      : [limit]),
    l10n.t("Click: {0}", statusCommand(state).title),
  ];
}
