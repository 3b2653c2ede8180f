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

/** What the first reader finds that finds anything. */
export function firstFound(...readers: readonly (() => readonly Message[])[]): readonly Message[] {
  for (const read of readers) {
    const messages = read();
    if (messages.length > 0) return messages;
  }
  return [];
}

export function readMessages(value: Json, source: MessageSource): MessagesRead {
  const { role } = source;
  if (typeof value === "string") {
    const isSaid = value !== "" && !isRef(value);
    return isSaid ? { messages: [textMessage(role, value)], rest: null } : { messages: [], rest: value || null };
  }
  if (isList(value)) {
    const messages = firstFound(
      () => messageList(value, role, true),
      () => partList(value, role),
    );
    return { messages, rest: messages.length > 0 || value.length === 0 ? null : value };
  }
  if (!isObject(value)) return { messages: [], rest: value };
  const members = new Members(value);
  const messages = firstFound(
    () => messagesOf(members, source, 0, true),
    () => onlyText(members, role),
  );
  return { messages, rest: members.wholeRest() };
}

function messagesOf(members: Members, source: MessageSource, depth: number, textsToo: boolean): readonly Message[] {
  const itself = chatMessage(members.object);
  if (itself !== undefined) {
    // The other fields of the object are the rest of the message.
    for (const key of Object.keys(members.object)) members.take(key);
    return [itself];
  }
  const said = () => saidIn(members, source);
  return firstFound(
    () => source.known(members),
    () => {
      const listed = listedMessages(members, source);
      return awaitsText(listed) ? [...listed, ...said()] : listed;
    },
    () => (textsToo ? said() : []),
    () => wrappedMessages(members, source, depth, textsToo),
  );
}

/** The messages in list fields: those with known names first, then any. */
function listedMessages(members: Members, source: MessageSource): readonly Message[] {
  const taken = (key: string, strict: boolean) => {
    const messages = messageList(members.at(key), source.role, strict);
    if (messages.length > 0) members.take(key);
    return messages;
  };
  const named = source.lists.flatMap((key) => taken(key, false));
  return named.length > 0 ? named : firstFound(...Object.keys(members.object).map((key) => () => taken(key, true)));
}

/** Whether the last message is next to the list: the list ends with a response, or has no text of this side. */
function awaitsText(messages: readonly Message[]): boolean {
  const role = messages.at(-1)?.role;
  return role === "assistant" || role === "system" || role === "developer";
}

function saidIn(members: Members, source: MessageSource): readonly Message[] {
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
    if (messages.length === 0) continue;
    members.take(key);
    return messages;
  }
  return [];
}

function wrappedMessages(
  members: Members,
  source: MessageSource,
  depth: number,
  textsToo: boolean,
): readonly Message[] {
  if (depth >= mostDepth) return [];
  const names = new Set([...source.wrappers, ...Object.keys(members.object)]);
  names.delete("self");
  for (const key of names) {
    const value = members.at(key);
    if (!isObject(value)) continue;
    const inner = new Members(value);
    const found = messagesOf(inner, source, depth + 1, textsToo && source.wrappers.includes(key));
    if (found.length === 0) continue;
    members.leave(key, inner.wholeRest());
    return found;
  }
  return [];
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
function partList(value: Json, role: string): readonly Message[] {
  const isParts = isList(value) && value.every((part) => isObject(part) && typeof part.type === "string");
  return isParts ? contentMessages(role, value) : [];
}

/** A content as one message; none if it is empty or contains a part of unknown shape. */
export function contentMessages(role: string, content: Json | undefined): readonly Message[] {
  const { parts, rest } = contentParts(content);
  if (parts.length === 0 || parts.some(({ kind }) => kind === "json")) return [];
  return [{ ...message(role, parts), rest: rest === null ? null : { content: rest } }];
}

/**
 * The messages of a list; none if it contains none. With `strict`, for a list with an unspecific name, each
 * value has to be a message; otherwise other values become messages of `role`, so that they stay in place.
 */
export function messageList(value: Json | undefined, role: string, strict: boolean): readonly Message[] {
  if (!isList(value)) return [];
  // LangChain passes batches: a list of conversations.
  const list = value.every(isConversation) ? value.flat() : value;
  const read: (Message | undefined)[] = [];
  for (const each of list) {
    const found = chatMessage(each);
    if (found === undefined && strict) return [];
    read.push(found);
  }
  if (read.every((each) => each === undefined)) return [];
  return list.map((each, at) => {
    const other = () =>
      typeof each === "string" ? textMessage(role, each) : message(role, [{ kind: "json", value: each }]);
    return read[at] ?? other();
  });
}

function isConversation(value: Json): value is readonly Json[] {
  return isList(value) && value.length > 0 && value.every((each) => isObject(each) && chatMessage(each) !== undefined);
}

function isRef(text: string): boolean {
  return text.startsWith("weave:///") && !/\s/.test(text.slice(0, 300));
}
