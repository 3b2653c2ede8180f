/** Threads as columns, in order of arrival: a hundred thousand are drawn and sent without an object for each. */
export interface ThreadColumns {
  readonly ids: readonly string[];
  /** Start of the earliest turn, in milliseconds since the epoch. */
  readonly startTime: Float64Array;
  /** End of the latest finished turn, in milliseconds since the epoch; NaN while none has finished. */
  readonly lastUpdated: Float64Array;
  readonly turnCount: Float64Array;
  /** Milliseconds; NaN if the service did not compute it. */
  readonly p50: Float64Array;
  /** Milliseconds; NaN if the service did not compute it. */
  readonly p99: Float64Array;
}

/** Whether all turns of the thread at `place` are running. */
export function hasRunning({ lastUpdated }: ThreadColumns, place: number): boolean {
  return Number.isNaN(lastUpdated[place]);
}

/** A nanosecond, in milliseconds. Smaller durations are treated as 0: they would make the axis endless. */
const leastDuration = 1e-6;

/** Whether a duration, in milliseconds, can be placed on a logarithmic axis. */
export function isDrawable(duration: number | undefined): boolean {
  return duration !== undefined && duration >= leastDuration && duration < Number.POSITIVE_INFINITY;
}

/** How many threads have neither a median nor a 99th percentile that can be drawn: both unknown, or known and 0. */
export function notDrawn({ p50, p99 }: ThreadColumns): { readonly unknown: number; readonly zero: number } {
  let [unknown, zero] = [0, 0];
  for (let place = 0; place < p50.length; place++) {
    if (isDrawable(p50[place]) || isDrawable(p99[place])) continue;
    if (Number.isNaN(p50[place]) && Number.isNaN(p99[place])) unknown++;
    else zero++;
  }
  return { unknown, zero };
}

/** The indexes of all threads by start; of those that started together, the first to arrive comes first. */
export function timeOrder({ startTime }: ThreadColumns): Uint32Array {
  const places = Uint32Array.from(startTime, (_, place) => place);
  return places.sort((a, b) => (startTime[a] ?? 0) - (startTime[b] ?? 0) || a - b);
}
