import * as l10n from "@vscode/l10n";
import { callDocuments } from "../documents/documentText.ts";
import { names } from "../messages/members.ts";
import type { Message, MessagePart } from "../messages/message.ts";
import { resultsOfCalls } from "../messages/toolPairs.ts";
import { turnContent } from "../messages/turnContent.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import { isList, isObject, type Json, type JsonObject } from "../text/json.ts";
import { prettyJson } from "../text/prettyJson.ts";
import { writeParts } from "./promptDocument.ts";

/** What is sent to a model, in order, and the options of the request. */
export interface Prompt {
  readonly parts: readonly PromptPart[];
  readonly options: PromptOptions;
}

// Types: an interface would be no JSON.
export type PromptOptions = { readonly parameters: JsonObject; readonly tools: readonly PromptTool[] };
export type PromptTool = { readonly name: string; readonly description: string; readonly inputSchema: JsonObject };

export type PromptPart =
  | { readonly kind: "system" | "user" | "assistant"; readonly text: string }
  | { readonly kind: "tool call"; readonly id: string; readonly name: string; readonly arguments: JsonObject }
  | { readonly kind: "tool result"; readonly id: string; readonly text: string };

/** What a call or span sent to its model, and what the model responded. */
export interface TriedPrompt {
  /** The model, if the call names one. */
  readonly model: string;
  readonly prompt: Prompt;
  /** What a request cannot repeat: in words, and names of inputs, which are untrusted text. */
  readonly leftOut: readonly string[];
  /** As Markdown. */
  readonly original: string;
}

/**
 * Reads a call or span; null if it does not exist, and without messages if no reader knows them. Rejects with a
 * `ServiceError`, or the signal's reason.
 */
export async function readTried(
  callId: string,
  target: ProjectClient,
  signal: AbortSignal,
): Promise<TriedPrompt | null> {
  const read = await callDocuments(callId, ["inputs", "output", "attributes"], target, signal);
  if (read === undefined) return null;
  const { inputs = null, output = null, attributes = null } = read;
  const content = turnContent({ inputs, output });
  const { parts, leftOut } = partsToSend([...content.history, ...content.input]);
  const { options, others, model } = promptOptions(content.inputRest, attributes);
  return {
    model,
    prompt: { parts, options },
    leftOut: [...(leftOut > 0 ? [l10n.t("images and other parts ({0})", leftOut)] : []), ...others],
    original: writeParts(partsToSend(content.output).parts),
  };
}

/** What of messages can be sent again, and the number of other parts: images, files, reasoning and the like. */
export function partsToSend(messages: readonly Message[]): {
  readonly parts: readonly PromptPart[];
  readonly leftOut: number;
} {
  const ids = idsOf(messages);
  let leftOut = 0;
  const read = (role: string, part: MessagePart): readonly PromptPart[] => {
    switch (part.kind) {
      case "text":
      case "refusal":
      case "injected":
        // Services refuse empty texts.
        return part.text.trim() === "" ? [] : [{ kind: kindOf(role), text: part.text }];
      case "toolCall": {
        const given = isObject(part.arguments) ? part.arguments : { input: part.arguments };
        return [{ kind: "tool call", id: ids.get(part) ?? "", name: onLine(part.name), arguments: given }];
      }
      case "toolResult": {
        const texts = part.parts.flatMap((each) => (each.kind === "text" ? [each.text] : []));
        leftOut += part.parts.length - texts.length;
        const content = typeof part.content === "string" ? part.content : prettyJson(part.content).trimEnd();
        const text = texts.length > 0 ? texts.join("\n\n") : content;
        return [{ kind: "tool result", id: ids.get(part) ?? onLine(part.id ?? ""), text }];
      }
      default:
        leftOut += 1;
        return [];
    }
  };
  const parts = messages.flatMap(({ role, parts: given }) => given.flatMap((part) => read(role, part)));
  return { parts, leftOut };
}

function kindOf(role: string): "system" | "user" | "assistant" {
  if (role === "assistant") return role;
  return role === "system" || role === "developer" ? "system" : "user";
}

function onLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** New IDs of tool calls and their results: some programs have none, or number the calls of each response. */
function idsOf(messages: readonly Message[]): ReadonlyMap<MessagePart, string> {
  const results = resultsOfCalls(messages);
  const calls = messages.flatMap(({ parts }) => parts).filter((part) => part.kind === "toolCall");
  const both = (call: (typeof calls)[number]) => [call, ...(results.get(call) ?? [])];
  return new Map(calls.flatMap((call, at) => both(call).map((part) => [part, `call_${at + 1}`] as const)));
}

/** The messages of a request: what the assistant says and calls is one, as are the results of its calls. */
export function requestMessages(parts: readonly PromptPart[]): readonly (readonly PromptPart[])[] {
  const sides = { system: 0, user: 0, assistant: 1, "tool call": 1, "tool result": 2 };
  const messages: PromptPart[][] = [];
  for (const part of parts) {
    const last = messages.at(-1);
    const side = sides[part.kind];
    if (side > 0 && last?.some(({ kind }) => sides[kind] === side)) last.push(part);
    else messages.push([part]);
  }
  return messages;
}

/** Parameters of a model's sampling in any spelling, here without capitals and underscores. */
const parameterNames = new Set(
  names(`temperature topp topk minp seed stop stopsequences frequencypenalty presencepenalty repetitionpenalty
    maxtokens maxcompletiontokens maxoutputtokens maxnewtokens reasoningeffort verbosity`),
);
/** Objects of inputs in which some libraries keep parameters and tools. */
const holderNames = names(`
  config generation_config generationConfig inferenceConfig toolConfig kwargs model_kwargs invocation_params options`);
const toolLists = ["tools", "functions", "definitions"];
/** Inputs that say nothing about how a model responds, or that are read here. */
const silent = new Set(["model", "self", "stream", "stream_options", ...toolLists, ...holderNames]);

/** What is in the inputs of a call that are no messages, or in the attributes of a span. `others` are other inputs. */
export function promptOptions(
  inputRest: Json,
  attributes: Json = null,
): { readonly options: PromptOptions; readonly others: readonly string[]; readonly model: string } {
  const rest = isObject(inputRest) ? inputRest : {};
  const span = isObject(attributes) && isObject(attributes.gen_ai) ? attributes.gen_ai : {};
  const all = [...holderNames.map((key) => rest[key]), span.request, span.tool, rest].filter((each) => isObject(each));
  const isParameter = (key: string) => parameterNames.has(key.replaceAll("_", "").toLowerCase());
  const given = all.flatMap(Object.entries<Json>).filter(([key, value]) => isParameter(key) && value !== null);
  const tools = all.flatMap((holder) => toolLists.flatMap((key) => toolsIn(holder[key])));
  const unique = [...new Map(tools.map((tool) => [tool.name, tool])).values()];
  return {
    options: { parameters: Object.fromEntries(given), tools: unique },
    others: Object.keys(rest).filter((key) => !silent.has(key) && !isParameter(key)),
    model: all.map(({ model }) => model).find((name) => typeof name === "string") ?? "",
  };
}

/** The tools that a program has defined, in whatever they are wrapped; those of the model service have no name. */
function toolsIn(value: Json | undefined): readonly PromptTool[] {
  if (typeof value !== "object" || value === null) return [];
  const { name, description } = isList(value) ? {} : value;
  if (typeof name !== "string") return Object.values<Json>(value).flatMap(toolsIn);
  // Bedrock has it in an object: `{inputSchema: {json}}`.
  const schemas = Object.values<Json>(value).flatMap((each) => (isObject(each) ? [each, each.json] : []));
  const inputSchema = schemas.filter((each) => isObject(each)).find(({ properties }) => isObject(properties));
  const text = typeof description === "string" ? description : "";
  // Some services refuse an empty schema.
  return [{ name, description: text, inputSchema: inputSchema ?? { type: "object", properties: {} } }];
}
