import * as l10n from "@vscode/l10n";
import type { ListField } from "../../core/counts/callCondition.ts";
import { fieldHint, fieldName } from "../../core/counts/conditionField.ts";
import { noValuesProblemText, valuesText } from "../../core/input/problemText.ts";
import type { Formats } from "../../core/text/format.ts";
import { askIdList } from "../../vscode/ui/idListStep.ts";
import type { StepHeading, StepResult } from "../../vscode/ui/quickInput.ts";

export interface ValuesStep extends StepHeading {
  readonly field: ListField;
  readonly current: readonly string[];
  readonly formats: Formats;
}

/** Asks for the values of a field; an empty input removes existing values. */
export async function askValues({ field, formats, ...step }: ValuesStep): Promise<StepResult<readonly string[]>> {
  return askIdList({
    ...step,
    prompt: l10n.t(
      "{0}. Enter one or more, separated by commas, spaces or new lines, or a JSON array.",
      fieldHint(field),
    ),
    placeholder: fieldName(field),
    countText: (count) => valuesText(count, formats),
    emptyProblem: noValuesProblemText(step.current),
  });
}
