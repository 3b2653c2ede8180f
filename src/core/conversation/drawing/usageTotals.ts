import type { Call, ModelUsage } from "../../calls/call.ts";

/** What a call and those below it used, over all models; each null where no model says. */
export interface UsageTotals {
  readonly requests: number | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly totalTokens: number | null;
  /** US dollars. */
  readonly cost: number | null;
}

/** Null where nothing is known of any use. */
export function usageTotals({ usage }: Call): UsageTotals | null {
  const sum = (figure: (model: ModelUsage) => number | null) =>
    usage.reduce<number | null>((total, model) => {
      const value = figure(model);
      return value === null ? total : (total ?? 0) + value;
    }, null);
  const totals: UsageTotals = {
    requests: sum(({ requests }) => requests),
    promptTokens: sum(({ promptTokens }) => promptTokens),
    completionTokens: sum(({ completionTokens }) => completionTokens),
    totalTokens: sum(tokens),
    cost: sum(({ cost }) => cost),
  };
  return Object.values(totals).every((value) => value === null) ? null : totals;
}

/** Some models' services count what went in and what came out, and no total. */
function tokens({ totalTokens, promptTokens, completionTokens }: ModelUsage): number | null {
  if (totalTokens !== null) return totalTokens;
  return promptTokens === null && completionTokens === null ? null : (promptTokens ?? 0) + (completionTokens ?? 0);
}
