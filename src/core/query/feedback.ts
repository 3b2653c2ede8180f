import type { Json } from "../text/json.ts";
import type { Call } from "./call.ts";
import type { ConversationKind } from "./conversationKey.ts";
import type { ProjectQuery } from "./projectId.ts";

/** What feedback is about, as refs name it: a call, or a conversation, turn or span of agents. */
export const feedbackTargets = ["call", "agent_conversation", "agent_turn", "agent_span"] as const;

export interface FeedbackTarget {
  readonly kind: (typeof feedbackTargets)[number];
  readonly id: string;
}

/** What people and scorers wrote. An agent's feedback has tags in place of reactions. */
export interface Feedback {
  /** A UUID that its writer made. */
  readonly id: string;
  readonly target: FeedbackTarget;
  readonly kind: "reaction" | "note" | "annotation" | "score" | "tags" | "other";
  /** The name of the annotation or scorer, or the type of others. */
  readonly name: string;
  /** Untrusted: an emoji, a note, the value of an annotation, the output of a scorer, or tags. */
  readonly value: Json;
  /** The display name of its writer; null if only the ID of the user is known. */
  readonly creator: string | null;
  /** Empty if it is not known. */
  readonly userId: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The agent conversation that it is of, if its writer said so. */
  readonly conversationId: string | null;
}

/** Which feedback to list (`POST /feedback/query`), the latest first. */
export interface FeedbackQuery extends ProjectQuery {
  readonly targets?: readonly FeedbackTarget[];
  /** Only these. */
  readonly ids?: readonly string[];
  /** Only what may be a thumbs down on conversations of this kind. */
  readonly negativeOf?: ConversationKind;
  readonly limit?: number;
  readonly offset?: number;
}

/** A reaction or a note to write (`POST /feedback/create`). */
export interface NewFeedback extends ProjectQuery {
  readonly id: string;
  readonly target: FeedbackTarget;
  /** Of a turn or span of agents: its conversation. */
  readonly conversationId: string | null;
  readonly kind: "reaction" | "note";
  /** One emoji, or a text of 1 to `longestNote` characters. */
  readonly value: string;
}

/** Feedback to delete (`POST /feedback/purge`). */
export interface FeedbackRemoval extends ProjectQuery {
  readonly id: string;
}

/** The characters of a note, in code points as the service counts them. */
export const longestNote = 1024;

export const thumbsDown = "👎";

/** What feedback on a call is about: a turn of an agent is a trace, and a call inside it a span. */
export function targetOf({ id, conversation, turnId }: Pick<Call, "id" | "conversation" | "turnId">): FeedbackTarget {
  if (conversation?.kind !== "agent") return { kind: "call", id };
  return { kind: id === turnId ? "agent_turn" : "agent_span", id };
}
