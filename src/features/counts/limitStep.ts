import * as l10n from "@vscode/l10n";
import { leastLimit } from "../../core/counts/callConditions.ts";
import { askText, type StepResult } from "../../host/quickInput.ts";

/** Asks where counting stops; null is nowhere. */
export async function askLimit(current: number | null): Promise<StepResult<number | null>> {
  const result = await askText({
    title: l10n.t("Stop Counting At"),
    canGoBack: true,
    prompt: l10n.t("The most calls to count, which saves time in a large project. Leave it empty to count all."),
    placeholder: l10n.t("No limit"),
    value: current === null ? "" : String(current),
    validate: (text) => {
      const limit = Number(text);
      if (text.trim() === "") return undefined;
      if (limit === 1) return l10n.t("The service takes 1 for another question. Enter {0} or more.", leastLimit);
      const possible = Number.isSafeInteger(limit) && limit >= leastLimit;
      return possible ? undefined : l10n.t("Enter a whole number, {0} or more.", leastLimit);
    },
    echo: () => undefined,
  });
  if (result.kind !== "accepted") return result;
  return { kind: "accepted", value: result.value.trim() === "" ? null : Number(result.value) };
}
