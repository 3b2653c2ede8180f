import type { Message, MessagePart, ToolCallPart, ToolResultPart } from "../messages/message.ts";
import { resultsOfCalls } from "../messages/toolPairs.ts";
import { isObject, type Json, type JsonObject } from "../text/json.ts";
import { prettyJson } from "../text/prettyJson.ts";

/** The messages and options of a request to a model, as its document has them. */
export interface Prompt {
  readonly messages: readonly PromptMessage[];
  readonly options: PromptOptions;
}

export interface PromptMessage {
  /** `system`, `user`, `assistant`, `tool`, or any other role in the data, on one line. */
  readonly role: string;
  readonly name: string | null;
  readonly parts: readonly PromptPart[];
}

export type PromptPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "toolCall"; readonly id: string; readonly name: string; readonly arguments: Json }
  | { readonly kind: "toolResult"; readonly id: string; readonly content: Json };

export interface PromptOptions {
  readonly parameters: JsonObject;
  readonly tools: readonly PromptTool[];
}

export interface PromptTool {
  readonly name: string;
  readonly description: string;
  /** A JSON schema. */
  readonly inputSchema?: JsonObject | undefined;
}

/** What a request cannot repeat of a call. */
export interface LeftOut {
  /** Number of images, audio and files. */
  readonly media: number;
  /** Number of other parts: reasoning, what sub-agents did, summaries, and values that are no messages. */
  readonly others: number;
  /** Names of inputs that are no options of a model here. */
  readonly inputs: readonly string[];
}

/** What one side sends: VS Code knows no system messages, and takes results of tools from the user only. */
export interface RequestMessage {
  readonly speaker: "user" | "assistant";
  readonly name: string | null;
  readonly parts: readonly PromptPart[];
}

/** Messages that can be sent again. Each tool call has an ID of its own, which its results have as well. */
export function promptMessages(messages: readonly Message[]): {
  readonly messages: readonly PromptMessage[];
  readonly leftOut: Pick<LeftOut, "media" | "others">;
} {
  const ids = idsOf(messages);
  const leftOut = { media: 0, others: 0 };
  const read = (part: MessagePart): readonly PromptPart[] => {
    switch (part.kind) {
      case "text":
      case "refusal":
      case "injected":
        return [{ kind: "text", text: part.text }];
      case "toolCall":
        return [{ kind: "toolCall", id: ids.get(part) ?? "", name: part.name, arguments: part.arguments }];
      case "toolResult": {
        leftOut.media += part.parts.filter(({ kind }) => kind === "media").length;
        return [{ kind: "toolResult", id: ids.get(part) ?? part.id ?? "", content: resultContent(part) }];
      }
      case "media":
        leftOut.media += 1;
        return [];
      default:
        leftOut.others += 1;
        return [];
    }
  };
  const kept = messages.map(({ role, name, parts }) => ({
    role: role.replace(/[\]\s]+/g, " ").trim() || "user",
    name: name?.replace(/\s+/g, " ").trim() || null,
    parts: parts.flatMap(read),
  }));
  return { messages: kept.filter(({ parts }) => parts.length > 0), leftOut };
}

/** Some programs have no IDs, or number the calls of each response. */
function idsOf(messages: readonly Message[]): ReadonlyMap<ToolCallPart | ToolResultPart, string> {
  const results = resultsOfCalls(messages);
  const used = new Set<string>();
  const ids = new Map<ToolCallPart | ToolResultPart, string>();
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (part.kind !== "toolCall") continue;
    let id = part.id ?? "call_1";
    for (let number = 2; used.has(id); number++) id = `${part.id ?? "call"}_${number}`;
    used.add(id);
    for (const each of [part, ...(results.get(part) ?? [])]) ids.set(each, id);
  }
  return ids;
}

function resultContent({ content, parts }: ToolResultPart): Json {
  const texts = parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return texts.length > 0 ? texts.join("\n\n") : content;
}

/** The messages as they are sent: without empty texts, and each part by the side that may say it. */
export function requestMessages(messages: readonly PromptMessage[]): readonly RequestMessage[] {
  const sent: RequestMessage[] = [];
  for (const { role, name, parts } of messages) {
    const said: { speaker: RequestMessage["speaker"]; name: string | null; parts: PromptPart[] }[] = [];
    for (const part of parts) {
      if (part.kind === "text" && part.text === "") continue;
      const own = role === "assistant" ? "assistant" : "user";
      const speaker = part.kind === "text" ? own : part.kind === "toolCall" ? "assistant" : "user";
      const last = said.at(-1);
      if (last?.speaker === speaker) last.parts.push(part);
      else said.push({ speaker, name: speaker === own ? name : null, parts: [part] });
    }
    sent.push(...said);
  }
  return sent;
}

/** The arguments of a tool call as an object, as models have to be given them. */
export function toolInput(given: Json): JsonObject {
  if (isObject(given)) return given;
  return given === null ? {} : { input: given };
}

/** The result of a tool as text. */
export function resultText(content: Json): string {
  return typeof content === "string" ? content : prettyJson(content).trimEnd();
}
