import * as l10n from "@vscode/l10n";
import type { QuickPickItem } from "vscode";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import { type ConditionField, conditionFields } from "../../core/counts/conditionField.ts";
import { fieldRow } from "../../core/counts/conditionText.ts";
import type { Formats } from "../../core/text/format.ts";
import { askPick, type StepResult } from "../../vscode/ui/quickInput.ts";

interface FieldItem extends QuickPickItem {
  readonly field: ConditionField;
}

/** Asks for the field of a condition; fields with a condition show it. */
export async function askField(conditions: CallConditions, formats: Formats): Promise<StepResult<ConditionField>> {
  const items = conditionFields.map((field): FieldItem => ({ field, ...fieldRow(field, conditions, formats) }));
  const result = await askPick({
    title: l10n.t("Add Condition"),
    canGoBack: true,
    placeholder: l10n.t("Add a condition"),
    items,
  });
  return result.kind === "accepted" ? { kind: "accepted", value: result.value.field } : result;
}
