import { isList, type Json, jsonIn, memberOf } from "../../core/text/json.ts";

/** The text of a message's content: of parts, those of text. */
export function displayText(content: string): string {
  const parts = content.startsWith("[") ? jsonIn(content) : undefined;
  return isList(parts) ? parts.flatMap((part) => textOf(part) ?? []).join("\n") : content;
}

function textOf(part: Json): string | undefined {
  const content = memberOf(part, "content");
  return memberOf(part, "type") === "text" && typeof content === "string" ? content : undefined;
}
