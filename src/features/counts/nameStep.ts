import * as l10n from "@vscode/l10n";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import { conditionsText } from "../../core/counts/conditionText.ts";
import { countNameNoteText, countNameProblemText } from "../../core/input/problemText.ts";
import type { Formats } from "../../core/text/format.ts";
import { middleCut } from "../../core/text/visibleText.ts";
import { askText, type StepResult } from "../../vscode/ui/quickInput.ts";

const longestProposal = 60;

/** Asks for the name of a count to save; `names` are the existing names. */
export async function askName(
  conditions: CallConditions,
  names: readonly string[],
  formats: Formats,
): Promise<StepResult<string>> {
  const result = await askText({
    title: l10n.t("Save Count"),
    canGoBack: true,
    prompt: l10n.t("Name of the saved count. Its conditions are saved, and it is recounted each time."),
    value: middleCut(conditionsText(conditions, formats), longestProposal),
    validate: countNameProblemText,
    echo: (name) => countNameNoteText(name, names),
  });
  return result.kind === "accepted" ? { kind: "accepted", value: result.value.trim() } : result;
}
