import type { Message, MessagePart, ToolResultPart } from "../../../../src/core/messages/message.ts";

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
      return `<${part.failed ? "failure" : "result"} ${[String(part.id), String(part.name), ...resultLines(part)].join(" ")}>`;
    case "media":
      return `<media ${part.mediaType} ${part.name} ${part.address ?? (part.bytes === null ? "" : `${part.bytes} bytes`)}>`;
    case "agent":
      return `<agent ${[part.name, ...part.parts.map(partLine)].join(" ")}${part.failed ? " failed" : ""}>`;
    case "compaction":
      return `<compacted ${part.before} ${part.after} ${part.summary}>`;
    case "injected":
      return `<injected ${part.text}>`;
    case "json":
      return `<json ${JSON.stringify(part.value)}>`;
    default:
      return part satisfies never;
  }
}

function resultLines({ content, parts }: ToolResultPart): readonly string[] {
  const isWhole = content === null && parts.length > 0;
  return [...parts.map(partLine), ...(isWhole ? [] : [JSON.stringify(content)])];
}
