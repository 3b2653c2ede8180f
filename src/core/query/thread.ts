import { type AgentFigures, shownCost } from "./agentFigures.ts";
import type { ConversationKey } from "./conversationKey.ts";

/**
 * One conversation with the figures of both kinds. Those of a thread are what the service computes from its turns in the
 * requested time range (`POST /threads/stream_query`). Times are milliseconds since the epoch, durations are milliseconds.
 */
export interface ConversationSummary extends ConversationKey {
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
  /** Median duration of the finished turns; null if it is not known. */
  readonly p50TurnDuration: number | null;
  /** 99th percentile of the finished turns' durations; null if it is not known. */
  readonly p99TurnDuration: number | null;
  /** The service's figures show that a turn is running. Even if they do not, one may be running. */
  readonly hasRunning: boolean;
  /** Of an agent conversation. */
  readonly agent?: AgentFigures;
}

/** The service's names of a thread's fields, in its order. */
export const threadFields = [
  "thread_id",
  "turn_count",
  "start_time",
  "last_updated",
  "first_turn_id",
  "last_turn_id",
  "p50_turn_duration_ms",
  "p99_turn_duration_ms",
] as const;

/** A thread with the service's field names; times have microsecond precision, as the service writes them. */
export type ThreadRecord = Readonly<Record<(typeof threadFields)[number], string | number | null>>;

/**
 * A thread of `POST /threads/stream_query`; a duration that was not computed is null, even if it sends -1,
 * and so are its values for running turns: see `withoutEpoch`.
 */
export function threadRecord(thread: ConversationSummary): ThreadRecord {
  const { lastUpdated } = thread;
  return {
    thread_id: thread.id,
    turn_count: thread.turnCount,
    start_time: serviceStamp(thread.startTime, thread.startMicroseconds),
    last_updated: lastUpdated === null ? null : serviceStamp(lastUpdated, thread.updatedMicroseconds),
    first_turn_id: thread.firstTurnId,
    last_turn_id: thread.lastTurnId,
    p50_turn_duration_ms: thread.p50TurnDuration,
    p99_turn_duration_ms: thread.p99TurnDuration,
  };
}

/** `threadRecord`; of an agent conversation, with its own figures. */
export function summaryRecord(row: ConversationSummary): object {
  if (row.agent === undefined) return threadRecord(row);
  const { turn_count, start_time, last_updated } = threadRecord(row);
  return { conversation_id: row.id, turn_count, start_time, last_updated, ...agentRecord(row.agent) };
}

/** `summaryRecord` as JSON. */
export function threadJson(row: ConversationSummary): string {
  return JSON.stringify(summaryRecord(row), null, 2);
}

export const agentFields = [
  "conversation_name",
  "agent_names",
  "agent_versions",
  "request_models",
  "uncached_input_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
  "output_tokens",
  "total_cost_usd",
  "span_count",
  "error_count",
] as const;

/** The figures of an agent conversation under the service's names where it has them; costs are US dollars. */
export function agentRecord(
  agent: AgentFigures,
): Readonly<Record<(typeof agentFields)[number], string | number | null | readonly string[]>> {
  const { tokens, cost } = agent;
  return {
    conversation_name: agent.name || null,
    agent_names: agent.agents,
    agent_versions: agent.versions,
    request_models: agent.models,
    uncached_input_tokens: tokens.uncached,
    cache_read_input_tokens: tokens.cacheRead,
    cache_creation_input_tokens: tokens.cacheWrite,
    output_tokens: tokens.output,
    total_cost_usd: shownCost(cost),
    span_count: agent.spans,
    error_count: agent.errors,
  };
}

const dayMilliseconds = 86_400_000;
const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, "0"));

/** The day of the last stamp. Rows that follow each other mostly share it, and formatting a date is the costly part. */
let stamped = { day: Number.NaN, text: "" };

/**
 * A time as the service writes it, in UTC: to the second, or with six fractional digits if they are not zero. From whole
 * milliseconds since the epoch and the microseconds beyond them.
 */
export function serviceStamp(milliseconds: number, microseconds: number): string {
  const day = Math.floor(milliseconds / dayMilliseconds);
  if (day !== stamped.day) {
    stamped = { day, text: new Date(day * dayMilliseconds).toISOString().slice(0, -"HH:MM:SS.sssZ".length) };
  }
  const time = milliseconds - day * dayMilliseconds;
  const second = Math.floor(time / 1000);
  const minute = Math.floor(second / 60);
  const hours = twoDigits[Math.floor(minute / 60)];
  const fraction = (time % 1000) * 1000 + microseconds;
  const digits = fraction === 0 ? "" : `.${String(fraction).padStart(6, "0")}`;
  return `${stamped.text}${hours}:${twoDigits[minute % 60]}:${twoDigits[second % 60]}${digits}Z`;
}
