import type { Call } from "../../core/calls/call.ts";
import { visibleText } from "../../core/visibleText.ts";
import type { Surface } from "./surface.ts";

/** Tokens and cost, each null where it is not known. */
export interface Usage {
  readonly tokens: number | null;
  readonly cost: number | null;
}

export function usageOf(calls: readonly Call[]): Usage {
  const models = calls.flatMap(({ usage }) => usage);
  return { tokens: sum(models.map(tokensOf)), cost: sum(models.map(({ cost }) => cost)) };
}

/** `1,234 tokens`, `$0.12`: what is known of the two. */
export function usageTexts({ say, formats }: Surface, { tokens, cost }: Usage): readonly string[] {
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

function tokensOf({ totalTokens, promptTokens, completionTokens }: Call["usage"][number]): number | null {
  return totalTokens ?? sum([promptTokens, completionTokens]);
}

function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
}
