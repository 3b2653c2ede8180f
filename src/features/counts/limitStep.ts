import * as l10n from "@vscode/l10n";
import { limitProblemText } from "../../core/input/problemText.ts";
import { askText, type StepResult } from "../../vscode/ui/quickInput.ts";

/** Asks for the limit; null for none. */
export async function askLimit(current: number | null): Promise<StepResult<number | null>> {
  const result = await askText({
    title: l10n.t("Limit"),
    canGoBack: true,
    prompt: l10n.t("Maximum number of calls to count. A limit saves time in large projects. Leave empty for no limit."),
    placeholder: l10n.t("No limit"),
    value: current === null ? "" : String(current),
    validate: limitProblemText,
    echo: () => undefined,
  });
  if (result.kind !== "accepted") return result;
  return { kind: "accepted", value: result.value.trim() === "" ? null : Number(result.value) };
}
