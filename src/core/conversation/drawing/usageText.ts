import * as l10n from "@vscode/l10n";
import type { Call } from "../../calls/call.ts";
import type { Formats } from "../../text/format.ts";
import { plural } from "../../text/plural.ts";
import { visibleText } from "../../text/visibleText.ts";
import { usageTotals } from "./usageTotals.ts";

/** `1,234 tokens`, `$0.12`: the known totals of all calls. */
export function usageTexts(calls: readonly Call[], formats: Formats): readonly string[] {
  const totals = calls.map(usageTotals).filter((total) => total !== null);
  const tokens = sum(totals.map(({ totalTokens }) => totalTokens));
  const cost = sum(totals.map((total) => total.cost));
  const told = plural(tokens ?? 0, l10n.t("1 token"), l10n.t("{0} tokens", formats.exact(tokens ?? 0)));
  return [...(tokens === null ? [] : [told]), ...(cost === null ? [] : [formats.dollars(cost)])];
}

/** One line per model. */
export function modelsText({ usage }: Call, formats: Formats): string {
  const count = (tokens: number | null) => (tokens === null ? l10n.t("unknown") : formats.exact(tokens));
  return usage
    .map(({ model, promptTokens, completionTokens }) =>
      l10n.t("{0}: {1} in, {2} out", visibleText(model), count(promptTokens), count(completionTokens)),
    )
    .join("\n");
}

function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
}
