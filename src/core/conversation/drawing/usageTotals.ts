import type { Call, ModelUsage } from "../../calls/call.ts";

/** Usage of a call and the calls inside it, over all models; each null if no model reports it. */
export interface UsageTotals {
  readonly requests: number | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly totalTokens: number | null;
  /** US dollars. */
  readonly cost: number | null;
}

/** Null if no usage is known. */
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

/** Some model services count input and output, but no total. */
function tokens({ totalTokens, promptTokens, completionTokens }: ModelUsage): number | null {
  if (totalTokens !== null) return totalTokens;
  return promptTokens === null && completionTokens === null ? null : (promptTokens ?? 0) + (completionTokens ?? 0);
}
