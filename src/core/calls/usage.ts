import type { Call, ModelUsage } from "../query/call.ts";

/** The known totals of calls, each with the calls inside it, over all models; null if none is known. */
export interface UsageTotals {
  readonly tokens: number | null;
  /** US dollars. */
  readonly cost: number | null;
  /** Some tokens have no price: the cost lacks them. */
  readonly isPart: boolean;
  /** In the order of their first use. */
  readonly models: readonly string[];
}

export function usageTotals(calls: readonly Pick<Call, "usage">[]): UsageTotals {
  const usage = calls.flatMap((call) => call.usage);
  return {
    tokens: sum(usage.map(tokensOf)),
    cost: sum(usage.map(({ cost }) => cost)),
    isPart: usage.some(({ isPart }) => isPart) || unpricedModels(usage).length > 0,
    models: [...new Set(usage.map(({ model }) => model))],
  };
}

/** Those with tokens but without a cost where others have one: without any cost, the service was not asked for it. */
export function unpricedModels(usage: readonly ModelUsage[]): readonly string[] {
  if (usage.every(({ cost }) => cost === null)) return [];
  const unpriced = usage.filter((each) => each.cost === null && (tokensOf(each) ?? 0) > 0);
  return [...new Set(unpriced.map(({ model }) => model))];
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
