import { isList, isObject, type Json, type JsonObject } from "../../json.ts";
import { mediaPart } from "./mediaPart.ts";
import { leftOf, Members, names } from "./members.ts";
import { type Message, type MessagePart, message, textMessage, usualRole } from "./message.ts";
import { contentParts } from "./messagePart.ts";
import { toolCallPart, toolResultPart } from "./toolPart.ts";

const contents = ["content", "parts", "tool_calls", "function_call", "toolInvocations", "refusal", "audio"];

const itemResults = new Set(["function_call_output", "custom_tool_call_output"]);
const itemCalls = new Set(["function_call", "custom_tool_call", "mcp_call"]);
/** Steps taken by the model service, without text to show. */
const otherItems = new Set(
  names(`
    reasoning item_reference compaction mcp_list_tools mcp_approval_request mcp_approval_response web_search_call
    file_search_call computer_call computer_call_output code_interpreter_call image_generation_call local_shell_call
    local_shell_call_output shell_call shell_call_output apply_patch_call apply_patch_call_output`),
);

/** The message in a value; undefined for anything else. Unknown fields go to its rest. */
export function chatMessage(value: Json): Message | undefined {
  if (isList(value)) return pairMessage(value);
  if (!isObject(value)) return undefined;
  if (typeof value.role === "string" && contents.some((key) => Object.hasOwn(value, key))) {
    return spoken(new Members(value), "role");
  }
  return responseItem(new Members(value)) ?? langChainMessage(value) ?? saidBy(value);
}

/** LangChain accepts `[role, text]` as a message. */
function pairMessage(pair: readonly Json[]): Message | undefined {
  const [word, text] = pair;
  if (pair.length !== 2 || typeof word !== "string" || typeof text !== "string") return undefined;
  const role = usualRole(word);
  return role === undefined ? undefined : textMessage(role, text);
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
    // The modules of LangChain's message classes.
    const path = /^(?:langchain(?:_core)?|schema|messages)$/;
    if (value.id.slice(0, -1).every((word) => typeof word === "string" && path.test(word))) members.take("id");
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
    return textMessage(role, text, members);
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
  const content = contentOf(members);
  const refusal = members.text("refusal");
  const parts: readonly MessagePart[] = [
    ...(thought ? [{ kind: "thinking", text: thought } as const] : []),
    ...content,
    ...sound(members),
    ...(refusal ? [{ kind: "refusal", text: refusal } as const] : []),
    ...calls(members, content),
  ];
  const isParted = role === "assistant";
  const read = parts.flatMap((part) => (isParted && part.kind === "text" ? thoughtsApart(part.text) : [part]));
  return { ...message(role, read, whole), name };
}

/** Whether a tool message holds its results as parts, as those of Vercel, Google and Anthropic do. */
function hasResults(members: Members): boolean {
  const content = members.at("parts") ?? members.at("content");
  return isList(content) && contentParts(content).parts.some(({ kind }) => kind === "toolResult");
}

/** The content; `parts` next to it take precedence, as programs repeat the text of the parts as content. */
function contentOf(members: Members): readonly MessagePart[] {
  const taken = (key: string) => {
    const { parts, rest } = contentParts(members.at(key));
    members.leave(key, rest);
    return parts;
  };
  const list = members.at("parts");
  const parts = isList(list) && list.length > 0 ? taken("parts") : [];
  const text = parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  if (parts.length > 0 && members.at("content") === text) members.take("content");
  return members.at("content") === undefined ? parts : [...parts, ...taken("content")];
}

/** An audio response and its transcript. */
function sound(members: Members): readonly MessagePart[] {
  const audio = members.inner("audio");
  const words = audio?.text("transcript") ?? null;
  const media = audio === undefined ? undefined : mediaPart(audio, "audio");
  return [...(words === null ? [] : [{ kind: "text", text: words } as const]), ...(media === undefined ? [] : [media])];
}

/** A text with its reasoning separated, which some models write before their response, between `<think>` and `</think>`. */
function thoughtsApart(text: string): readonly MessagePart[] {
  const [start, word] = /^\s*<(think|thinking)>\n?/i.exec(text.slice(0, 100)) ?? [];
  if (start === undefined) return [{ kind: "text", text }];
  const closing = `</${word}>`;
  const end = text.indexOf(closing, start.length);
  if (end === -1) return [{ kind: "thinking", text: text.slice(start.length) }];
  const answer = text.slice(end + closing.length).trimStart();
  const thought: MessagePart = { kind: "thinking", text: text.slice(start.length, end).trimEnd() };
  return answer === "" ? [thought] : [thought, { kind: "text", text: answer }];
}

/** Tool calls next to the content, without those that the content contains. */
function calls(members: Members, parts: readonly MessagePart[]): readonly MessagePart[] {
  const ids = new Set(parts.map((part) => (part.kind === "toolCall" ? part.id : null)));
  const found: MessagePart[] = [];
  const rest = (value: Json): Json | null => {
    if (isObject(value)) {
      if (typeof value.id === "string" && ids.has(value.id)) return value;
      const call = new Members(value);
      found.push(...callParts(call));
      return call.rest();
    }
    found.push({ kind: "json", value });
    return null;
  };
  for (const key of ["tool_calls", "toolInvocations"]) {
    const list = members.at(key);
    if (isList(list)) members.leave(key, leftOf(list.map(rest)));
  }
  const old = members.inner("function_call");
  return old === undefined ? found : [...found, toolCallPart(old)];
}

function callParts(call: Members): readonly MessagePart[] {
  call.mark("type", "function", "tool_call", "custom");
  const part = toolCallPart(call);
  // The Vercel AI SDK adds the result to its call.
  const content = call.any("result");
  const { id, name } = part;
  return content === undefined ? [part] : [part, { kind: "toolResult", id, name, content, failed: false }];
}

/** OpenAI's Responses API has items without a role. */
function responseItem(item: Members): Message | undefined {
  const type = item.at("type");
  if (typeof type !== "string") return undefined;
  const role = type.endsWith("_output") ? "tool" : "assistant";
  if (otherItems.has(type)) return { ...message(role, []), ...contentParts(item.object) };
  if (!itemResults.has(type) && !itemCalls.has(type)) return undefined;
  item.take("type");
  return message(role, itemResults.has(type) ? [toolResultPart(item)] : itemParts(item, type), item);
}

function itemParts(item: Members, type: string): readonly MessagePart[] {
  const call = toolCallPart(item);
  const { output, error } = item.object;
  if (type !== "mcp_call" || (typeof output !== "string" && !error)) return [call];
  const result = toolResultPart(item);
  return [call, { ...result, id: result.id ?? call.id, name: result.name ?? call.name }];
}
