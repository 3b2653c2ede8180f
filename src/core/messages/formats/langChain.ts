import { isEmpty, isList, isObject, isSameJson, type Json, type JsonObject } from "../../text/json.ts";
import { Members, names } from "../members.ts";
import { type Message, textMessage, usualRole } from "../message.ts";
import type { FormatParts, MessageFormat, MessagesRead, PartReader, Reading } from "../messageFormat.ts";
import { spokenAs } from "../spoken.ts";
import { toolCallPart, toolResultPart } from "../toolPart.ts";
import { answers, mergedPieces, messageAt, textOf, withArguments } from "./pieces.ts";

export const langChain: MessageFormat = {
  name: "LangChain",
  source: "https://reference.langchain.com/python/langchain_core/messages/, also as serialized by `dumpd`",
  recognizedBy:
    "messages: `type` (`human`, `ai`, …) with `content` or `data`; or `lc`, `id` and `kwargs`; `generations`",
  since: "0.1.0",
  parts: [
    ["server_tool_call", (part) => toolCallPart(part)],
    ["server_tool_result", (part, _type, reading) => toolResultPart(part, reading, "output")],
    ["non_standard", nonStandard],
  ],
  pair: pairMessage,
  message: (value, reading) => {
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
      return [spokenAs(role, constructed, reading, { whole: members })];
    }
    const role = typeof value.type === "string" ? usualRole(value.type) : undefined;
    if (role === undefined) return undefined;
    const inner = members.inner("data");
    if (inner?.at("content") !== undefined) {
      takeRole(members, role);
      takeRole(inner, role);
      return [spokenAs(role, inner, reading, { whole: members })];
    }
    if (value.content === undefined) return undefined;
    members.take("type");
    return [spokenAs(role, members, reading)];
  },
  document: (document, side, reading) => {
    if (side === "inputs") return [];
    const found = generations(document, reading);
    return found.length > 0 ? found : answers(document, "outputs", (each) => generations(each, reading));
  },
};

function nonStandard(...[part, , reading]: Parameters<PartReader>): FormatParts {
  const { parts, rest } = reading.content(part.at("value"));
  if (parts.length === 0 || parts.some(({ kind }) => kind === "json")) return undefined;
  part.leave("value", rest);
  return parts;
}

function takeRole(members: Members, role: string): void {
  const type = members.at("type");
  if (typeof type === "string" && usualRole(type) === role) members.take("type");
}

/** For each prompt a list of generations, each a message and its text. */
function generations(members: Members, reading: Reading): readonly Message[] {
  const list = members.at("generations");
  if (!isList(list)) return [];
  const flat = new Members({ generations: list.every(isList) ? list.flat() : list });
  const messages = answers(flat, "generations", (each) => generation(each, reading));
  const rest = flat.rest();
  if (messages.length > 0) members.leave("generations", isObject(rest) ? (rest.generations ?? null) : null);
  return messages;
}

function generation(members: Members, reading: Reading): readonly Message[] {
  const [one] = messageAt(members, "message", reading);
  if (one === undefined) return textOf(members);
  if (one.parts.some((part) => part.kind === "text" && part.text === members.at("text"))) members.take("text");
  return [one];
}

export const langChainChunks: MessageFormat = {
  name: "Streamed chunks of LangChain",
  source: 'https://docs.langchain.com/oss/python/langchain/streaming; with `stream_mode="messages"`, pairs',
  recognizedBy: "a list of messages of type `AIMessageChunk`, each alone or in a pair with its metadata",
  since: "0.2.0",
  list: (values, side, reading) => {
    const chunks = values.map(streamed).map((each) => chunkIn(isList(each) && each.length === 2 ? each[0] : each));
    const known = chunks.filter(isObject);
    if (known.length === 0 || known.length < values.length) return undefined;
    const merged = mergedPieces(known);
    if (!isObject(merged)) return undefined;
    const { tool_call_chunks: pieces, tool_calls: calls, content, ...others } = merged;
    // Each chunk has the beginning of its calls as complete ones, too.
    const whole = isList(pieces) && pieces.length > 0 ? pieces : (calls ?? []);
    const metadata = values.map(streamed).flatMap((each) => (isList(each) ? each.slice(1) : []));
    const blocks = isList(content) ? content.map(withArguments) : (content ?? "");
    const { messages, rest } = reading.messages({ ...others, content: blocks, tool_calls: whole }, side);
    return { messages, rest: metadata.length === 0 ? rest : mergedPieces(metadata) };
  },
};

