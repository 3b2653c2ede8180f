import { type ConversationKey, isSameConversation, keyFields, keyIn } from "../query/conversationKey.ts";
import { textIn } from "../text/json.ts";

/** A conversation that the user keeps on top of the list, with a note of their own. */
export interface Pin {
  readonly key: ConversationKey;
  /** Empty for none. */
  readonly note: string;
}

/** One request for threads names so many. */
export const mostPins = 100;

/** The longest note, in characters. */
export const longestPinNote = 200;

/** The pins with another one, or with another note for one; null if there are too many. */
export function withPin(pins: readonly Pin[], pin: Pin): readonly Pin[] | null {
  const isKnown = isPinned(pins, pin.key);
  if (isKnown) return pins.map((each) => (isSameConversation(each.key, pin.key) ? pin : each));
  return pins.length < mostPins ? [...pins, pin] : null;
}

export function withoutPin(pins: readonly Pin[], key: ConversationKey): readonly Pin[] {
  return pins.filter((each) => !isSameConversation(each.key, key));
}

function isPinned(pins: readonly Pin[], key: ConversationKey): boolean {
  return pins.some((each) => isSameConversation(each.key, key));
}

/** Reads what `formatPins` returns; entries of another form are left out. */
export function readPins(stored: unknown): readonly Pin[] {
  return (Array.isArray(stored) ? Array.from<unknown>(stored) : []).slice(0, mostPins).flatMap((each) => {
    const key = keyIn(each);
    return key === undefined ? [] : { key, note: textIn(each, "note") ?? "" };
  });
}

export function formatPins(pins: readonly Pin[]): readonly object[] {
  return pins.map(({ key, note }) => ({ ...keyFields(key), ...(note !== "" && { note }) }));
}
