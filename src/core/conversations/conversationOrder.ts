import type { ConversationSource } from "../port/conversationSource.ts";
import { type ConversationKind, conversationKinds } from "../query/conversationKey.ts";
import type { ConversationSummary } from "../query/thread.ts";
import { allSortFields, defaultSort, type SortField, type SortKey } from "../query/threadQuery.ts";

/**
 * The sources of a kind that have the first key of an order, and the keys that all of these have. An order that none of
 * them has is the default one.
 */
export function commonOrder(
  sort: readonly SortKey[],
  given: readonly ConversationSource[],
  only?: ConversationKind,
): { readonly sources: readonly ConversationSource[]; readonly sort: readonly SortKey[] } {
  const all = given.filter(({ kind }) => only === undefined || kind === only);
  const isKnown = all.some(({ sorts }) => sort[0] !== undefined && sorts.includes(sort[0].field));
  const [first, ...others] = isKnown ? sort : defaultSort;
  const sources = all.filter(({ sorts }) => first !== undefined && sorts.includes(first.field));
  const common = others.filter(({ field }) => sources.every(({ sorts }) => sorts.includes(field)));
  return { sources, sort: first === undefined ? [] : [first, ...common] };
}

/** The sort fields of the sources of a kind, undefined for all, and of which kind those are that only one of them has. */
export function fieldsOf(
  all: readonly ConversationSource[],
  only: ConversationKind | undefined,
): readonly { readonly field: SortField; readonly of: ConversationKind | null }[] {
  const sources = all.filter(({ kind }) => only === undefined || kind === only);
  return allSortFields.flatMap((field) => {
    const having = sources.filter(({ sorts }) => sorts.includes(field));
    const [first] = having;
    return first === undefined ? [] : { field, of: having.length === sources.length ? null : first.kind };
  });
}

/**
 * Compares conversations of different kinds as the service orders those of one: by its own sort values, where no time is
 * 1970, and IDs as UTF-8; ties by kind, then ID.
 */
export function compareBy(sort: readonly SortKey[]): (a: ConversationSummary, b: ConversationSummary) => number {
  return (a, b) => {
    for (const { field, direction } of sort) {
      const order = comparisons[field](a, b);
      if (order !== 0) return direction === "asc" ? order : -order;
    }
    return conversationKinds.indexOf(a.kind) - conversationKinds.indexOf(b.kind) || compareUtf8(a.id, b.id);
  };
}

type Compare = (a: ConversationSummary, b: ConversationSummary) => number;

const comparisons: Readonly<Record<SortField, Compare>> = {
  thread_id: (a, b) => compareUtf8(a.id, b.id),
  turn_count: (a, b) => a.turnCount - b.turnCount,
  start_time: (a, b) => a.startTime - b.startTime || a.startMicroseconds - b.startMicroseconds,
  last_updated: (a, b) => (a.lastUpdated ?? 0) - (b.lastUpdated ?? 0) || a.updatedMicroseconds - b.updatedMicroseconds,
  p50_turn_duration_ms: (a, b) => (a.p50TurnDuration ?? -1) - (b.p50TurnDuration ?? -1),
  p99_turn_duration_ms: (a, b) => (a.p99TurnDuration ?? -1) - (b.p99TurnDuration ?? -1),
  total_tokens: (a, b) => (a.agent?.tokensSorted ?? 0) - (b.agent?.tokensSorted ?? 0),
  total_cost: (a, b) => (a.agent?.cost.total ?? -1) - (b.agent?.cost.total ?? -1),
  error_count: (a, b) => (a.agent?.errors ?? 0) - (b.agent?.errors ?? 0),
};

/** As UTF-8 bytes, which differs from JavaScript's order for characters that are surrogate pairs. */
function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
