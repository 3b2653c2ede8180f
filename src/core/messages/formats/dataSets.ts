import { Members } from "../members.ts";
import { textMessage, usualRole } from "../message.ts";
import type { MessageFormat } from "../messageFormat.ts";
import { spokenAs } from "../spoken.ts";

const speakers = ["from", "sender", "speaker", "author", "role"];

export const dataSets: MessageFormat = {
  name: "Conversation data sets and Cohere",
  source: "ShareGPT and OpenAI exports, https://docs.cohere.com/v1/reference/chat",
  recognizedBy:
    "`from`, `sender`, `speaker`, `author` or `role` with a usual role, and `value`, `text`, `content` or `message`",
  since: "0.1.0",
  message: (value, reading) => {
    const members = new Members(value);
    const author = members.inner("author");
    if (typeof author?.at("role") === "string" && value.content !== undefined) {
      return [spokenAs(String(author.take("role")), members, reading)];
    }
    for (const key of speakers) {
      const word = value[key];
      const role = typeof word === "string" ? usualRole(word) : undefined;
      if (role === undefined) continue;
      const text = members.text("value", "text", "content", "message");
      if (text === null) return undefined;
      members.take(key);
      return [textMessage(role, text, members)];
    }
    return undefined;
  },
};
