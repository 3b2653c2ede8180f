import type { Random } from "./random.ts";

const day = 86_400_000;

/** Maximum age of calls in milliseconds: a day less than 30 days, so that a range of 30 days contains all of them. */
const horizon = 29 * day;

export interface TurnTime {
  readonly start: number;
  readonly end: number;
}

/**
 * Times of the turns of a conversation, in order and without overlap, between the horizon and `now`, more of them
 * recent. Pauses and durations have long tails: most turns take seconds, a few take minutes.
 */
export function turnTimes(count: number, now: number, random: Random): readonly TurnTime[] {
  const pauses = Array.from({ length: count }, () => 2_000 + random.longTailed(150_000, 1.5));
  const total = pauses.reduce((sum, pause) => sum + pause, 0);
  const scale = Math.min(1, (horizon * 0.7) / total);
  const spanned = total * scale;
  const times: TurnTime[] = [];
  let start = now - (horizon - spanned) * random.fraction() ** 1.8 - spanned;
  for (const pause of pauses) {
    const room = pause * scale;
    const duration = Math.min(random.longTailed(2_600, 0.9), room * 0.95);
    times.push({ start: Math.floor(start), end: Math.floor(start) + Math.floor(duration) });
    start += room;
  }
  return times;
}
