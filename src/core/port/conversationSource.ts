import type { TurnContent } from "../messages/message.ts";
import type { AttributeCondition } from "../query/agentQueries.ts";
import type { Call, CallDocuments, CallPlace } from "../query/call.ts";
import type { CallDocumentsQuery, CallListQuery } from "../query/callQueries.ts";
import type { CallCount } from "../query/callQuery.ts";
import type { ConversationKey, ConversationKind } from "../query/conversationKey.ts";
import type { TimeBounds } from "../query/startedWithin.ts";
import type { ConversationSummary } from "../query/thread.ts";
import type { SortField, ThreadQuery } from "../query/threadQuery.ts";
import type { ProjectClient } from "./projectClient.ts";

/** Which conversations to list, and in which order. */
export interface RequestedConversations extends Omit<ThreadQuery, "project"> {
  /** Conditions of spans: threads have none. */
  readonly attributes?: readonly AttributeCondition[];
  /** Only those with errors, if the source can list them. */
  readonly onlyErrors?: boolean;
  /** Called with the number of all that match, if the source knows it. */
  readonly onTotal?: (total: number) => void;
}

/** Which turns of a conversation to list, and how. */
export type RequestedTurns = Pick<CallListQuery, "query" | "sort" | "limit" | "costs">;

/** How many calls to list at most, by default 2000, and whether with their costs. */
export interface RequestedInside {
  readonly limit?: number;
  readonly costs?: boolean;
}

export interface InsideCalls {
  /** The calls inside each turn, including the turn itself, in order of start. */
  readonly byTurn: ReadonlyMap<string, readonly Call[]>;
  /** Whether there are more than are listed. */
  readonly more: boolean;
}

/** Which turns contain a text: `limit` of them, the latest first. */
export interface TurnsFound {
  readonly text: string;
  readonly bounds: TimeBounds;
  readonly limit: number;
  readonly offset: number;
  /** Called if there are more, though fewer than `limit` are turns of conversations. */
  readonly onMore: () => void;
}

/**
 * Where the conversations of one kind come from. What a source cannot do is absent. Each function rejects with a
 * `ServiceError` if the service or the connection fails, and with the signal's reason; rows arrive in batches, each as
 * soon as it is there.
 */
export interface ConversationSource {
  readonly kind: ConversationKind;
  /** The sort keys that it has. */
  readonly sorts: readonly SortField[];
  list(
    requested: RequestedConversations,
    target: ProjectClient,
    signal: AbortSignal,
  ): AsyncIterable<readonly ConversationSummary[]>;
  /** The turns of the conversation with this ID. */
  turns(
    id: string,
    requested: RequestedTurns,
    target: ProjectClient,
    signal: AbortSignal,
  ): AsyncIterable<readonly Call[]>;
  /** The calls inside turns, or inside a call that is none. */
  inside(
    turns: readonly Call[],
    requested: RequestedInside,
    target: ProjectClient,
    signal: AbortSignal,
  ): Promise<InsideCalls>;
  documents(
    requested: Omit<CallDocumentsQuery, "project">,
    target: ProjectClient,
    signal: AbortSignal,
  ): AsyncIterable<readonly CallDocuments[]>;
  /** The messages of those of these calls that are turns, by ID, where they are not read from documents. */
  messages?(
    calls: readonly CallPlace[],
    target: ProjectClient,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, TurnContent>>;
  /** Whether `list` can leave out conversations without errors, which its rows tell. */
  readonly listsErrors?: boolean;
  /** The first user message of a conversation whose row has none; empty if it has none. */
  opening?(row: ConversationSummary, target: ProjectClient, signal: AbortSignal): Promise<string>;
  /** Which conversations have a failed turn, or a failed call inside one, that started within the bounds. */
  readonly withErrors?: {
    /** All of them, or those among some IDs; null if there are too many to name. */
    all(
      ids: readonly string[],
      bounds: TimeBounds,
      target: ProjectClient,
      signal: AbortSignal,
    ): Promise<readonly string[] | null>;
    /** Those among at most `mostIds`. */
    among(
      ids: readonly string[],
      bounds: TimeBounds,
      target: ProjectClient,
      signal: AbortSignal,
    ): Promise<ReadonlySet<string>>;
  };
  /** The latest conversations with a thumbs down. */
  withThumbsDown(target: ProjectClient, signal: AbortSignal): Promise<readonly string[]>;
  find?(requested: TurnsFound, target: ProjectClient, signal: AbortSignal): AsyncIterable<readonly Call[]>;
  /** The calls inside a conversation that failed themselves, the latest first. */
  failures?(id: string, target: ProjectClient, signal: AbortSignal): Promise<readonly Call[]>;
  /** The calls of a conversation, with the bytes stored by the traces that start in it. */
  count?(id: string, target: ProjectClient, signal: AbortSignal): Promise<CallCount>;
}

/** The source of a conversation, or of calls outside conversations; undefined if the project has none of its kind. */
export function sourceOf(
  of: Pick<ConversationKey, "kind"> | null,
  { sources }: ProjectClient,
): ConversationSource | undefined {
  return sources.find(({ kind }) => kind === (of?.kind ?? "thread"));
}

/** The turns of a conversation as above; none if the project has no such source. */
export async function* turnsOf(
  key: ConversationKey,
  requested: RequestedTurns,
  target: ProjectClient,
  signal: AbortSignal,
): AsyncGenerator<readonly Call[], void> {
  yield* sourceOf(key, target)?.turns(key.id, requested, target, signal) ?? [];
}

/** The failed calls inside a conversation as above; none if its source does not know them. */
export async function failuresIn(
  key: ConversationKey,
  target: ProjectClient,
  signal: AbortSignal,
): Promise<readonly Call[]> {
  return (await sourceOf(key, target)?.failures?.(key.id, target, signal)) ?? [];
}
