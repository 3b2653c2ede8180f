import { isList, isObject, type Json } from "../text/json.ts";
import { DocumentSearch, firstFound, isRef, isTyped, speakerOf } from "./documentSearch.ts";
import { formats } from "./formats.ts";
import { isStored, storedMedia } from "./mediaPart.ts";
import { Members, names } from "./members.ts";
import { dataRole, type Message, message, textMessage } from "./message.ts";
import type { MessagesRead, Reading, Side } from "./messageFormat.ts";
import { contentParts } from "./messagePart.ts";
import { parsedJson } from "./toolPart.ts";

const instructions = names(`
  system system_prompt systemPrompt system_message systemMessage instructions system_instruction systemInstruction
  preamble`);

const reading: Reading = {
  content: (content, typeKey) => contentParts(content, reading, typeKey),
  message: messagesIn,
  messages: readMessages,
  list: (value, role) => messageList(value, role, false),
  wholeList: (value, role) => messageList(value, role, true),
  stream: streamedMessages,
  only: contentMessages,
};

/** The messages of inputs. A separate system prompt, as OpenAI, Anthropic and Google accept it, comes first. */
export function inputMessages(value: Json): MessagesRead {
  if (!isObject(value)) return readMessages(value, "inputs");
  const members = new Members(value);
  const system = systemMessage(members) ?? systemMessage(members.inner("config"));
  if (system === undefined) return readMessages(value, "inputs");
  const { messages, rest } = readMessages(members.wholeRest() ?? {}, "inputs");
  return { messages: [system, ...messages], rest };
}

function systemMessage(members: Members | undefined): Message | undefined {
  for (const key of members === undefined ? [] : instructions) {
    const value = members?.at(key);
    const [one] = contentMessages("system", isObject(value) && isList(value.parts) ? value.parts : value);
    if (one === undefined) continue;
    members?.take(key);
    return one;
  }
  return undefined;
}

export function readMessages(value: Json, side: Side): MessagesRead {
  const role = speakerOf(side);
  if (typeof value === "string") return readText(value, side);
  if (isList(value)) {
    const streamed = streamedMessages(value, side);
    if (streamed !== undefined) return streamed;
    const messages = firstFound(
      () => messageList(value, role, true),
      () => (value.every(isTyped) ? contentMessages(role, value) : []),
    );
    return { messages, rest: messages.length > 0 || value.length === 0 ? null : value };
  }
  if (!isObject(value)) return { messages: [], rest: value };
  const members = new Members(value);
  const messages = new DocumentSearch(side, reading).messages(members);
  return { messages: withMedia(messages, members, role), rest: members.wholeRest() };
}

/** With the images, audio and files that are arguments of an op, or its result: as parts of the last message. */
function withMedia(messages: readonly Message[], members: Members, role: string): readonly Message[] {
  const itself = storedMedia(members);
  const fields = Object.keys(members.object).flatMap((key) => {
    const inner = isStored(members.at(key)) ? members.inner(key) : undefined;
    const media = inner === undefined ? undefined : storedMedia(inner);
    return media === undefined ? [] : [{ ...media, name: media.name ?? key }];
  });
  const found = itself === undefined ? fields : [itself];
  const last = messages.at(-1);
  if (found.length === 0) return messages;
  if (last?.role !== role) return [...messages, message(role, found)];
  return [...messages.slice(0, -1), { ...last, parts: [...last.parts, ...found] }];
}

/** A text is what was said, unless it is a message, or messages, as JSON. */
function readText(text: string, side: Side): MessagesRead {
  const role = speakerOf(side);
  const inside = parsedJson(text);
  const messages = isList(inside) ? messageList(inside, role, true) : (messagesIn(inside) ?? []);
  if (typeof inside === "object" && messages.length > 0) return { messages, rest: null };
  const isSaid = text !== "" && !isRef(text);
  return isSaid ? { messages: [textMessage(role, text)], rest: null } : { messages: [], rest: text || null };
}

function streamedMessages(values: readonly Json[], side: Side): MessagesRead | undefined {
  if (values.length === 0) return undefined;
  for (const { list } of formats) {
    const read = list?.(values, side, reading);
    if (read !== undefined) return read;
  }
  return undefined;
}

/** The messages in a value; undefined for anything else. Unknown fields go to their rests. */
function messagesIn(value: Json): readonly Message[] | undefined {
  for (const { message: readMessage, pair } of formats) {
    const found = isList(value) ? pair?.(value) : isObject(value) ? readMessage?.(value, reading) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A content as one message; none if it is empty, or if nothing in it is of a known shape. */
function contentMessages(role: string, content: Json | undefined): readonly Message[] {
  const { parts, rest } = contentParts(content, reading);
  if (parts.every(({ kind }) => kind === "json")) return [];
  return [{ ...message(role, parts), rest: rest === null ? null : { content: rest } }];
}

/**
 * The messages of a list; none if it contains none. With `strict`, for a list with an unspecific name, each value has to
 * be a message; otherwise other values stay in place, as JSON without a speaker.
 */
function messageList(value: Json | undefined, role: string, strict: boolean): readonly Message[] {
  if (!isList(value)) return [];
  // LangChain passes batches: a list of conversations.
  const list = value.every(isConversation) ? value.flat() : value;
  const read: (readonly Message[] | undefined)[] = [];
  for (const each of list) {
    const found = messagesIn(each);
    if (found === undefined && strict) return [];
    read.push(found);
  }
  if (read.every((each) => each === undefined)) return [];
  const other = (each: Json) =>
    typeof each === "string" ? textMessage(role, each) : message(dataRole, [{ kind: "json", value: each }]);
  return list.flatMap((each, at) => read[at] ?? [other(each)]);
}

function isConversation(value: Json): value is readonly Json[] {
  return isList(value) && value.length > 0 && value.every((each) => isObject(each) && messagesIn(each) !== undefined);
}
