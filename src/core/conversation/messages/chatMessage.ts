import type { Json } from "../../json.ts";
import { mediaPart } from "./mediaPart.ts";
import { isList, isObject, type JsonObject, Members } from "./members.ts";
import type { Message, MessagePart } from "./message.ts";
import { contentParts } from "./messagePart.ts";
import { isResponseItem, responseItem } from "./responseItem.ts";
import { usualRole } from "./role.ts";
import { withThoughtsApart } from "./thoughts.ts";
import { toolCallPart, toolResultPart } from "./toolPart.ts";

const contents = ["content", "parts", "tool_calls", "function_call", "toolInvocations", "refusal", "audio"] as const;

/** The message in a value; undefined for anything else. Unknown fields go to its rest. */
export function chatMessage(value: Json): Message | undefined {
  if (isList(value)) return pairMessage(value);
  if (!isObject(value)) return undefined;
  if (typeof value.role === "string" && contents.some((key) => Object.hasOwn(value, key))) {
    return spoken(new Members(value), "role");
  }
  if (isResponseItem(value)) return responseItem(new Members(value));
  return langChainMessage(value) ?? saidBy(value);
}

/** LangChain accepts `[role, text]` as a message. */
function pairMessage(pair: readonly Json[]): Message | undefined {
  const [word, text] = pair;
  if (pair.length !== 2 || typeof word !== "string" || typeof text !== "string") return undefined;
  const role = usualRole(word);
  return role === undefined ? undefined : message(role, [{ kind: "text", text }]);
}

/** LangChain's formats: `{type: "human", content}`, `{type: "human", data: {content}}`, or a constructor. */
function langChainMessage(value: JsonObject): Message | undefined {
  const members = new Members(value);
  const constructed = value.lc === undefined ? undefined : members.inner("kwargs");
  if (constructed !== undefined && isList(value.id)) {
    const name = value.id.at(-1);
    const role = typeof name === "string" ? usualRole(name.replace(/Chunk$/, "")) : undefined;
    if (role === undefined || constructed.at("content") === undefined) return undefined;
    members.mark("lc", 1, 2);
    members.mark("type", "constructor");
    if (value.id.slice(0, -1).every(isPath)) members.take("id");
    takeRole(constructed, role);
    return spokenAs(role, constructed, members);
  }
  const role = typeof value.type === "string" ? usualRole(value.type) : undefined;
  if (role === undefined) return undefined;
  const inner = members.inner("data");
  if (inner?.at("content") !== undefined) {
    takeRole(members, role);
    takeRole(inner, role);
    return spokenAs(role, inner, members);
  }
  return value.content === undefined ? undefined : spoken(members, "type");
}

/** The modules of LangChain's message classes. */
function isPath(word: Json): boolean {
  return typeof word === "string" && /^(?:langchain(?:_core)?|schema|messages)$/.test(word);
}

function takeRole(members: Members, role: string): void {
  const type = members.at("type");
  if (typeof type === "string" && usualRole(type) === role) members.take("type");
}

/** Conversation data sets: `{from: "human", value}`, `{author, text}`, `{author: {role}, content}`. */
function saidBy(value: JsonObject): Message | undefined {
  const members = new Members(value);
  const author = members.inner("author");
  if (typeof author?.at("role") === "string" && value.content !== undefined) {
    return spokenAs(String(author.take("role")), members, members);
  }
  for (const key of ["from", "sender", "speaker", "author", "role"]) {
    const word = value[key];
    const role = typeof word === "string" ? usualRole(word) : undefined;
    if (role === undefined) continue;
    const text = members.text("value", "text", "content", "message");
    if (text === null) return undefined;
    members.take(key);
    return message(role, [{ kind: "text", text }], members);
  }
  return undefined;
}

function spoken(members: Members, roleKey: "role" | "type"): Message {
  const role = members.text(roleKey) ?? "";
  members.mark("type", "message");
  return spokenAs(role, members, members);
}

function spokenAs(word: string, members: Members, whole: Members): Message {
  const role = usualRole(word) ?? word;
  const name = role === "tool" ? null : members.text("name");
  if (role === "tool" && !hasResults(members)) return message(role, [toolResultPart(members)], whole);
  const thought = members.text("reasoning_content", "reasoning", "thinking");
  const thoughts: readonly MessagePart[] = thought ? [{ kind: "thinking", text: thought }] : [];
  const content = contentOf(members);
  const refusal = members.text("refusal");
  const refusals: readonly MessagePart[] = refusal ? [{ kind: "refusal", text: refusal }] : [];
  const parts = [...thoughts, ...content, ...sound(members), ...refusals, ...calls(members, content)];
  return { ...message(role, role === "assistant" ? withThoughtsApart(parts) : parts, whole), name };
}

/** Whether a tool message holds its results as parts, as those of Vercel, Google and Anthropic do. */
function hasResults(members: Members): boolean {
  const content = members.at("parts") ?? members.at("content");
  return isList(content) && contentParts(content).parts.some(({ kind }) => kind === "toolResult");
}

/** The content; `parts` next to it take precedence, as programs repeat the text of the parts as content. */
function contentOf(members: Members): readonly MessagePart[] {
  const parts = members.at("parts");
  let read: readonly MessagePart[] = [];
  if (isList(parts) && parts.length > 0) {
    const found = contentParts(parts);
    members.leave("parts", found.rest);
    read = found.parts;
    const text = found.parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
    if (members.at("content") === text) members.take("content");
  }
  const content = members.at("content");
  if (content === undefined) return read;
  const found = contentParts(content);
  members.leave("content", found.rest);
  return [...read, ...found.parts];
}

/** An audio response and its transcript. */
function sound(members: Members): readonly MessagePart[] {
  const audio = members.inner("audio");
  const words = audio?.text("transcript") ?? null;
  const media = audio === undefined ? undefined : mediaPart(audio, "audio");
  return [...(words === null ? [] : [{ kind: "text", text: words } as const]), ...(media === undefined ? [] : [media])];
}

/** Tool calls next to the content, without those that the content contains. */
function calls(members: Members, told: readonly MessagePart[]): readonly MessagePart[] {
  const ids = new Set(told.flatMap((part) => (part.kind === "toolCall" && part.id !== null ? [part.id] : [])));
  const found: MessagePart[] = [];
  for (const key of ["tool_calls", "toolInvocations"]) {
    const list = members.at(key);
    if (!isList(list)) continue;
    const rests: Json[] = [];
    for (const value of list) {
      if (!isObject(value)) {
        found.push({ kind: "json", value });
        continue;
      }
      if (typeof value.id === "string" && ids.has(value.id)) {
        rests.push(value);
        continue;
      }
      const read = callParts(new Members(value));
      for (const part of read.parts) found.push(part);
      if (read.rest !== null) rests.push(read.rest);
    }
    members.leave(key, rests.length === 0 ? null : rests);
  }
  const old = members.inner("function_call");
  if (old !== undefined) found.push(toolCallPart(old));
  return found;
}

function callParts(call: Members): { readonly parts: readonly MessagePart[]; readonly rest: Json | null } {
  call.mark("type", "function", "tool_call", "custom");
  const part = toolCallPart(call);
  // The Vercel AI SDK adds the result to its call.
  const content = call.any("result");
  if (content === undefined) return { parts: [part], rest: call.rest() };
  const { id, name } = part;
  return { parts: [part, { kind: "toolResult", id, name, content, failed: false }], rest: call.rest() };
}

/** A message with the unread fields of its object. */
export function message(role: string, parts: readonly MessagePart[], from?: Members): Message {
  return { role, name: null, choice: null, parts, rest: from?.rest() ?? null };
}
