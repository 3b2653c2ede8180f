import type { TurnDocuments } from "../conversation/protocol.ts";
import type { Message } from "../messages/message.ts";
import type { Json, JsonObject } from "../text/json.ts";
import { type PromptMessage, promptMessages, resultText, toolInput } from "../tryAgain/prompt.ts";

/** A line of a data set: what a call was given, and what it returned, as they were recorded; without a line end. */
export function testCase({ inputs, output, content }: TurnDocuments): string {
  if (content === undefined) return JSON.stringify({ inputs, expected: output });
  const messages = (said: readonly Message[]): Json => ({
    messages: completionMessages(promptMessages(said).messages),
  });
  const given = messages([...content.history, ...content.input]);
  return JSON.stringify({ inputs: given, expected: content.output.length === 0 ? null : messages(content.output) });
}

/** Messages as Chat Completions take them: each result of a tool is one of its own, after its call. */
export function completionMessages(messages: readonly PromptMessage[]): readonly JsonObject[] {
  return messages.flatMap(({ role, name, parts }) => {
    const texts = parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
    const calls = parts.flatMap((part) => {
      if (part.kind !== "toolCall") return [];
      const called = { name: part.name, arguments: JSON.stringify(toolInput(part.arguments)) };
      return [{ id: part.id, type: "function", function: called }];
    });
    const results = parts.flatMap((part) =>
      part.kind === "toolResult" ? [{ role: "tool", tool_call_id: part.id, content: resultText(part.content) }] : [],
    );
    const content = texts.length === 0 ? null : texts.join("\n\n");
    const said = { role, ...(name !== null && { name }), content, ...(calls.length > 0 && { tool_calls: calls }) };
    const own = content === null && calls.length === 0 ? [] : [said];
    return calls.length > 0 ? [...own, ...results] : [...results, ...own];
  });
}
