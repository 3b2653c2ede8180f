import type { Call } from "../calls/call.ts";
import type { CallListQuery } from "../calls/callQueries.ts";
import type { ProjectClient } from "../projectClient.ts";
import type { ConversationKey, ConversationKind } from "./conversationKey.ts";
import { threadSource } from "./threadSource.ts";

/** Which turns of a conversation to list, and how. */
export type TurnsAsked = Pick<CallListQuery, "query" | "sort" | "limit" | "costs">;

/**
 * Where the conversations of one kind in a project come from. What a source cannot do is absent. Each function rejects
 * with a `ServiceError` if the service or the connection fails, and with the signal's reason.
 */
export interface ConversationSource {
  readonly kind: ConversationKind;
  /** The turns of the conversation with this ID, each batch as soon as it arrives. */
  turns(id: string, asked: TurnsAsked, signal: AbortSignal): AsyncIterable<readonly Call[]>;
  /** The calls inside a conversation that failed themselves, the latest first. */
  failures?(id: string, signal: AbortSignal): Promise<readonly Call[]>;
}

/** The turns of a conversation as above; none if the project has no such source. */
export async function* turnsOf(
  key: ConversationKey,
  asked: TurnsAsked,
  target: ProjectClient,
  signal: AbortSignal,
): AsyncGenerator<readonly Call[], void> {
  yield* sourceOf(key, target)?.turns(key.id, asked, signal) ?? [];
}

/** The failed calls inside a conversation as above; none if its source does not know them. */
export async function failuresIn(
  key: ConversationKey,
  target: ProjectClient,
  signal: AbortSignal,
): Promise<readonly Call[]> {
  return (await sourceOf(key, target)?.failures?.(key.id, signal)) ?? [];
}

function sourceOf({ kind }: ConversationKey, target: ProjectClient): ConversationSource | undefined {
  return [threadSource(target)].find((source) => source.kind === kind);
}
