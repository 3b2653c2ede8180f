import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { formsOf, type OpItem, opItems } from "../../core/counts/opRows.ts";
import { formatIds } from "../../core/input/idList.ts";
import type { ProjectId } from "../../core/session/projectId.ts";
import { place, type StepHeading, type StepResult, settle } from "../../vscode/ui/quickInput.ts";

export interface OpStep extends StepHeading {
  readonly current: readonly string[];
  readonly project: ProjectId;
}

/**
 * Asks for ops. Names become refs of any version unless entered as exact names; an empty input returns an empty list.
 */
export function askOps({ current, project, ...heading }: OpStep): Promise<StepResult<readonly string[]>> {
  const pick = window.createQuickPick<OpItem>();
  place(pick, heading);
  pick.placeholder = l10n.t("Op names (such as predict) or refs, separated by commas");
  pick.value = formatIds(current);
  const show = () => {
    pick.items = opItems(pick.value, project, current.length > 0);
  };
  show();
  return settle(pick, (finish) => [
    pick.onDidChangeValue(show),
    pick.onDidAccept(() => {
      // Items appear with a delay after typing, so only the form of the selected item is reliable.
      const chosen = pick.selectedItems[0]?.form ?? "refs";
      const meanings = formsOf(pick.value, project);
      const values = meanings.get(chosen) ?? [...meanings.values()][0];
      if (values !== undefined) finish(values);
      else if (pick.value.trim() === "" && current.length > 0) finish([]);
    }),
  ]);
}
