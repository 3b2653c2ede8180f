import type { Json } from "../../json.ts";
import { chatMessage, message } from "./chatMessage.ts";
import { isList, isObject } from "./members.ts";
import type { Message } from "./message.ts";

/**
 * The messages of a list; undefined if it contains none. With `strict`, for a list with an unspecific name, each
 * value has to be a message; otherwise other values become messages of `role`, so that they stay in place.
 */
export function messageList(value: Json, role: string, strict: boolean): readonly Message[] | undefined {
  if (!isList(value) || value.length === 0) return undefined;
  // LangChain passes batches: a list of conversations.
  const list = value.every(isConversation) ? value.flat() : value;
  const read: (Message | undefined)[] = [];
  for (const each of list) {
    const found = chatMessage(each);
    if (found === undefined && strict) return undefined;
    read.push(found);
  }
  if (!read.some((each) => each !== undefined)) return undefined;
  return read.map((each, index) => each ?? other(list[index] ?? null, role));
}

function isConversation(value: Json): value is readonly Json[] {
  return isList(value) && value.length > 0 && value.every((each) => isObject(each) && chatMessage(each) !== undefined);
}

function other(value: Json, role: string): Message {
  if (typeof value === "string") return message(role, [{ kind: "text", text: value }]);
  return message(role, [{ kind: "json", value }]);
}
