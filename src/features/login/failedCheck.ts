import * as l10n from "@vscode/l10n";
import { type QuickPickItem, window } from "vscode";
import type { Fault } from "../../core/failures/fault.ts";
import { faultText } from "../../core/failures/faultText.ts";
import { type Remedy, remediesFor } from "../../core/failures/remedy.ts";
import { remedyTitle } from "../../core/failures/remedyTitle.ts";
import { labelText } from "../../core/text/labelText.ts";
import { wrappedText } from "../../core/text/wrappedText.ts";
import { takeRemedy } from "../../host/faultNotice.ts";
import { place, type StepPosition, type StepResult, settle } from "../../host/quickInput.ts";
import { networkSettings } from "../../host/settings.ts";

/** How sign-in goes on after a check that failed. */
export type AfterFailure =
  | "retry"
  | "keepAnyway"
  | "changeAddress"
  | "changeProject"
  | "useEditorNetwork"
  | "useOwnNetwork";

interface FailureItem extends QuickPickItem {
  /** How to go on; null for what opens elsewhere or is only read. */
  readonly decision: AfterFailure | null;
  /** What to open beside the dialogue. */
  readonly opens?: Remedy;
}

/** Characters of the editor's font that fit into a row of the box; it cuts off what is longer. */
const lineLength = 72;

/** Tells the whole fault of a check and asks what to do. What opens elsewhere leaves the question where it is. */
export function askAfterFailure(fault: Fault, position: StepPosition): Promise<StepResult<AfterFailure>> {
  const pick = window.createQuickPick<FailureItem>();
  place(pick, position);
  pick.placeholder = l10n.t("The key could not be checked");
  const choices = choiceItems(fault);
  pick.items = [...sentenceItems(fault), ...choices];
  pick.activeItems = choices.slice(0, 1);
  return settle<AfterFailure>(pick, (finish) => [
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen === undefined) return;
      if (chosen.decision !== null) finish(chosen.decision);
      // A command tells its own failure.
      else if (chosen.opens !== undefined) void takeRemedy(chosen.opens);
    }),
  ]);
}

function sentenceItems(fault: Fault): readonly FailureItem[] {
  return wrappedText(faultText(fault), lineLength).map((line, index) => ({
    label: index === 0 ? `$(error) ${labelText(line)}` : labelText(line),
    alwaysShow: true,
    decision: null,
  }));
}

/** Trying again comes first, and giving up the check last. */
function choiceItems(fault: Fault): readonly FailureItem[] {
  return [
    choice(remedyTitle("retry"), "retry"),
    ...remediesFor(fault, "project", networkSettings().client).flatMap(remedyItem),
    choice(remedyTitle("openAddressSetting"), "changeAddress", l10n.t("back to the first step")),
    choice(l10n.t("Keep Anyway"), "keepAnyway", l10n.t("keep the key without a check")),
  ];
}

function remedyItem(remedy: Remedy): readonly FailureItem[] {
  switch (remedy) {
    case "openProxySetting":
    case "openCertificateSetting":
    case "openTimeoutSetting":
    case "showLog": {
      const description = l10n.t("this dialogue stays open");
      return [{ label: remedyTitle(remedy), description, alwaysShow: true, decision: null, opens: remedy }];
    }
    case "useEditorNetwork":
    case "useOwnNetwork":
      return [choice(remedyTitle(remedy), remedy, l10n.t("and try again"))];
    case "selectProject":
      return [choice(remedyTitle(remedy), "changeProject")];
    // Offered for every fault, or about what a check does not have.
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
