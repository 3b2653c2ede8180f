import {
  type AgentErrorsQuery,
  type AgentListQuery,
  type AgentSearchQuery,
  type AgentTurnsQuery,
  type AttributeCondition,
  type AttributesQuery,
  type AttributeValuesQuery,
  type ChatQuery,
  folderAttribute,
  type SpansQuery,
} from "../../core/query/agentQueries.ts";
import type { Operand, Operation } from "../../core/query/expression.ts";
import type { ProjectId } from "../../core/query/projectId.ts";
import type { TimeBounds } from "../../core/query/startedWithin.ts";
import type { SortDirection, SortField } from "../../core/query/threadQuery.ts";
import type { ServicePost } from "../../core/snippets/snippetRequest.ts";

// wandb/weave `shared/agents/types.py`, release 0.53.12. Texts and numbers of the user are bound as literals, and limits
// are the caller's, so nothing of a request can be invalid but what an older service does not know.

/** A request about spans, or groups of them. */
function spansRequest(project: ProjectId, body: object): ServicePost {
  return { path: "/agents/spans/query", body: { project_id: project, ...body } };
}

const field = (name: string): Operand => ({ $getField: name });
export const is = (name: string, value: string): Operation => ({ $eq: [field(name), { $literal: value }] });
export const isIn = (name: string, values: readonly string[]): Operation => ({
  $in: [field(name), values.map((value) => ({ $literal: value }))],
});
const count = (alias: string, filter: Operation) => ({ alias, aggregation: "count", filter: { $expr: filter } });
const contains = (name: string, part: string): Operation => ({
  $contains: { input: field(name), substr: { $literal: part }, case_insensitive: true },
});

/** Spans without a conversation are one group, which is none. */
const isTagged: Operation = { $not: [is("conversation_id", "")] };
const isRoot = is("parent_span_id", "");
const isError = is("status_code", "ERROR");
const hasTokens: Operation = {
  $or: ["input_tokens", "output_tokens"].map((name) => ({ $gt: [field(name), { $literal: 0 }] })),
};
const lastEnd = { alias: "last_end", aggregation: "max", value: { key: "ended_at" } };
const firstStart = { alias: "first_start", aggregation: "min", value: { key: "started_at" } };
const errors = { alias: "errors", aggregation: "count_true", value: { source: "derived", key: "is_error" } };
const roots = count("roots", isRoot);
const failedRoots = count("failed_roots", { $and: [isRoot, isError] });
const open = count("open", { $lt: [field("ended_at"), { $literal: 1 }] });
const used = count("used", hasTokens);
const priced = { ...count("priced", hasTokens), value: { source: "derived", key: "total_cost_usd" } };
const turns = { alias: "turns", aggregation: "count_distinct", value: { key: "trace_id" } };
const tokens = { alias: "tokens", aggregation: "sum", value: { source: "derived", key: "total_tokens" } };
/** Which program wrote it is an attribute of its spans, which a group cannot return. */
const coding = (["claude", "codex"] as const).map((name) =>
  count(name, { $or: ["weave.integration.name", "weave_agent_adapter.harness"].map((key) => contains(key, name)) }),
);

/** The service's names of what a list is sorted by. */
const sortNames: Readonly<Record<SortField, string>> = {
  thread_id: "conversation_id",
  turn_count: "turns",
  start_time: "first_seen",
  last_updated: "last_end",
  total_tokens: "tokens",
  total_cost: "total_cost_usd",
  error_count: "error_count",
  p50_turn_duration_ms: "",
  p99_turn_duration_ms: "",
};

/**
 * The conversations of a project. The time range and the other conditions are on groups, which stay whole: a condition on
 * spans would leave out the others of a conversation.
 */
export function agentListPost(query: AgentListQuery): ServicePost {
  const { project, after, before, ids = [], attributes = [], onlyErrors = false, sort = [], limit, offset } = query;
  const filters = [
    ...(after === undefined ? [] : [{ measure: lastEnd, min: new Date(after).toISOString() }]),
    ...(before === undefined ? [] : [{ measure: firstStart, max: new Date(before).toISOString() }]),
    ...(onlyErrors ? [{ measure: errors, min: 1 }] : []),
    ...attributes.map((condition, at) => ({ measure: count(`has_${at}`, has(condition)), min: 1 })),
  ];
  const conditions: Operation = ids.length === 0 ? isTagged : { $and: [isTagged, isIn("conversation_id", ids)] };
  return spansRequest(project, {
    query: { $expr: conditions },
    // Only by this source, the service adds the first message.
    group_by: columns("conversation_id"),
    measures: [turns, lastEnd, roots, open, failedRoots, tokens, used, priced, ...coding],
    ...(filters.length > 0 && { group_filters: filters }),
    include_costs: true,
    sort_by: sort.map(({ field: name, direction }) => ({ field: sortNames[name], direction })),
    limit: limit ?? mostAgentRows,
    ...(offset ? { offset } : {}),
  });
}

