import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import type { Fault } from "../../core/failures/fault.ts";
import { type AfterFailure, choiceItems, type FailureItem, sentenceItems } from "../../core/session/failedCheck.ts";
import { networkSettings } from "../../vscode/storage/settings.ts";
import { takeAction } from "../../vscode/ui/faultNotice.ts";
import { place, type StepPosition, type StepResult, settle } from "../../vscode/ui/quickInput.ts";

/** Shows the fault of a check and asks how to continue. Actions that open something else keep the question open. */
export function askAfterFailure(fault: Fault, position: StepPosition): Promise<StepResult<AfterFailure>> {
  const pick = window.createQuickPick<FailureItem>();
  place(pick, position);
  pick.placeholder = l10n.t("Could not check the API key");
  const choices = choiceItems(fault, networkSettings().client);
  pick.items = [...sentenceItems(fault), ...choices];
  pick.activeItems = choices.slice(0, 1);
  return settle<AfterFailure>(pick, (finish) => [
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen === undefined) return;
      if (chosen.decision !== null) finish(chosen.decision);
      // The command reports its own failures.
      else if (chosen.opens !== undefined) void takeAction(chosen.opens);
    }),
  ]);
}
