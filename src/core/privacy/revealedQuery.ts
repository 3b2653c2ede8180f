import { type ListField, listFields } from "../counts/callCondition.ts";
import type { AttributeCondition } from "../query/agentQueries.ts";
import type { CallFilter } from "../query/callQuery.ts";
import type { Operand, Operation, Query } from "../query/expression.ts";
import { isOperation, mapInner } from "../query/operandTree.ts";
import { type ProjectId, parseProjectId } from "../query/projectId.ts";

/** What queries have in common. */
export interface RevealedQuery {
  readonly project: ProjectId;
  readonly threadIds?: readonly string[];
  readonly callIds?: readonly string[];
  readonly filter?: CallFilter;
  readonly query?: Query;
}

/** What queries of the Agents API have in common. */
export interface RevealedAgents {
  readonly project: ProjectId;
  readonly conversationId?: string;
  readonly traceId?: string;
  readonly failedIn?: string;
  readonly ids?: readonly string[];
  readonly traceIds?: readonly string[];
  readonly spanIds?: readonly string[];
  readonly attributes?: readonly AttributeCondition[];
}

/** The original of a pseudonym; other texts unchanged. */
type Reveal = (text: string) => string;

export function revealedProject(project: ProjectId, reveal: Reveal): ProjectId {
  return parseProjectId(reveal(project)) ?? project;
}

/** A query of the Agents API with the originals. */
export function revealedAgents<Query extends RevealedAgents>(requested: Query, reveal: Reveal): Query {
  const { conversationId, traceId, failedIn, ids, traceIds, spanIds, attributes } = requested;
  const originals = (texts: readonly string[]) => texts.map((text) => reveal(text));
  return {
    ...requested,
    project: revealedProject(requested.project, reveal),
    ...(conversationId !== undefined && { conversationId: reveal(conversationId) }),
    ...(traceId !== undefined && { traceId: reveal(traceId) }),
    ...(failedIn !== undefined && { failedIn: reveal(failedIn) }),
    ...(ids && { ids: originals(ids) }),
    ...(traceIds && { traceIds: originals(traceIds) }),
    ...(spanIds && { spanIds: originals(spanIds) }),
    ...(attributes && { attributes: attributes.map((each) => ({ ...each, values: originals(each.values) })) }),
  };
}

/** A query that may have pseudonyms, with the originals. */
export function revealedQuery<Query extends RevealedQuery>(requested: Query, reveal: Reveal): Query {
  const { project, threadIds, callIds, filter, query } = requested;
  const originals = (ids: readonly string[]) => ids.map((id) => reveal(id));
  return {
    ...requested,
    project: revealedProject(project, reveal),
    ...(threadIds && { threadIds: originals(threadIds) }),
    ...(callIds && { callIds: originals(callIds) }),
    ...(filter && { filter: filterOf(filter, reveal) }),
    ...(query && { query: { $expr: operationOf(query.$expr, reveal) } }),
  };
}

function filterOf(filter: CallFilter, reveal: Reveal): CallFilter {
  const revealed: Partial<Record<ListField, readonly string[]>> = {};
  for (const field of listFields) {
    const values = filter[field];
    if (values !== undefined) revealed[field] = values.map((value) => reveal(value));
  }
  return { ...filter, ...revealed };
}

function operationOf(operation: Operation, reveal: Reveal): Operation {
  return mapInner(operation, (operand) => operandOf(operand, reveal));
}

function operandOf(operand: Operand, reveal: Reveal): Operand {
  if (isOperation(operand)) return operationOf(operand, reveal);
  if (!("$literal" in operand)) return mapInner(operand, (inner) => operandOf(inner, reveal));
  const { $literal } = operand;
  return typeof $literal === "string" ? { $literal: reveal($literal) } : operand;
}
