/**
 * One conversation, with the statistics that the service computes from the turns in the requested time range
 * (`POST /threads/stream_query`). Times are milliseconds since the epoch, durations are milliseconds.
 */
export interface Thread {
  readonly id: string;
  /** All turns, unfinished ones included. */
  readonly turnCount: number;
  /** Start of the earliest turn. */
  readonly startTime: number;
  /** Microseconds of the start beyond `startTime`, 0 to 999. */
  readonly startMicroseconds: number;
  /** End of the latest finished turn; null while none has finished. */
  readonly lastUpdated: number | null;
  /** Microseconds of that end beyond `lastUpdated`, 0 to 999. */
  readonly updatedMicroseconds: number;
  /** Call ID of the turn that started first. */
  readonly firstTurnId: string | null;
  /** Call ID of the turn that finished last; null while none has finished. */
  readonly lastTurnId: string | null;
  /** Median duration of the finished turns; null if the service did not compute it. */
  readonly p50TurnDuration: number | null;
  /** 99th percentile of the finished turns' durations; null if the service did not compute it. */
  readonly p99TurnDuration: number | null;
  /** The service's figures show that a turn is running. Even if they do not, one may be running. */
  readonly hasRunning: boolean;
}
