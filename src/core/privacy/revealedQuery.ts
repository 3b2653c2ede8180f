import { listFields } from "../counts/callCondition.ts";
import type { AttributeCondition } from "../query/agentQueries.ts";
import type { CallFilter } from "../query/callQuery.ts";
import type { Operand, Operation, Query } from "../query/expression.ts";
import { literalIn, mapInner } from "../query/operandTree.ts";
import { type ProjectId, parseProjectId } from "../query/projectId.ts";

/** What queries of calls, of threads and of the Agents API have in common. */
export interface RevealedQuery {
  readonly project: ProjectId;
  readonly threadIds?: readonly string[];
  readonly callIds?: readonly string[];
  readonly filter?: CallFilter;
  readonly query?: Query;
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

/** A query that may have pseudonyms, with the originals. */
export function revealedQuery<Query extends RevealedQuery>(requested: Query, reveal: Reveal): Query {
  const { threadIds, callIds, filter, query, conversationId, traceId, failedIn } = requested;
  const { ids, traceIds, spanIds, attributes } = requested;
  const originals = (texts: readonly string[]) => texts.map((text) => reveal(text));
  return {
    ...requested,
    project: revealedProject(requested.project, reveal),
    ...(threadIds && { threadIds: originals(threadIds) }),
    ...(callIds && { callIds: originals(callIds) }),
    ...(filter && { filter: filterOf(filter, originals) }),
    ...(query && { query: { $expr: withTexts(query.$expr, reveal) } }),
    ...(conversationId !== undefined && { conversationId: reveal(conversationId) }),
    ...(traceId !== undefined && { traceId: reveal(traceId) }),
    ...(failedIn !== undefined && { failedIn: reveal(failedIn) }),
    ...(ids && { ids: originals(ids) }),
    ...(traceIds && { traceIds: originals(traceIds) }),
    ...(spanIds && { spanIds: originals(spanIds) }),
    ...(attributes && { attributes: attributes.map((each) => ({ ...each, values: originals(each.values) })) }),
  };
}

function filterOf(filter: CallFilter, originals: (texts: readonly string[]) => readonly string[]): CallFilter {
  const lists = listFields.flatMap((field) => {
    const values = filter[field];
    return values === undefined ? [] : [[field, originals(values)] as const];
  });
  return { ...filter, ...Object.fromEntries(lists) };
}

/** The same operation with other texts as its literals. */
export function withTexts(operation: Operation, change: (text: string) => string): Operation {
  const changed = (operand: Operand): Operand => {
    const literal = literalIn(operand);
    return typeof literal === "string" ? { $literal: change(literal) } : mapInner(operand, changed);
  };
  return mapInner(operation, changed);
}
