import { formatRange, readRange, type TimeRange } from "../input/timeRange.ts";
import type { RequestedConversations } from "../port/conversationSource.ts";
import type { AttributeCondition } from "../query/agentQueries.ts";
import { type ConversationKind, conversationKinds } from "../query/conversationKey.ts";
import type { TimeBounds } from "../query/startedWithin.ts";
import { defaultSort, formatSort, mostIds, type SortKey, stableSort } from "../query/threadQuery.ts";
import { memberOf, textIn } from "../text/json.ts";

/** Which threads are listed. */
export interface ThreadFilter {
  /** Only turns that started in it count, so the statistics of a thread are clipped to it. */
  readonly time: TimeRange;
  /** Only these threads; an empty list means all. */
  readonly threadIds: readonly string[];
  /** Only conversations of this kind; absent for both. */
  readonly kind?: ConversationKind;
  /** Only agent conversations that meet all of these. */
  readonly attributes?: readonly AttributeCondition[];
  /** Only conversations with a thumbs down; absent for all. */
  readonly thumbsDown?: true;
}

export const unfiltered: ThreadFilter = { time: { kind: "preset", preset: "all" }, threadIds: [] };

/** Which threads to show, and in which order. */
export interface ThreadSelection {
  /** Most significant key first. */
  readonly sort: readonly SortKey[];
  readonly filter: ThreadFilter;
}

export const everyThread: ThreadSelection = { sort: defaultSort, filter: unfiltered };

export function isSameSelection(a: ThreadSelection, b: ThreadSelection): boolean {
  const text = ({ sort, filter }: ThreadSelection) => JSON.stringify([formatSort(sort), formatFilter(filter)]);
  return text(a) === text(b);
}

export function isSameFilter(a: ThreadFilter, b: ThreadFilter): boolean {
  return JSON.stringify(formatFilter(a)) === JSON.stringify(formatFilter(b));
}

/** Whether the filter can hide anything. */
export function isFiltered({ time, threadIds, kind, attributes = [], thumbsDown }: ThreadFilter): boolean {
  return (
    threadIds.length > 0 ||
    kind !== undefined ||
    thumbsDown !== undefined ||
    attributes.length > 0 ||
    time.kind === "custom" ||
    time.preset !== "all"
  );
}

/** The filter as JSON for storage. */
export function formatFilter({ time, threadIds, kind, attributes = [], thumbsDown }: ThreadFilter): object {
  return {
    time: formatRange(time),
    threadIds,
    ...(kind !== undefined && { kind }),
    ...(attributes.length > 0 && { attributes }),
    ...(thumbsDown && { thumbsDown }),
  };
}

/** Reads the result of `formatFilter`; undefined for anything else. */
export function readFilter(stored: unknown): ThreadFilter | undefined {
  const time = readRange(memberOf(stored, "time"));
  const ids = memberOf(stored, "threadIds");
  if (time === undefined || !Array.isArray(ids) || ids.length > mostIds) return undefined;
  const threadIds = Array.from<unknown>(ids).flatMap((id) => (typeof id === "string" && id !== "" ? [id] : []));
  if (threadIds.length < ids.length) return undefined;
  const kind = conversationKinds.find((known) => known === memberOf(stored, "kind"));
  const attributes = readAttributes(memberOf(stored, "attributes"));
  const agents = { ...(kind !== undefined && { kind }), ...(attributes.length > 0 && { attributes }) };
  const isDown = memberOf(stored, "thumbsDown") === true;
  return { time, threadIds: [...new Set(threadIds)], ...agents, ...(isDown && { thumbsDown: true }) };
}

function readAttributes(stored: unknown): readonly AttributeCondition[] {
  return (Array.isArray(stored) ? Array.from<unknown>(stored) : []).flatMap((each) => {
    const [attribute, given] = [textIn(each, "attribute"), memberOf(each, "values")];
    const values = (Array.isArray(given) ? Array.from<unknown>(given) : []).filter((one) => typeof one === "string");
    return attribute === undefined || values.length === 0 ? [] : { attribute, values };
  });
}

/** The kinds that are listed: conditions of spans leave only agent conversations. */
export function kindOf({
  kind,
  attributes = [],
}: Pick<ThreadFilter, "kind" | "attributes">): ConversationKind | undefined {
  return attributes.length > 0 ? "agent" : kind;
}

/** The query for a part of a selection. `bounds` is its resolved time range; a `limit` of null is no limit. */
export function selectionQuery(
  { sort, filter: { threadIds, attributes = [] } }: ThreadSelection,
  { bounds, limit, offset }: { readonly bounds: TimeBounds; readonly limit: number | null; readonly offset: number },
): RequestedConversations {
  return {
    ...bounds,
    threadIds,
    sort: stableSort(sort),
    ...(attributes.length > 0 && { attributes }),
    ...(limit !== null && { limit }),
    ...(offset > 0 && { offset }),
  };
}
