import { allCalls, type CallCondition, type CallConditions, isExact, type ListField } from "../counts/callCondition.ts";
import { countRemarks } from "../counts/conditionText.ts";
import { callListOf, callQueryOf } from "../counts/countedQuery.ts";
import { type ErrorRow, errorRows } from "../errors/errorRow.ts";
import { type FoundErrors, findAgentErrors, findErrors, type RequestedErrors } from "../errors/foundErrors.ts";
import type { TimeRange } from "../input/timeRange.ts";
import { countCalls, queryCalls } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call } from "../query/call.ts";
import { opRef } from "../query/opRef.ts";
import type { ProjectId } from "../query/projectId.ts";
import { endCut, middleCut } from "../text/visibleText.ts";
import { type ChatToolResult, jsonRows } from "./framedText.ts";
import { callFacts, longestId } from "./recordTexts.ts";
import type { ToolInput } from "./toolInputs.ts";

const longestException = 1500;
/** Calls of a group of errors that are named. */
const mostExamples = 3;

/** The conditions of an input. A bare op name stands for all versions, and for ops that were recorded without a ref. */
export function requestedConditions(
  input: ToolInput<"weave_count_calls">,
  range: TimeRange,
  project: ProjectId,
): CallConditions {
  const list = (field: ListField, values: readonly string[] | undefined): readonly CallCondition[] =>
    values === undefined ? [] : [{ kind: "list", field, values }];
  const ops = input.op_names?.flatMap((name) => [opRef(name, project) ?? name, name]);
  const { status, min_latency_ms: atLeast = null, max_latency_ms: atMost = null } = input;
  return {
    ...allCalls,
    conditions: [
      ...list("opNames", ops && [...new Set(ops)]),
      ...list("threadIds", input.thread_ids),
      ...list("turnIds", input.turn_ids),
      ...list("traceIds", input.trace_ids),
      ...list("callIds", input.call_ids),
      ...(input.roots_only ? [{ kind: "rootsOnly" } as const] : []),
      ...(status === undefined ? [] : [{ kind: "status", anyOf: status } as const]),
      ...(range.kind === "preset" && range.preset === "all" ? [] : [{ kind: "started", range } as const]),
      ...(atLeast === null && atMost === null ? [] : [{ kind: "latency", atLeast, atMost } as const]),
    ],
  };
}

/** The same for the user: a bare op name that stands for a ref, too, is not named twice. */
export function shownConditions(conditions: CallConditions, project: ProjectId): CallConditions {
  const isShown = (value: string, values: readonly string[]) => {
    const ref = opRef(value, project) ?? value;
    return ref === value || !values.includes(ref);
  };
  return {
    ...conditions,
    conditions: conditions.conditions.map((condition) =>
      condition.kind === "list" && condition.field === "opNames"
        ? { ...condition, values: condition.values.filter((value, _, all) => isShown(value, all)) }
        : condition,
    ),
  };
}

/** Counts calls. `now` is milliseconds since the epoch. Rejects as `countCalls` of the service does. */
export async function countResult(
  conditions: CallConditions,
  { service, project }: ProjectClient,
  now: number,
  signal: AbortSignal,
): Promise<ChatToolResult> {
  const count = await service.ask(countCalls, callQueryOf(conditions, project, now), signal);
  const row = { count: count.count, is_exact: isExact(count, conditions), remarks: countRemarks(count) };
  return {
    head: `Number of calls in Weave project ${project} that match all conditions of the input.`,
    data: jsonRows([row]).text,
    rest: "",
  };
}

/** Lists calls, the latest first. Rejects as `queryCalls` of the service does. */
export async function callsResult(
  conditions: CallConditions,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  { service, project }: ProjectClient,
  now: number,
  signal: AbortSignal,
): Promise<ChatToolResult> {
  const calls: Call[] = [];
  const query = { ...callListOf(conditions, project, now), limit: limit + 1, offset };
  for await (const batch of service.rows(queryCalls, query, signal)) calls.push(...batch);
  const rows = calls.slice(0, limit).map((call) => ({
    ...callFacts(call),
    exception: call.exception === null ? null : endCut(call.exception, longestException),
  }));
  const { text, count } = jsonRows(rows);
  return {
    head: `Calls in Weave project ${project} that match all conditions of the input, the latest first: ${count}, one per line.`,
    data: text,
    rest: calls.length > count ? `There are more. For the next ones, call again with offset ${offset + count}.` : "",
  };
}

/** Groups the failed calls of a filter by op and exception type. Rejects as `findErrors` does. */
export async function errorsResult(
  requested: RequestedErrors,
  limit: number,
  target: ProjectClient,
  signal: AbortSignal,
): Promise<ChatToolResult> {
  const found = await findErrors(target, requested, () => undefined, signal);
  const rows = errorRows(found, limit).map((row, at) => errorRecord(row, found.groups[at]?.calls ?? []));
  const { text, count } = jsonRows(rows);
  const all = found.groups.length;
  return {
    head:
      `Failed calls in Weave project ${target.project}, grouped by op and exception type, the most frequent first: ` +
      `${count} of ${all} groups, one per line. ${coverage(found)}`,
    data: text,
    rest: leftOutText(all - count),
  };
}

/** Groups the failed spans of agent conversations. Rejects as `findAgentErrors` does. */
export async function agentErrorsResult(
  requested: RequestedErrors,
  limit: number,
  target: ProjectClient,
  signal: AbortSignal,
): Promise<ChatToolResult> {
  const groups = await findAgentErrors(target, requested, signal);
  const short = (text: string) => middleCut(text, longestId);
  const rows = groups.slice(0, limit).map(({ operation, tool, type, spans, conversations, last }) => ({
    ...{ operation: short(operation), tool: short(tool), error_type: short(type) },
    ...{ failed_spans: spans, conversations, last_started_at: new Date(last).toISOString() },
  }));
  const { text, count } = jsonRows(rows);
  return {
    head:
      `Failed spans of agent conversations in Weave project ${target.project}, grouped by operation, tool and error ` +
      `type, the most frequent first: ${count} of ${groups.length} groups, one per line.`,
    data: text,
    rest: leftOutText(groups.length - count),
  };
}

function leftOutText(groups: number): string {
  return groups === 0 ? "" : `${groups} groups are left out. Use a shorter time range or a higher limit (50).`;
}

function coverage({ read, reach, total }: FoundErrors): string {
  if (reach === "all") return `All ${read} failed calls are grouped.`;
  return `The latest ${read} of ${total ?? "more"} failed calls are grouped; is_exact tells whether a count is complete.`;
}

function errorRecord(row: ErrorRow, calls: readonly { readonly id: string }[]) {
  return {
    op: middleCut(row.op, longestId),
    exception_type: row.type,
    latest_exception: row.headline,
    failed_calls: row.count,
    is_exact: row.isExact,
    calls_of_op: row.opCalls,
    first_started_at: new Date(row.first).toISOString(),
    last_started_at: new Date(row.last).toISOString(),
    latest_call_ids: calls.slice(0, mostExamples).map(({ id }) => middleCut(id, longestId)),
    latest_thread_ids: row.conversations.map(({ conversation }) => middleCut(conversation.id, longestId)),
    threads: row.conversationCount,
  };
}
