import { isObject, type Json, type JsonObject } from "../../text/json.ts";
import { Members } from "../members.ts";
import { type Message, message, textMessage } from "../message.ts";
import type { MessageFormat } from "../messageFormat.ts";
import { spokenAs, wrappedMessage } from "../spoken.ts";

const classes = new Map([
  ["UserMessage", "user"],
  ["AssistantMessage", "assistant"],
]);

/** A message of the program to the user of the SDK, such as its tools and folder at the start. */
function notice(value: JsonObject): readonly Message[] {
  const { role, ...others } = value;
  return [message("system", [{ kind: "json", value: role === "system" ? others : value }])];
}

export const claudeAgent: MessageFormat = {
  name: "Claude Agent SDK and Claude Code",
  source: "wandb/weave claude_agent_sdk_integration.py, https://docs.claude.com/en/docs/claude-code/sdk (stream-json)",
  recognizedBy:
    "`type` with a `message` that has a role; `_type` of a message class; `subtype` of a system message or a result",
  since: "0.2.0",
  message: (value, reading) => {
    const { type, message: inner, subtype } = value;
    const isSystem = type === "system" || value.role === "system" || value._type === "SystemMessage";
    if ((type === "assistant" || type === "user") && isObject(inner) && inner.role === type)
      return wrappedMessage(value, "message", reading);
    if (isSystem && typeof subtype === "string" && value.content === undefined) return notice(value);
    const role = classes.get(typeof value._type === "string" ? value._type : "");
    if (role === undefined || value.content === undefined) return undefined;
    const members = new Members(value);
    members.take("_type");
    members.mark("_class_name", value._type ?? null);
    return [spokenAs(role, members, reading)];
  },
  list: (values, side, reading) => {
    const at = values.findLastIndex((each) => isResult(each));
    const result = values[at];
    if (!isObject(result) || values.length < 2) return undefined;
    const messages = reading.list(values.toSpliced(at, 1), "assistant");
    if (messages.length === 0) return undefined;
    // The result repeats the last answer.
    const { result: answer, ...rest } = result;
    const isSaid = typeof answer !== "string" || answer === "" || isRepeated(messages, answer);
    const last = isSaid ? [] : [textMessage("assistant", answer)];
    return { messages: [...messages, ...last], rest: side === "output" ? rest : result };
  },
};

function isResult(value: Json): boolean {
  if (!isObject(value)) return false;
  return (value.type === "result" || value._type === "ResultMessage") && typeof value.subtype === "string";
}

/** Whether the last message of the assistant says this text. */
function isRepeated(messages: readonly Message[], text: string): boolean {
  const last = messages.findLast(
    ({ role, parts }) => role === "assistant" && parts.some(({ kind }) => kind === "text"),
  );
  const texts = (last?.parts ?? []).flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return texts.includes(text) || texts.join("").trim() === text.trim();
}
