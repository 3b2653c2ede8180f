import * as l10n from "@vscode/l10n";
import type { Call, ModelUsage } from "../../calls/call.ts";
import type { Formats } from "../../text/format.ts";
import { plural } from "../../text/plural.ts";
import { visibleText } from "../../text/visibleText.ts";

/** `1,234 tokens`, `$0.12`: the known totals of all calls, each with the calls inside it, over all models. */
export function usageTexts(calls: readonly Call[], formats: Formats): readonly string[] {
  const usage = calls.flatMap((call) => call.usage);
  const tokens = sum(usage.map(tokensOf));
  const cost = sum(usage.map((model) => model.cost));
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

/** Some model services count input and output, but no total. */
function tokensOf({ totalTokens, promptTokens, completionTokens }: ModelUsage): number | null {
  return totalTokens ?? sum([promptTokens, completionTokens]);
}

/** Of the known values; null if there are none. */
function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
}
