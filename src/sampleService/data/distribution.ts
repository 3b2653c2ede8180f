import type { Random } from "./random.ts";

/** Distribution of calls. The numbers add up to the requested calls. */
export interface CallBudget {
  /** One entry per thread, each at least 1. */
  readonly threads: readonly number[];
  readonly outside: number;
}

/** Distributes calls: about one in twelve outside threads, the others over threads of very different lengths. */
export function shareCalls(threads: number, calls: number, random: Random): CallBudget {
  const spare = calls - threads;
  const outside = threads === 0 ? calls : Math.floor(spare * 0.08);
  const weights = Array.from({ length: threads }, () => random.longTailed(1, 0.8));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let weightSoFar = 0;
  let givenSoFar = 0;
  const shares = weights.map((weight, index) => {
    weightSoFar += weight;
    // The last thread gets the remainder: the sum of the weights has rounding errors.
    const upToHere = index === threads - 1 ? spare - outside : Math.round(((spare - outside) * weightSoFar) / total);
    const share = upToHere - givenSoFar;
    givenSoFar = upToHere;
    return 1 + share;
  });
  return { threads: shares, outside };
}
