import { l10n } from "vscode";
import type { ListField } from "../../core/counts/callCondition.ts";
import { formatIds, type IdList, parseIds } from "../../core/input/idList.ts";
import { askText, type StepHeading, type StepResult } from "../../host/quickInput.ts";
import { idsProblemText } from "../../host/rangeText.ts";
import { fieldHint, fieldName } from "./conditionField.ts";

export interface ValuesStep extends StepHeading {
  readonly field: ListField;
  readonly current: readonly string[];
}

/** Asks for the values of a field; nothing typed gives an empty list where there were some before. */
export async function askValues({ field, current, ...heading }: ValuesStep): Promise<StepResult<readonly string[]>> {
  const result = await askText({
    ...heading,
    prompt: l10n.t("The {0}. Several are parted by commas, blanks or lines, or are a JSON array.", fieldHint(field)),
    placeholder: fieldName(field),
    value: formatIds(current),
    validate: (text) => {
      const read = parseIds(text);
      if ("problem" in read) return idsProblemText(read);
      return read.ids.length > 0 || current.length > 0 ? undefined : l10n.t("Enter at least one.");
    },
    echo: (text) => {
      const read = parseIds(text);
      return "problem" in read ? undefined : listText(read);
    },
  });
  if (result.kind !== "accepted") return result;
  const read = parseIds(result.value);
  if ("problem" in read) throw new Error("The values were not checked.");
  return { kind: "accepted", value: read.ids };
}

function listText({ ids, repeated }: IdList): string | undefined {
  if (ids.length === 0) return undefined;
  const values = ids.length === 1 ? l10n.t("1 value") : l10n.t("{0} values", ids.length);
  return repeated === 0 ? values : l10n.t("{0}, {1} repeated", values, repeated);
}
