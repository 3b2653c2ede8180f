import * as l10n from "@vscode/l10n";
import type { QuickPickItem } from "vscode";
import { allCalls, type CallConditions } from "../../core/counts/callCondition.ts";
import { conditionsText } from "../../core/counts/conditionText.ts";
import type { SavedCount } from "../../core/counts/savedCount.ts";
import type { Formats } from "../../core/text/format.ts";
import { labelText, visibleText } from "../../core/text/visibleText.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";

/** Asks for a saved count or all calls; without saved counts, returns all calls. */
export async function pickConditions(
  saved: readonly SavedCount[],
  formats: Formats,
): Promise<CallConditions | undefined> {
  if (saved.length === 0) return allCalls;
  const items: readonly (QuickPickItem & { readonly conditions: CallConditions })[] = [
    { label: l10n.t("All Calls"), conditions: allCalls },
    ...saved.map(({ name, conditions }) => ({
      label: labelText(visibleText(name)),
      detail: labelText(conditionsText(conditions, formats)),
      conditions,
    })),
  ];
  const result = await askPick({ title: l10n.t("Copy Count Query As"), placeholder: l10n.t("Select a count"), items });
  return result.kind === "accepted" ? result.value.conditions : undefined;
}
