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

/** Splits the calls of a thread into turns: the calls inside each, and whether it has a root call above it. */
export function turnSizes(calls: number, random: Random) {
  const sizes: { readonly nested: number; readonly underRoot: boolean }[] = [];
  for (let left = calls; left > 0; ) {
    const underRoot = left >= 2 && random.chance(0.12);
    left -= underRoot ? 2 : 1;
    const nested = Math.min(left, random.pick([0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 9]));
    left -= nested;
    sizes.push({ nested, underRoot });
  }
  return sizes;
}

/** Maximum age of calls in milliseconds: a day less than 30 days, so that a range of 30 days contains all of them. */
const horizon = 29 * 86_400_000;

/**
 * Times of the turns of a conversation, in order and without overlap, between the horizon and `now`, more of them
 * recent. Pauses and durations have long tails: most turns take seconds, a few take minutes.
 */
export function turnTimes(count: number, now: number, random: Random) {
  const pauses = Array.from({ length: count }, () => 2_000 + random.longTailed(150_000, 1.5));
  const total = pauses.reduce((sum, pause) => sum + pause, 0);
  const scale = Math.min(1, (horizon * 0.7) / total);
  const spanned = total * scale;
  let start = now - (horizon - spanned) * random.fraction() ** 1.8 - spanned;
  return pauses.map((pause) => {
    const room = pause * scale;
    const duration = Math.min(random.longTailed(2_600, 0.9), room * 0.95);
    const begin = Math.floor(start);
    start += room;
    return { start: begin, end: begin + Math.floor(duration) };
  });
}
