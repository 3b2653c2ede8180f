import { type ConversationPlace, placeOf } from "../conversations/conversationPlace.ts";
import { keyText } from "../query/conversationKey.ts";
import { callsByOp, type ErrorGroup, type FailedCall } from "./failureGroups.ts";
import type { FoundErrors } from "./foundErrors.ts";

/** What is shown of a group of failed calls. */
export interface ErrorRow extends Pick<ErrorGroup, "op" | "type"> {
  /** The headline of the latest call's exception. */
  readonly headline: string;
  /** The number of calls read. */
  readonly count: number;
  /** Whether `count` is the number of all of the group's failed calls in the time range. */
  readonly isExact: boolean;
  /** All calls of the op in the time range; null if not counted. */
  readonly opCalls: number | null;
  /** When the earliest and the latest of these calls started, in milliseconds since the epoch. */
  readonly first: number;
  readonly last: number;
  /** The conversations with these calls, each at its latest one; the latest conversation first, and not all of them. */
  readonly conversations: readonly ConversationPlace[];
  readonly conversationCount: number;
}

/** Conversations listed for each group; the others are found through its calls. */
const mostConversations = 3;

/** The rows of the first `most` groups. */
export function errorRows(found: FoundErrors, most = found.groups.length): readonly ErrorRow[] {
  const readByOp = callsByOp(found.groups);
  return found.groups.slice(0, most).map((group): ErrorRow => {
    const { op, type, calls } = group;
    const [latest] = calls;
    const counted = found.ops.get(op);
    const conversations = conversationsOf(calls);
    return {
      op,
      type,
      headline: latest.headline,
      count: calls.length,
      // If all failed calls of the op were read, all of this type were.
      isExact: found.reach === "all" || (counted !== undefined && counted.failed <= (readByOp.get(op) ?? 0)),
      opCalls: counted?.all ?? null,
      first: calls.reduce((first, { startedAt }) => Math.min(first, startedAt), latest.startedAt),
      last: calls.reduce((last, { startedAt }) => Math.max(last, startedAt), latest.startedAt),
      conversations: conversations.slice(0, mostConversations),
      conversationCount: conversations.length,
    };
  });
}

function conversationsOf(calls: readonly FailedCall[]): readonly ConversationPlace[] {
  const places = calls.flatMap((call) => placeOf(call) ?? []);
  const byConversation = Map.groupBy(places, ({ conversation }) => keyText(conversation));
  return [...byConversation.values()].flatMap(([first]) => first ?? []);
}
