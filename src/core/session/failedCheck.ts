import * as l10n from "@vscode/l10n";
import type { Fault } from "../failures/fault.ts";
import { faultText } from "../failures/faultText.ts";
import { type Remedy, remediesFor } from "../failures/remedy.ts";
import { remedyTitle } from "../failures/remedyTitle.ts";
import type { NetworkSettings } from "../network.ts";
import { labelText } from "../text/labelText.ts";
import type { PickRow } from "../text/pickRow.ts";
import { wrappedText } from "../text/wrappedText.ts";

/** How sign-in goes on after a check that failed. */
export type AfterFailure =
  | "retry"
  | "keepAnyway"
  | "changeAddress"
  | "changeProject"
  | "useEditorNetwork"
  | "useOwnNetwork";

export interface FailureItem extends PickRow {
  /** How to go on; null for what opens elsewhere or is only read. */
  readonly decision: AfterFailure | null;
  /** What to open beside the dialogue. */
  readonly opens?: Remedy;
}

/** Characters of the editor's font that fit into a row of the box; it cuts off what is longer. */
const lineLength = 72;

export function sentenceItems(fault: Fault): readonly FailureItem[] {
  return wrappedText(faultText(fault), lineLength).map((line, index) => ({
    label: index === 0 ? `$(error) ${labelText(line)}` : labelText(line),
    alwaysShow: true,
    decision: null,
  }));
}

/** Trying again comes first, and giving up the check last. */
export function choiceItems(fault: Fault, client: NetworkSettings["client"]): readonly FailureItem[] {
  return [
    choice(remedyTitle("retry"), "retry"),
    ...remediesFor(fault, "project", client).flatMap(remedyItem),
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
