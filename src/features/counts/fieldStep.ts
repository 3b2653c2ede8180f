import * as l10n from "@vscode/l10n";
import type { QuickPickItem } from "vscode";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import {
  type ConditionField,
  conditionFields,
  fieldHint,
  fieldName,
  fieldOf,
  fieldTitle,
} from "../../core/counts/conditionField.ts";
import { conditionText } from "../../core/counts/conditionText.ts";
import type { Formats } from "../../core/text/format.ts";
import { labelText } from "../../core/text/visibleText.ts";
import { askPick, type StepResult } from "../../host/quickInput.ts";

interface FieldItem extends QuickPickItem {
  readonly field: ConditionField;
}

/** Asks for the field of a condition; fields with a condition show it. */
export async function askField(conditions: CallConditions, formats: Formats): Promise<StepResult<ConditionField>> {
  const items = conditionFields.map((field): FieldItem => {
    const current = conditions.conditions.find((condition) => fieldOf(condition) === field);
    const now =
      current === undefined ? {} : { detail: l10n.t("Current: {0}", labelText(conditionText(current, formats))) };
    return { field, label: fieldTitle(field), description: `${fieldHint(field)} · ${fieldName(field)}`, ...now };
  });
  const result = await askPick({
    title: l10n.t("Add Condition"),
    canGoBack: true,
    placeholder: l10n.t("Add a condition"),
    items,
  });
  return result.kind === "accepted" ? { kind: "accepted", value: result.value.field } : result;
}
