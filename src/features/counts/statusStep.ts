import * as l10n from "@vscode/l10n";
import { type QuickPickItem, window } from "vscode";
import { type CallCondition, type CallStatus, callStatuses } from "../../core/counts/callCondition.ts";
import { statusHint } from "../../core/counts/conditionField.ts";
import { statusText } from "../../core/counts/conditionText.ts";
import { place, type StepHeading, type StepResult, settle } from "../../vscode/ui/quickInput.ts";

export interface StatusStep extends StepHeading {
  readonly current: readonly CallStatus[];
}

interface StatusItem extends QuickPickItem {
  readonly status: CallStatus;
}

/** Asks for the statuses of a call; null if none is selected. */
export function askStatuses({ current, ...heading }: StatusStep): Promise<StepResult<CallCondition | null>> {
  const pick = window.createQuickPick<StatusItem>();
  place(pick, heading);
  pick.placeholder = l10n.t("Select one or more");
  pick.canSelectMany = true;
  pick.items = callStatuses.map((status) => ({
    status,
    label: statusText(status),
    description: statusHint(status),
  }));
  pick.selectedItems = pick.items.filter(({ status }) => current.includes(status));
  return settle(pick, (finish) => [
    pick.onDidAccept(() => {
      const ticked = new Set(pick.selectedItems.map(({ status }) => status));
      const anyOf = callStatuses.filter((status) => ticked.has(status));
      finish(anyOf.length === 0 ? null : { kind: "status", anyOf });
    }),
  ]);
}
