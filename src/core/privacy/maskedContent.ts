import { dataRole, type Message, type MessagePart, usualRole } from "../messages/message.ts";
import { inputMessages, readMessages } from "../messages/reading.ts";
import type { CallDocumentName } from "../query/call.ts";
import { isEmpty, type Json } from "../text/json.ts";
import { type Pseudonyms, placeholder } from "./pseudonyms.ts";

/** In place of everything that is no message. */
const hidden = { hidden: true };

const stored = { _type: "CustomWeaveType", weave_type: { type: "Content" } };

/** How programs name tools. */
const toolName = /^[A-Za-z][\w.:-]{0,63}$/;

/**
 * A document of a call without what it says: its messages, as the readers of message formats find them, with placeholders
 * for texts and pseudonyms for names and IDs. Anything else only says that it is hidden.
 */
export function maskedContent(name: CallDocumentName, value: Json, pseudonyms: Pseudonyms): Json {
  if (isEmpty(value)) return value;
  if (name !== "inputs" && name !== "output") return hidden;
  const { messages, rest } = name === "inputs" ? inputMessages(value) : readMessages(value, "output");
  if (messages.length === 0) return hidden;
  const masked = { messages: messages.map((message) => maskedMessage(message, pseudonyms)) };
  return rest === null ? masked : { ...masked, ...hidden };
}

/** In a form that the readers of message formats read as the same message. */
function maskedMessage({ role, name, parts }: Message, pseudonyms: Pseudonyms): Json {
  const isKnown = role === dataRole || usualRole(role) !== undefined;
  return {
    role: isKnown ? role : pseudonyms.of("user", role),
    ...(name !== null && { name: pseudonyms.of("user", name) }),
    content: parts.map((part) => maskedPart(part, pseudonyms)),
  };
}

function maskedPart(part: MessagePart, pseudonyms: Pseudonyms): Json {
  const id = (original: string | null) => (original === null ? null : pseudonyms.of("id", original));
  const called = (name: string) => (toolName.test(name) ? name : pseudonyms.of("id", name));
  const whole = (value: Json) => (isEmpty(value) ? null : placeholder("text", JSON.stringify(value)));
  switch (part.kind) {
    case "text":
      return { type: "text", text: placeholder("message", part.text) };
    case "thinking":
      return part.text === ""
        ? { type: "redacted_thinking" }
        : { type: "thinking", thinking: placeholder("message", part.text) };
    case "refusal":
      return { type: "refusal", refusal: placeholder("message", part.text) };
    case "toolCall":
      return { type: "tool_use", id: id(part.id), name: called(part.name), input: whole(part.arguments) };
    case "toolResult": {
      const { name, content, parts, failed } = part;
      const of = { tool_use_id: id(part.id), ...(name !== null && { name: called(name) }), is_error: failed };
      return { type: "tool_result", ...of, content: whole(content ?? parts.map((each) => ({ ...each }))) };
    }
    case "media":
      // As the service keeps it: with its type and size, and without its name.
      return { ...stored, mimetype: part.mediaType, size: part.bytes };
    case "json":
    case "agent":
    case "compaction":
    case "injected":
      return hidden;
    default:
      return part satisfies never;
  }
}
