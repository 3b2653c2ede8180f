import { isList, isObject, type Json, type JsonObject } from "../text/json.ts";
import { partsOfMedia } from "./mediaPart.ts";
import { leftOf, Members } from "./members.ts";
import { type Message, type MessagePart, message, usualRole } from "./message.ts";
import type { Reading } from "./messageFormat.ts";
import { thoughtsApart, thoughtsBeside } from "./thoughts.ts";
import { idIn, toolCallPart, toolResultPart } from "./toolPart.ts";

/** Where a format keeps the parts of a message and their types. */
export interface SpokenFields {
  readonly content: string;
  readonly type: string;
}

const usualFields: SpokenFields = { content: "content", type: "type" };

/**
 * A message whose role is known from `word`: its content with what programs keep beside it. `whole` is the object that
 * contains it, whose unread fields are its rest.
 */
export function spokenAs(
  word: string,
  members: Members,
  reading: Reading,
  { whole = members, fields = usualFields }: { readonly whole?: Members; readonly fields?: SpokenFields } = {},
): Message {
  const role = usualRole(word) ?? word;
  const name = role === "tool" ? null : members.text("name");
  const content = contentOf(members, reading, fields);
  if (role === "tool" && !content.read.some(({ kind }) => kind === "toolResult")) {
    return message(role, [toolResultPart(members, reading, fields.content)], whole);
  }
  content.take();
  const thoughts = thoughtsBeside(members, content.read);
  const refusal = members.text("refusal");
  const parts: readonly MessagePart[] = [
    ...thoughts,
    ...content.read,
    ...siblings(members, reading),
    ...(refusal ? [{ kind: "refusal", text: refusal } as const] : []),
    ...calls(members, content.read),
  ];
  const isParted = role === "assistant";
  const read = parts.flatMap((part) => (isParted && part.kind === "text" ? thoughtsApart(part.text) : [part]));
  return { ...message(role, read, whole), name };
}

/** The messages in a field of an event, whose other fields but its type are in the rest of the first. */
export function wrappedMessage(value: JsonObject, key: string, reading: Reading): readonly Message[] {
  const [first, ...more] = reading.message(value[key] ?? null) ?? [];
  if (first === undefined) return [];
  const members = new Members(value);
  members.take("type");
  members.leave(key, first.rest);
  return [{ ...first, rest: members.rest() }, ...more];
}

interface Content {
  readonly read: readonly MessagePart[];
  readonly take: () => void;
}

/** The content; `parts` next to it take precedence, as programs repeat the text of the parts as content. */
function contentOf(members: Members, reading: Reading, { content, type }: SpokenFields): Content {
  const list = members.at("parts");
  const parts = isList(list) && list.length > 0 ? reading.content(list, type) : null;
  const text = parts?.parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  const isRepeated = parts !== null && members.at(content) === text;
  const own = isRepeated || members.at(content) === undefined ? null : reading.content(members.at(content), type);
  return {
    read: [...(parts?.parts ?? []), ...(own?.parts ?? [])],
    take: () => {
      if (parts !== null) members.leave("parts", parts.rest);
      if (isRepeated || own !== null) members.leave(content, own?.rest ?? null);
    },
  };
}

/** An audio response with its transcript, and images, next to the content. */
function siblings(members: Members, reading: Reading): readonly MessagePart[] {
  const audio = members.inner("audio");
  const images = members.at("images");
  const read = isList(images)
    ? images.map((each) => (typeof each === "string" ? { type: "image", data: each } : each))
    : [];
  const { parts, rest } = reading.content(read);
  const isMedia = parts.length > 0 && parts.every(({ kind }) => kind === "media");
  if (isMedia) members.leave("images", rest);
  return [...(audio === undefined ? [] : partsOfMedia(audio, "audio")), ...(isMedia ? parts : [])];
}

/** Tool calls next to the content, without those that the content contains. */
function calls(members: Members, parts: readonly MessagePart[]): readonly MessagePart[] {
  const ids = new Set(parts.map((part) => (part.kind === "toolCall" ? part.id : null)));
  const found: MessagePart[] = [];
  const rest = (value: Json): Json | null => {
    if (!isObject(value)) {
      found.push({ kind: "json", value });
      return null;
    }
    const id = idIn(value.id);
    if (id !== null && ids.has(id)) return value;
    const call = new Members(value);
    const read = callParts(call);
    for (const part of read) if (part.kind === "toolCall") ids.add(part.id);
    found.push(...read);
    return call.rest();
  };
  // LangChain keeps what the model service sent in `additional_kwargs`.
  for (const holder of [members, members.inner("additional_kwargs")]) {
    for (const key of ["tool_calls", "toolInvocations"]) {
      const list = holder?.at(key);
      if (isList(list)) holder?.leave(key, leftOf(list.map(rest)));
    }
    const old = holder?.inner("function_call");
    if (old !== undefined && (holder === members || found.length === 0)) found.push(toolCallPart(old));
  }
  return found;
}

function callParts(call: Members): readonly MessagePart[] {
  call.mark("type", "function", "tool_call", "custom");
  const part = toolCallPart(call);
  // The Vercel AI SDK adds the result to its call.
  const content = call.any("result");
  const { id, name } = part;
  return content === undefined ? [part] : [part, { kind: "toolResult", id, name, content, parts: [], failed: false }];
}
