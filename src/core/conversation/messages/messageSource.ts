import { isList, isObject, type Json } from "../../json.ts";
import { chatMessage } from "./chatMessage.ts";
import { Members } from "./members.ts";
import { type Message, message, textMessage } from "./message.ts";
import { contentParts } from "./messagePart.ts";
import { parsedJson } from "./toolPart.ts";

/** Maximum depth at which messages are searched in inputs or output. */
const mostDepth = 4;

/** The messages read from a value, and the rest of it. */
export interface MessagesRead {
  readonly messages: readonly Message[];
  readonly rest: Json | null;
}

/** Where one side of a turn, inputs or output, keeps its messages. */
export interface MessageSource {
  /** The role of messages without one. */
  readonly role: string;
  /** Known response objects, checked first. */
  readonly known: (members: Members) => readonly Message[];
  /** Fields whose list contains messages, even if some of its values are not. */
  readonly lists: readonly string[];
  /** Fields that contain a message as text, most likely first. */
  readonly texts: readonly string[];
  /** Fields that wrap all of these. */
  readonly wrappers: readonly string[];
}

export function readMessages(value: Json, source: MessageSource): MessagesRead {
  if (typeof value === "string") {
    if (value === "" || isRef(value)) return { messages: [], rest: value === "" ? null : value };
    return { messages: [textMessage(source.role, value)], rest: null };
  }
  if (isList(value)) {
    const messages = messageList(value, source.role, true) ?? partList(value, source.role);
    return messages === undefined
      ? { messages: [], rest: value.length === 0 ? null : value }
      : { messages, rest: null };
  }
  if (!isObject(value)) return { messages: [], rest: value };
  const members = new Members(value);
  const messages = messagesOf(members, source, 0, true) ?? onlyText(members, source.role);
  return { messages, rest: members.wholeRest() };
}

function messagesOf(
  members: Members,
  source: MessageSource,
  depth: number,
  textsToo: boolean,
): readonly Message[] | undefined {
  const itself = chatMessage(members.object);
  if (itself !== undefined) {
    // The other fields of the object are the rest of the message.
    for (const key of Object.keys(members.object)) members.take(key);
    return [itself];
  }
  const known = source.known(members);
  if (known.length > 0) return known;
  const listed = listedMessages(members, source);
  if (listed.length > 0) {
    return awaitsText(listed) ? [...listed, ...(saidIn(members, source) ?? [])] : listed;
  }
  const said = textsToo ? saidIn(members, source) : undefined;
  return said ?? wrappedMessages(members, source, depth, textsToo);
}

/** The messages in list fields: those with known names first, then any. */
function listedMessages(members: Members, source: MessageSource): readonly Message[] {
  const taken = (key: string, strict: boolean): readonly Message[] => {
    const messages = messageList(members.at(key), source.role, strict);
    if (messages !== undefined) members.take(key);
    return messages ?? [];
  };
  const named = source.lists.flatMap((key) => taken(key, false));
  if (named.length > 0) return named;
  for (const key of Object.keys(members.object)) {
    const messages = taken(key, true);
    if (messages.length > 0) return messages;
  }
  return [];
}

/** Whether the last message is next to the list: the list ends with a response, or has no text of this side. */
function awaitsText(messages: readonly Message[]): boolean {
  const role = messages.at(-1)?.role;
  return role === "assistant" || role === "system" || role === "developer";
}

function saidIn(members: Members, source: MessageSource): readonly Message[] | undefined {
  for (const key of source.texts) {
    const value = members.at(key);
    if (value === undefined || value === null || value === "") continue;
    if (typeof value === "string") {
      if (isRef(value)) continue;
      const inside = key.includes(".") ? parsedJson(value) : value;
      if (typeof inside === "object") {
        // OpenTelemetry spans contain JSON as text.
        const read = readMessages(inside, source);
        members.leave(key, read.rest);
        return read.messages;
      }
      members.take(key);
      return [textMessage(source.role, value)];
    }
    const one = isObject(value) ? chatMessage(value) : undefined;
    const messages = one === undefined ? partList(value, source.role) : [one];
    if (messages === undefined) continue;
    members.take(key);
    return messages;
  }
  return undefined;
}

function wrappedMessages(
  members: Members,
  source: MessageSource,
  depth: number,
  textsToo: boolean,
): readonly Message[] | undefined {
  if (depth >= mostDepth) return undefined;
  const names = new Set([...source.wrappers, ...Object.keys(members.object)]);
  names.delete("self");
  for (const key of names) {
    const value = members.at(key);
    if (!isObject(value)) continue;
    const inner = new Members(value);
    const found = messagesOf(inner, source, depth + 1, textsToo && source.wrappers.includes(key));
    if (found === undefined || found.length === 0) continue;
    members.leave(key, inner.wholeRest());
    return found;
  }
  return undefined;
}

/** The only text, whatever its name. */
function onlyText(members: Members, role: string): readonly Message[] {
  const names = Object.keys(members.object).filter((key) => key !== "self");
  const [name = ""] = names;
  const text = members.at(name);
  if (names.length !== 1 || typeof text !== "string" || text === "" || isRef(text)) return [];
  members.take(name);
  return [textMessage(role, text)];
}

/** A list of parts of one message, as programs return a response's content. */
function partList(value: Json, role: string): readonly Message[] | undefined {
  if (!isList(value) || value.length === 0) return undefined;
  if (!value.every((part) => isObject(part) && typeof part.type === "string")) return undefined;
  const one = contentMessage(role, value);
  return one && [one];
}

/** A content as a message; undefined if it is empty or contains a part of unknown shape. */
export function contentMessage(role: string, content: Json | undefined): Message | undefined {
  const { parts, rest } = contentParts(content);
  if (parts.length === 0 || parts.some(({ kind }) => kind === "json")) return undefined;
  return { ...message(role, parts), rest: rest === null ? null : { content: rest } };
}

/**
 * The messages of a list; undefined if it contains none. With `strict`, for a list with an unspecific name, each
 * value has to be a message; otherwise other values become messages of `role`, so that they stay in place.
 */
export function messageList(value: Json | undefined, role: string, strict: boolean): readonly Message[] | undefined {
  if (!isList(value)) return undefined;
  // LangChain passes batches: a list of conversations.
  const list = value.every(isConversation) ? value.flat() : value;
  const read: Message[] = [];
  let isFound = false;
  for (const each of list) {
    const found = chatMessage(each);
    if (found === undefined && strict) return undefined;
    isFound ||= found !== undefined;
    const other = () =>
      typeof each === "string" ? textMessage(role, each) : message(role, [{ kind: "json", value: each }]);
    read.push(found ?? other());
  }
  return isFound ? read : undefined;
}

function isConversation(value: Json): value is readonly Json[] {
  return isList(value) && value.length > 0 && value.every((each) => isObject(each) && chatMessage(each) !== undefined);
}

function isRef(text: string): boolean {
  return text.startsWith("weave:///") && !/\s/.test(text.slice(0, 300));
}
