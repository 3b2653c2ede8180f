import type { Message, MessagePart } from "../messages/message.ts";
import { type Json, type JsonObject, jsonIn } from "../text/json.ts";

/** What one speaker says without a tool's result in between. */
interface Said {
  readonly role: string;
  readonly content: Json[];
  readonly calls: Extract<MessagePart, { kind: "toolCall" }>[];
}

type Result = Extract<MessagePart, { kind: "toolResult" }>;

/** Messages as OpenAI's Chat Completions take them. */
export function openAiMessages(messages: readonly Message[]): readonly Json[] {
  return messages.flatMap((message) =>
    turnsIn(message).map((each): Json => {
      if ("kind" in each) return { role: "tool", tool_call_id: each.id ?? "", content: resultText(each) };
      const { role, content, calls } = each;
      const named = message.name === null ? {} : { name: message.name };
      const tool_calls = calls.map(({ id, name, arguments: given }) => {
        const text = typeof given === "string" ? given : JSON.stringify(given ?? {});
        return { id: id ?? "", type: "function", function: { name, arguments: text } };
      });
      return { role, ...named, content: shortest(content), ...(calls.length > 0 && { tool_calls }) };
    }),
  );
}

/** Messages as Anthropic takes them, with the system's apart. */
export function anthropicBody(messages: readonly Message[]): JsonObject {
  const said = messages.flatMap(turnsIn);
  const isSystem = (each: Said | Result) => "role" in each && /^(?:system|developer)$/.test(each.role);
  const system = said.flatMap((each) => ("role" in each && isSystem(each) ? each.content : []));
  const others = said.filter((each) => !isSystem(each));
  return {
    ...(system.length > 0 && { system: shortest(system) }),
    messages: others.map((each): Json => {
      if ("kind" in each) {
        const content = { type: "tool_result", tool_use_id: each.id ?? "", content: resultText(each) };
        return { role: "user", content: [{ ...content, ...(each.failed && { is_error: true }) }] };
      }
      const uses = each.calls.map(({ id, name, arguments: given }) => {
        const input = typeof given === "string" ? (jsonIn(given) ?? given) : (given ?? {});
        return { type: "tool_use", id: id ?? "", name, input };
      });
      const role = each.role === "assistant" ? "assistant" : "user";
      return { role, content: uses.length === 0 ? shortest(each.content) : [...each.content, ...uses] };
    }),
  };
}

/** What no service takes: the work of sub-agents, whose answer is the result of a tool, and what clients did. */
const unsaid: ReadonlySet<MessagePart["kind"]> = new Set(["thinking", "agent", "compaction"]);

/** A message in the order of its parts: each result of a tool is a message of its own. */
function turnsIn({ role, parts }: Message): readonly (Said | Result)[] {
  const turns: (Said | Result)[] = [];
  for (const part of parts.filter(({ kind }) => !unsaid.has(kind))) {
    if (part.kind === "toolResult") {
      turns.push(part);
      continue;
    }
    const last = turns.at(-1);
    const said = last !== undefined && "role" in last ? last : { role, content: [], calls: [] };
    if (said !== last) turns.push(said);
    if (part.kind === "toolCall") said.calls.push(part);
    else said.content.push(contentOf(part));
  }
  return turns;
}

function contentOf(part: MessagePart): Json {
  if (part.kind === "media") {
    const { address, data, mediaType } = part;
    const url = address ?? (data === null ? null : `data:${mediaType ?? ""};base64,${data}`);
    if (url !== null && mediaType?.startsWith("image") !== false) return { type: "image_url", image_url: { url } };
  }
  if (part.kind === "text" || part.kind === "injected") return { type: "text", text: part.text };
  if (part.kind === "refusal") return { type: "refusal", refusal: part.text };
  return { type: "text", text: JSON.stringify(part.kind === "json" ? part.value : part) };
}

function shortest(content: readonly Json[]): Json {
  const [first] = content;
  if (first === undefined) return null;
  const text = typeof first === "object" && first !== null && "text" in first ? (first.text ?? null) : null;
  return content.length === 1 && text !== null ? text : content;
}

function resultText({ content, parts }: Result): string {
  if (typeof content === "string") return content;
  const texts = parts.map((part) => (part.kind === "text" ? part.text : JSON.stringify(part)));
  return content === null && texts.length > 0 ? texts.join("\n") : JSON.stringify(content);
}
