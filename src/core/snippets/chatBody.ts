import type { Message, MessagePart } from "../messages/message.ts";
import type { Json, JsonObject } from "../text/json.ts";

/** What no service takes: the work of sub-agents, whose answer is the result of a tool, and what clients did. */
const unsaid: ReadonlySet<MessagePart["kind"]> = new Set(["thinking", "agent", "compaction"]);

/** A message as Chat Completions take it, while its parts are read. */
interface Said {
  readonly content: JsonObject[];
  readonly calls: Json[];
}

/** Messages as OpenAI's Chat Completions take them: each result of a tool is a message of its own. */
export function openAiMessages(messages: readonly Message[]): readonly Json[] {
  return messages.flatMap(({ role, name, parts }) => {
    const made: (Said | JsonObject)[] = [];
    let said: Said | null = null;
    for (const part of parts.filter(({ kind }) => !unsaid.has(kind))) {
      if (part.kind === "toolResult") {
        made.push({ role: "tool", tool_call_id: part.id ?? "", content: resultText(part) });
        said = null;
        continue;
      }
      if (said === null) {
        said = { content: [], calls: [] };
        made.push(said);
      }
      if (part.kind !== "toolCall") said.content.push(contentOf(part));
      else {
        const given = typeof part.arguments === "string" ? part.arguments : JSON.stringify(part.arguments ?? {});
        said.calls.push({ id: part.id ?? "", type: "function", function: { name: part.name, arguments: given } });
      }
    }
    return made.map((each): Json => {
      if (!isSaid(each)) return each;
      const { content, calls } = each;
      const [first] = content;
      const text = content.length === 1 && first?.type === "text" ? (first.text ?? null) : null;
      const tools = calls.length === 0 ? {} : { tool_calls: calls };
      return {
        role,
        ...(name !== null && { name }),
        content: text ?? (content.length === 0 ? null : content),
        ...tools,
      };
    });
  });
}

function isSaid(each: Said | JsonObject): each is Said {
  return "calls" in each;
}

function contentOf(part: MessagePart): JsonObject {
  if (part.kind === "media") {
    const { address, data, mediaType } = part;
    const url = address ?? (data === null ? null : `data:${mediaType ?? ""};base64,${data}`);
    if (url !== null && mediaType?.startsWith("image") !== false) return { type: "image_url", image_url: { url } };
  }
  if (part.kind === "text" || part.kind === "injected") return { type: "text", text: part.text };
  if (part.kind === "refusal") return { type: "refusal", refusal: part.text };
  return { type: "text", text: JSON.stringify(part.kind === "json" ? part.value : part) };
}

function resultText({ content, parts }: Extract<MessagePart, { kind: "toolResult" }>): string {
  if (typeof content === "string") return content;
  const texts = parts.map((part) => (part.kind === "text" ? part.text : JSON.stringify(part)));
  return content === null && texts.length > 0 ? texts.join("\n") : JSON.stringify(content);
}
