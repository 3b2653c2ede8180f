import type { TurnDocuments } from "../conversation/protocol.ts";
import type { Message } from "../messages/message.ts";
import type { Json, JsonObject } from "../text/json.ts";
import { type PromptPart, partsToSend, requestMessages } from "../tryAgain/prompt.ts";

/** A line of a data set: what a call was given, and what it returned, as they were recorded; without a line end. */
export function testCase({ inputs, output, content }: TurnDocuments): string {
  if (content === undefined) return JSON.stringify({ inputs, expected: output });
  const messages = (said: readonly Message[]): Json => ({ messages: completionMessages(partsToSend(said).parts) });
  const given = messages([...content.history, ...content.input]);
  return JSON.stringify({ inputs: given, expected: content.output.length === 0 ? null : messages(content.output) });
}

/** Messages as Chat Completions take them: each result of a tool is one of its own, after its call. */
export function completionMessages(parts: readonly PromptPart[]): readonly JsonObject[] {
  return requestMessages(parts).flatMap((group): readonly JsonObject[] => {
    const results = group.flatMap((part) =>
      part.kind === "tool result" ? [{ role: "tool", tool_call_id: part.id, content: part.text }] : [],
    );
    if (results.length > 0) return results;
    const texts = group.flatMap((part) => (part.kind !== "tool call" && part.kind !== "tool result" ? part.text : []));
    const calls = group.flatMap((part) => {
      if (part.kind !== "tool call") return [];
      return [
        { id: part.id, type: "function", function: { name: part.name, arguments: JSON.stringify(part.arguments) } },
      ];
    });
    const role = group.find(({ kind }) => kind !== "tool call")?.kind ?? "assistant";
    const content = texts.length === 0 ? null : texts.join("\n\n");
    return [{ role, content, ...(calls.length > 0 && { tool_calls: calls }) }];
  });
}
