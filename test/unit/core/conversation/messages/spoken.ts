import type { Message, MessagePart } from "../../../../../src/core/conversation/messages/message.ts";

/** A message on one line: the role, then each part, with its kind unless it is text. */
export function spoken(message: Message): string {
  const who = message.name === null ? message.role : `${message.role} (${message.name})`;
  const which = message.choice === null ? who : `${who} #${message.choice}`;
  return [`${which}:`, ...message.parts.map(partLine)].join(" ");
}

function partLine(part: MessagePart): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "thinking":
    case "refusal":
      return `<${part.kind} ${part.text}>`;
    case "toolCall":
      return `<call ${part.id} ${part.name} ${JSON.stringify(part.arguments)}>`;
    case "toolResult":
      return `<${part.failed ? "failure" : "result"} ${part.id} ${part.name} ${JSON.stringify(part.content)}>`;
    case "media":
      return `<media ${part.mediaType} ${part.name} ${part.address ?? `${part.bytes} bytes`}>`;
    case "json":
      return `<json ${JSON.stringify(part.value)}>`;
    default:
      return part satisfies never;
  }
}
