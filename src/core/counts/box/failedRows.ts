import * as l10n from "@vscode/l10n";
import type { LoadState } from "../../async/loadState.ts";
import { actionsFor, actionTitle, type FailureAction } from "../../failures/action.ts";
import type { Fault } from "../../failures/fault.ts";
import { faultText } from "../../failures/faultText.ts";
import type { NetworkSettings } from "../../network.ts";
import { labelText } from "../../text/visibleText.ts";
import type { CallConditions } from "../callCondition.ts";
import type { CallCount } from "../callQuery.ts";
import { type RefusedConditions, refusedConditions } from "../refusedCondition.ts";
import type { BoxRow } from "./boxRow.ts";

/** The conditions that the service rejected; null if none. */
export function refusedIn(load: LoadState<CallCount>, conditions: CallConditions): RefusedConditions | null {
  if (load.kind !== "failed" || load.fault.kind !== "invalidRequest" || load.fault.issues.length === 0) return null;
  return refusedConditions(conditions, load.fault.issues);
}

/** Rows with the failure and the actions for it. `about` describes the request in one line. */
export function failedRows(
  fault: Fault,
  conditions: CallConditions,
  about: string,
  client: NetworkSettings["client"],
): readonly BoxRow[] {
  const label = `$(error) ${labelText(failedText(fault, conditions))}`;
  const recount = { kind: "recount" } as const;
  const others = actionsFor(fault, "count", client).flatMap((action) => actionRow(action, fault));
  return [
    { label, detail: about, alwaysShow: true, action: recount },
    { label: `$(refresh) ${actionTitle("retry")}`, alwaysShow: true, action: recount },
    ...others,
  ];
}

/** Omits issues that are shown at the conditions. */
function failedText(fault: Fault, conditions: CallConditions): string {
  const refused = refusedIn({ kind: "failed", fault }, conditions);
  if (refused === null || fault.kind !== "invalidRequest") return faultText(fault);
  if (refused.others.length > 0) return faultText({ ...fault, issues: refused.others });
  return l10n.t("The service rejected the entries marked below.");
}

function actionRow(action: FailureAction, fault: Fault): BoxRow[] {
  switch (action) {
    case "retry":
      return [];
    case "changeCount":
      // The conditions are listed below; a time range is the one most often missing.
      return fault.kind === "tooExpensive"
        ? [item("calendar", actionTitle("narrowTimeRange"), { kind: "ask", field: "started" })]
        : [];
    case "useEditorNetwork":
    case "useOwnNetwork":
      return [item("globe", actionTitle(action), { kind: "sendBy", action })];
    default:
      return [item("arrow-right", actionTitle(action), { kind: "action", action })];
  }
}

function item(icon: string, title: string, action: BoxRow["action"]): BoxRow {
  return { label: `$(${icon}) ${title}`, alwaysShow: true, action };
}