/** The service's limit of rows. */
const mostAgentRows = 10_000;

/** Of W&B's plugin for Claude Code, and of `weave-agent-adapter`. */
const folderAttributes = ["weave.claude_code.cwd", "weave_agent_adapter.cwd"];

function has({ attribute, values }: AttributeCondition): Operation {
  if (attribute !== folderAttribute) return isIn(attribute, values);
  return { $or: folderAttributes.map((name) => isIn(name, values)) };
}

/** Failed spans by operation, tool and type of error. */
export function agentErrorsPost(query: AgentErrorsQuery): ServicePost {
  const { project, ids = [], attributes = [], limit } = query;
  const conditions = [isTagged, isError, ...(ids.length === 0 ? [] : [isIn("conversation_id", ids)])];
  const keys = ["operation_name", "tool_name", "error_type"];
  return spansRequest(project, {
    query: { $expr: { $and: [...conditions, ...attributes.map(has)] } },
    ...startedIn(query),
    group_by: columns(...keys),
    sort_by: [...sortedBy("desc", "span_count", "last_seen"), ...sortedBy("asc", ...keys)],
    limit,
  });
}

/** The turns of a conversation, without texts. */
export function agentTurnsPost({ project, conversationId, traceIds, ...query }: AgentTurnsQuery): ServicePost {
  const conditions = [
    conversationId === undefined ? isTagged : is("conversation_id", conversationId),
    ...(traceIds === undefined ? [] : [isIn("trace_id", traceIds)]),
  ];
  return spansRequest(project, {
    query: { $expr: { $and: conditions } },
    // A trace may be a turn of two conversations.
    group_by: columns("trace_id", "conversation_id"),
    measures: [lastEnd, roots, open, failedRoots, used, priced],
    include_costs: true,
    // The service breaks no ties.
    sort_by: sortedBy(query.latestFirst ? "desc" : "asc", "first_seen", "trace_id"),
    limit: Math.min(query.limit, mostAgentRows),
  });
}

export function agentSearchPost({ project, text, limit, offset, ...bounds }: AgentSearchQuery): ServicePost {
  return { path: "/agents/search", body: { project_id: project, query: text, ...startedIn(bounds), limit, offset } };
}

export function chatPost({ project, ...requested }: ChatQuery): ServicePost {
  if ("traceId" in requested) {
    return { path: "/agents/traces/chat", body: { project_id: project, trace_id: requested.traceId } };
  }
  const { conversationId, limit, offset } = requested;
  const body = { project_id: project, conversation_id: conversationId, limit, offset };
  return { path: "/agents/conversations/chat", body };
}

export function spansPost({ project, traceIds, spanIds, failedIn, limit, details }: SpansQuery): ServicePost {
  const conditions = [
    ...(traceIds === undefined ? [] : [isIn("trace_id", traceIds)]),
    ...(spanIds === undefined ? [] : [isIn("span_id", spanIds)]),
    ...(failedIn === undefined ? [] : [is("conversation_id", failedIn), isError]),
  ];
  return spansRequest(project, {
    ...(conditions.length > 0 && { query: { $expr: { $and: conditions } } }),
    include_costs: true,
    include_details: details,
    sort_by: sortedBy("asc", "started_at"),
    limit: Math.min(limit, mostAgentRows),
  });
}

function startedIn({ after, before }: TimeBounds) {
  return {
    ...(after !== undefined && { started_after: new Date(after).toISOString() }),
    ...(before !== undefined && { started_before: new Date(before).toISOString() }),
  };
}

function columns(...keys: readonly string[]) {
  return keys.map((key) => ({ source: "column", key }));
}

function sortedBy(direction: SortDirection, ...fields: readonly string[]) {
  return fields.map((name) => ({ field: name, direction }));
}

const fieldNames: Readonly<Record<string, string>> = {
  "agent.name": "agent_name",
  "agent.version": "agent_version",
};

/** What to ask for the values of an attribute. */
export function attributesOf(attribute: string): readonly string[] {
  return attribute === folderAttribute ? folderAttributes : [attribute];
}

export function attributesPost({ project, limit }: AttributesQuery): ServicePost {
  return { path: "/agents/spans/custom-attrs/schema", body: { project_id: project, limit } };
}

/** The values of an attribute, the latest first. */
export function attributeValuesPost({ project, attribute, conversationId, limit }: AttributeValuesQuery): ServicePost {
  const column = fieldNames[attribute];
  const source = column === undefined ? "custom_attrs_string" : "column";
  return spansRequest(project, {
    query: { $expr: conversationId === undefined ? isTagged : is("conversation_id", conversationId) },
    group_by: [{ source, key: column ?? attribute, alias: "value" }],
    sort_by: [...sortedBy("desc", "last_seen"), ...sortedBy("asc", "value")],
    limit,
  });
}
