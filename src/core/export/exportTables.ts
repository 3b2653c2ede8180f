import { shownValue } from "../async/loadState.ts";
import { usageTotals } from "../calls/usage.ts";
import { countedStorage, isExact } from "../counts/callCondition.ts";
import { callQueryOf } from "../counts/countedQuery.ts";
import type { ShownCount } from "../counts/watchedCounts.ts";
import type { CallDocumentName, ExportedCall } from "../query/call.ts";
import { callBody } from "../query/callQuery.ts";
import type { ProjectId } from "../query/projectId.ts";
import {
  agentFields,
  agentRecord,
  type ConversationSummary,
  serviceStamp,
  threadFields,
  threadRecord,
} from "../query/thread.ts";
import type { ExportRecord, ExportTable } from "./exportText.ts";

const commonFields = ["turn_count", "start_time", "last_updated"] as const;

const countFields = [
  "name",
  "project_id",
  "conditions",
  "request",
  "count",
  "exact",
  "total_storage_size_bytes",
  "counted_at",
] as const;

/**
 * Saved counts with their latest values; `wordsOf` returns the conditions as text. `request` is the body of `POST
 * /calls/query_stats` without the project, with times as of the count. A count without a value has no `count`; `exact`
 * is false if counting stopped, or may have stopped, at a limit. `now` is milliseconds since the epoch.
 */
export function countTable(
  project: ProjectId,
  wordsOf: (count: ShownCount) => string,
  now: number,
): ExportTable<ShownCount, (typeof countFields)[number]> {
  return {
    fields: countFields,
    recordOf: (shown) => {
      const { load } = shown;
      const { name, conditions } = shown.saved;
      const value = shownValue(load);
      const at = value !== null && "at" in load ? load.at : null;
      const { project: _, ...query } = callQueryOf(conditions, project, at ?? now);
      return {
        name,
        project_id: project,
        conditions: wordsOf(shown),
        request: callBody(query),
        count: value?.count ?? null,
        exact: value && isExact(value, conditions),
        total_storage_size_bytes: value && countedStorage(value, conditions),
        counted_at: at === null ? null : new Date(at).toISOString(),
      };
    },
  };
}

const callFields = [
  "id",
  "op_name",
  "trace_id",
  "thread_id",
  "turn_id",
  "parent_id",
  "started_at",
  "ended_at",
  "duration_ms",
  "status",
  "exception",
  "total_tokens",
] as const;

/**
 * Calls with the service's field names and times, followed by these documents. `duration_ms` is null while a call runs,
 * `total_tokens` covers the calls inside, over all models.
 */
export function callTable(documents: readonly CallDocumentName[]): ExportTable<ExportedCall, string> {
  return {
    fields: [...callFields, ...documents],
    recordOf: (call) => {
      const { startedAt, startMicroseconds, endedAt, endMicroseconds } = call;
      const microseconds = endedAt === null ? null : (endedAt - startedAt) * 1000 + endMicroseconds - startMicroseconds;
      const record: ExportRecord<(typeof callFields)[number]> = {
        id: call.id,
        op_name: call.op,
        trace_id: call.traceId,
        thread_id: call.conversation?.id ?? null,
        turn_id: call.turnId,
        parent_id: call.parentId,
        started_at: serviceStamp(startedAt, startMicroseconds),
        ended_at: endedAt === null ? null : serviceStamp(endedAt, endMicroseconds),
        duration_ms: microseconds === null ? null : microseconds / 1000,
        status: call.status,
        exception: call.exception,
        total_tokens: usageTotals([call]).tokens,
      };
      return { ...record, ...Object.fromEntries(documents.map((name) => [name, call.documents[name] ?? null])) };
    },
  };
}

/** Agent conversations with the service's names of their figures. */
export const agentTable: ExportTable<ConversationSummary, string> = {
  fields: ["conversation_id", ...commonFields, ...agentFields],
  recordOf: (row) => ({ conversation_id: row.id, ...commonRecord(row), ...(row.agent && agentRecord(row.agent)) }),
};

/** Both kinds, with what each has. */
export const conversationTable: ExportTable<ConversationSummary, string> = {
  fields: ["kind", "id", ...commonFields],
  recordOf: (row) => ({ kind: row.kind, id: row.id, ...commonRecord(row) }),
};

function commonRecord(row: ConversationSummary): ExportRecord<(typeof commonFields)[number]> {
  const { turn_count, start_time, last_updated } = threadRecord(row);
  return { turn_count, start_time, last_updated };
}

/** Threads as formatted by `threadRecord`. */
export const threadTable: ExportTable<ConversationSummary, (typeof threadFields)[number]> = {
  fields: threadFields,
  recordOf: threadRecord,
};
