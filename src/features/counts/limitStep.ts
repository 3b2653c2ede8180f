import * as l10n from "@vscode/l10n";
import { limitProblemText } from "../../core/input/problemText.ts";
import { askText, type StepResult } from "../../host/quickInput.ts";

/** Asks where counting stops; null is nowhere. */
export async function askLimit(current: number | null): Promise<StepResult<number | null>> {
  const result = await askText({
    title: l10n.t("Stop Counting At"),
    canGoBack: true,
    prompt: l10n.t("The most calls to count, which saves time in a large project. Leave it empty to count all."),
    placeholder: l10n.t("No limit"),
    value: current === null ? "" : String(current),
    validate: limitProblemText,
    echo: () => undefined,
  });
  if (result.kind !== "accepted") return result;
  return { kind: "accepted", value: result.value.trim() === "" ? null : Number(result.value) };
}