const streamModes = new Set(names("values updates messages custom checkpoints tasks debug"));

/** What is streamed in a mode or from a subgraph: `["updates", …]`, `[["agent:1"], …]`. */
function streamed(value: Json): Json {
  const [from, what] = isList(value) && value.length === 2 ? value : [];
  const isNamed =
    (typeof from === "string" && streamModes.has(from)) ||
    (isList(from) && from.every((each) => typeof each === "string"));
  return isNamed && what !== undefined && typeof what !== "string" ? what : value;
}

/** The fields of a chunk, also of one that was serialized by its constructor. */
function chunkIn(value: Json | undefined): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  const { type, id, kwargs } = value;
  if (type === "AIMessageChunk" && value.content !== undefined) return value;
  const isConstructed = isList(id) && id.at(-1) === "AIMessageChunk" && isObject(kwargs);
  return isConstructed ? { ...kwargs, type: "AIMessageChunk" } : undefined;
}

export const langGraph: MessageFormat = {
  name: "Streamed updates and states of LangGraph",
  source: "https://docs.langchain.com/oss/python/langgraph/streaming",
  recognizedBy: "a list of objects with one field a node whose values have `messages`, or of states with `messages`",
  since: "0.2.0",
  list: (values, _side, reading) => {
    const states = values.map(streamed);
    return stateMessages(states, reading) ?? updateMessages(states, reading);
  },
};

/** Each state has the messages of the one before it. */
function stateMessages(values: readonly Json[], reading: Reading): MessagesRead | undefined {
  const states = values.filter(isObject).filter(({ messages }) => isList(messages));
  const last = states.at(-1);
  if (last === undefined || states.length < values.length) return undefined;
  const whole = isList(last.messages) ? last.messages : [];
  const isGrowing = states.every(
    ({ messages }) => isList(messages) && messages.every((each, at) => isSameJson(each, whole[at])),
  );
  if (!isGrowing) return undefined;
  const messages = reading.list(last.messages, "assistant");
  const rests = states.map(({ messages: _, ...rest }) => rest).filter((rest) => Object.keys(rest).length > 0);
  return messages.length === 0 ? undefined : { messages, rest: rests.length === 0 ? null : rests };
}

function updateMessages(values: readonly Json[], reading: Reading): MessagesRead | undefined {
  const isUpdate = (value: Json) =>
    isObject(value) && Object.values(value).some((each) => isObject(each) && each.messages);
  if (!values.some(isUpdate)) return undefined;
  const messages: Message[] = [];
  const rests: Json[] = [];
  for (const value of values) {
    if (!isObject(value)) return undefined;
    for (const [node, update] of Object.entries(value)) {
      const list = isObject(update) ? update.messages : undefined;
      const read = reading.list(isObject(list) ? [list] : list, "assistant");
      if (read.length === 0 && list !== undefined && !(isList(list) && list.length === 0)) return undefined;
      messages.push(...read);
      const { messages: _, ...rest } = isObject(update) ? update : {};
      const left = isObject(update) ? rest : update;
      if (!isEmpty(left)) rests.push({ [node]: left });
    }
  }
  return messages.length === 0 ? undefined : { messages, rest: rests.length === 0 ? null : rests };
}

/** `[role, text]`, which LangChain accepts as a message. */
function pairMessage(pair: readonly Json[]): readonly Message[] | undefined {
  const [word, text] = pair;
  if (pair.length !== 2 || typeof word !== "string" || typeof text !== "string") return undefined;
  const role = usualRole(word);
  return role === undefined ? undefined : [textMessage(role, text)];
}
