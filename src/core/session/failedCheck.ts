import * as l10n from "@vscode/l10n";
import { actionsFor, type FailureAction } from "../failures/action.ts";
import { actionTitle } from "../failures/actionTitle.ts";
import type { Fault } from "../failures/fault.ts";
import { faultText } from "../failures/faultText.ts";
import type { NetworkSettings } from "../network.ts";
import type { PickRow } from "../text/pickRow.ts";
import { labelText } from "../text/visibleText.ts";
import { wrappedText } from "../text/wrappedText.ts";

/** How sign-in continues after a failed check. */
export type AfterFailure =
  | "retry"
  | "keepAnyway"
  | "changeAddress"
  | "changeProject"
  | "useEditorNetwork"
  | "useOwnNetwork";

export interface FailureItem extends PickRow {
  /** How to continue; null for rows that open something else or only show text. */
  readonly decision: AfterFailure | null;
  /** What to open while the dialog stays open. */
  readonly opens?: FailureAction;
}

/** Characters that fit into a row of the box; longer text is cut off. */
const lineLength = 72;

export function sentenceItems(fault: Fault): readonly FailureItem[] {
  return wrappedText(faultText(fault), lineLength).map((line, index) => ({
    label: index === 0 ? `$(error) ${labelText(line)}` : labelText(line),
    alwaysShow: true,
    decision: null,
  }));
}

/** Retry comes first, and saving without a check last. */
export function choiceItems(fault: Fault, client: NetworkSettings["client"]): readonly FailureItem[] {
  return [
    choice(actionTitle("retry"), "retry"),
    ...actionsFor(fault, "project", client).flatMap(actionItem),
    choice(l10n.t("Change Service URL"), "changeAddress", l10n.t("returns to the first step")),
    choice(l10n.t("Save Without Checking"), "keepAnyway"),
  ];
}

function actionItem(action: FailureAction): readonly FailureItem[] {
  switch (action) {
    case "openProxySetting":
    case "openCertificateSetting":
    case "openTimeoutSetting":
    case "showLog": {
      const description = l10n.t("keeps this dialog open");
      return [{ label: actionTitle(action), description, alwaysShow: true, decision: null, opens: action }];
    }
    case "useEditorNetwork":
    case "useOwnNetwork":
      return [choice(actionTitle(action), action, l10n.t("and retry"))];
    case "selectProject":
      return [choice(actionTitle(action), "changeProject")];
    // Offered for every fault, or not applicable to a check.
    case "retry":
    case "openAddressSetting":
    case "signIn":
    case "loadThreads":
    case "useKey":
    case "narrowTimeRange":
    case "changeFilter":
    case "changeSort":
    case "changeCount":
      return [];
  }
}

function choice(label: string, decision: AfterFailure, description = ""): FailureItem {
  return { label, description, alwaysShow: true, decision };
}
