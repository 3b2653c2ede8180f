import { type RequestedTurns, turnsOf } from "../port/conversationSource.ts";
import { queryCalls } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call } from "../query/call.ts";
import type { ConversationSubject } from "./conversationAddress.ts";

/** The turns of a conversation; of a call outside conversations, the call. */
export function turnsOfSubject(
  subject: ConversationSubject,
  requested: RequestedTurns,
  target: ProjectClient,
  signal: AbortSignal,
): AsyncIterable<readonly Call[]> {
  if (subject.conversation !== null) return turnsOf(subject.conversation, requested, target, signal);
  const query = { project: target.project, filter: { callIds: [subject.callId] }, ...requested };
  return target.service.rows(queryCalls, query, signal);
}

/** The turns that have arrived, and of those before the ones that are kept, in order of start. */
export function mergedTurns(
  before: readonly Call[],
  arrived: ReadonlyMap<string, Call>,
  isKept: (turn: Call) => boolean,
): readonly Call[] {
  return [...before.filter((turn) => !arrived.has(turn.id) && isKept(turn)), ...arrived.values()].sort(
    (a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1),
  );
}
