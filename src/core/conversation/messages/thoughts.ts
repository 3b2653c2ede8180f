import type { MessagePart } from "./message.ts";

const opening = /^\s*<(think|thinking)>\n?/i;

/** Parts with reasoning separated, which some models write before their response, between `<think>` and `</think>`. */
export function withThoughtsApart(parts: readonly MessagePart[]): readonly MessagePart[] {
  return parts.flatMap((part) => (part.kind === "text" ? thoughtsApart(part.text) : [part]));
}

function thoughtsApart(text: string): readonly MessagePart[] {
  const [start, word] = opening.exec(text.slice(0, 100)) ?? [];
  if (start === undefined) return [{ kind: "text", text }];
  const closing = `</${word}>`;
  const end = text.indexOf(closing, start.length);
  if (end === -1) return [{ kind: "thinking", text: text.slice(start.length) }];
  const answer = text.slice(end + closing.length).trimStart();
  const thought: MessagePart = { kind: "thinking", text: text.slice(start.length, end).trimEnd() };
  return answer === "" ? [thought] : [thought, { kind: "text", text: answer }];
}
