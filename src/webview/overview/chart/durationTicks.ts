import { day, hour, minute, second } from "../../../core/timeSpans.ts";

/** Round durations, in milliseconds, from many to few. */
const steps: readonly (readonly number[])[] = [
  [
    ...[0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500],
    ...[1, 2, 5, 10, 20, 30].map((count) => count * second),
    ...[1, 2, 5, 10, 20, 30].map((count) => count * minute),
    ...[1, 2, 6, 12].map((count) => count * hour),
    ...[1, 2, 5, 10, 20, 50, 100].map((count) => count * day),
  ],
  [0.01, 0.1, 1, 10, 100, second, 10 * second, minute, 10 * minute, hour, 6 * hour, day, 10 * day, 100 * day],
  [0.01, 1, 100, second, minute, hour, day, 30 * day],
];

/**
 * The ticks of a duration axis from `min` to `max`, in milliseconds: the round durations that are at least `room`
 * apart, where `place` returns the position on the axis, in the same unit.
 */
export function durationTicks(
  min: number,
  max: number,
  room: number,
  place: (duration: number) => number,
): readonly number[] {
  const within = steps.map((some) => some.filter((duration) => duration >= min && duration <= max));
  const fitting = within.find((ticks) => ticks.every((tick, at) => at === 0 || apart(tick, ticks[at - 1]) >= room));
  return fitting ?? within.at(-1)?.slice(0, 1) ?? [];

  function apart(tick: number, before: number | undefined): number {
    return before === undefined ? Number.POSITIVE_INFINITY : Math.abs(place(tick) - place(before));
  }
}
