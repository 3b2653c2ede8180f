import * as l10n from "@vscode/l10n";
import { usernameProblemText } from "../../core/input/problemText.ts";
import { askText, type StepHeading, type StepResult } from "../../vscode/ui/quickInput.ts";

/** Asks for the user name. */
export function askUsername(
  heading: StepHeading,
  value: string,
  onType: (value: string) => void,
): Promise<StepResult<string>> {
  return askText({
    ...heading,
    prompt: l10n.t("User name (keep “api” for W&B)"),
    value,
    validate: usernameProblemText,
    onType,
  });
}
