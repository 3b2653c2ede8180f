import { type ConversationKey, keyIn, readKeyText, threadKey } from "../query/conversationKey.ts";
import { memberOf, textIn } from "../text/json.ts";
import { type DetailFact, detailFacts } from "./threadDetails.ts";

/** What the argument of a command names. */
export interface MenuArgument {
  /** The kind of a row, or of the element of a page. */
  readonly kind: string | undefined;
  /** Its ID is any text, also empty. */
  readonly conversation: ConversationKey | undefined;
  readonly turnId: string | undefined;
  /** In the menu of a page, and of a call's row. */
  readonly callId: string | undefined;
  /** The op of the turn or call. */
  readonly op: string | undefined;
  /** The detail of a thread, and the turn whose ID it contains. */
  readonly fact: DetailFact | undefined;
  readonly detailTurnId: string | undefined;
  /** Whether it is from the menu of a page. */
  readonly fromPage: boolean;
  /** Keeps the focus where it is. */
  readonly preserveFocus: boolean;
}

/**
 * Reads a row of the Threads view, `{kind, thread?: {id}, turn?: {id, op}, fact?}`, or of a call,
 * `{kind, call: {id, op, conversation, turnId}}`, or of a pin that is gone, `{kind, pin: {key}}`, the argument of a page's menu,
 * `{weaveKind, weaveThread?, weaveTurn?, weaveCall?, weaveOp?}`, or that of a link to a command,
 * `{threadId?, turnId?, op?, preserveFocus?}`. It is untrusted: fields of another type are undefined.
 */
export function menuArgument(given: unknown): MenuArgument {
  const [thread, turn, call] = [memberOf(given, "thread"), memberOf(given, "turn"), memberOf(given, "call")];
  const threadId = [memberOf(thread, "id"), memberOf(given, "weaveThread")].find((id) => typeof id === "string");
  const named =
    readKeyText(textIn(given, "weaveConversation") ?? "") ??
    keyIn({ conversation: thread ?? memberOf(memberOf(given, "pin"), "key") });
  const key = named ?? (typeof threadId === "string" ? threadKey(threadId) : (keyIn(given) ?? keyIn(turn ?? call)));
  const fact = detailFacts.find((known) => known === memberOf(given, "fact"));
  const ofDetail = fact === "firstTurn" || fact === "lastTurn" ? textIn(thread, `${fact}Id`) : undefined;
  return {
    kind: textIn(given, "kind") ?? textIn(given, "weaveKind"),
    conversation: key,
    turnId: textIn(turn, "id") ?? textIn(call, "turnId") ?? textIn(given, "weaveTurn") ?? textIn(given, "turnId"),
    callId: textIn(call, "id") ?? textIn(given, "weaveCall"),
    op: textIn(turn ?? call, "op") ?? textIn(given, "weaveOp") ?? textIn(given, "op"),
    fact,
    detailTurnId: ofDetail,
    fromPage: textIn(given, "weaveKind") !== undefined,
    preserveFocus: memberOf(given, "preserveFocus") === true,
  };
}
