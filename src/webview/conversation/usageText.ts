import type { Call } from "../../core/calls/call.ts";
import { usageTotals } from "../../core/conversation/drawing/usageTotals.ts";
import { visibleText } from "../../core/visibleText.ts";
import type { Surface } from "./surface.ts";

/** `1,234 tokens`, `$0.12`, of all the calls together: what is known of the two. */
export function usageTexts({ say, formats }: Surface, calls: readonly Call[]): readonly string[] {
  const totals = calls.map(usageTotals).filter((total) => total !== null);
  const tokens = sum(totals.map(({ totalTokens }) => totalTokens));
  const cost = sum(totals.map((total) => total.cost));
  const told = tokens === 1 ? say("oneToken") : say("manyTokens", formats.exact(tokens ?? 0));
  return [...(tokens === null ? [] : [told]), ...(cost === null ? [] : [formats.dollars(cost)])];
}

/** One line for each model. */
export function modelsText({ say, formats }: Surface, { usage }: Call): string {
  const count = (tokens: number | null) => (tokens === null ? say("unknown") : formats.exact(tokens));
  return usage
    .map(({ model, promptTokens, completionTokens }) =>
      say("tokensOf", visibleText(model), count(promptTokens), count(completionTokens)),
    )
    .join("\n");
}

function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
}
