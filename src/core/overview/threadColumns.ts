/**
 * Threads as columns, one index per thread, in order of arrival: a hundred thousand of them are drawn and
 * sent without an object for each.
 */
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
export function isRunning({ lastUpdated }: ThreadColumns, place: number): boolean {
  return Number.isNaN(lastUpdated[place]);
}
