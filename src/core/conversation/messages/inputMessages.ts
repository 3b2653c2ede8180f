import type { Json } from "../../json.ts";
import { message } from "./chatMessage.ts";
import { isList, isObject, Members } from "./members.ts";
import type { Message } from "./message.ts";
import { messageList } from "./messageList.ts";
import { contentParts } from "./messagePart.ts";
import { type MessageSource, type MessagesRead, readMessages } from "./messageSource.ts";

const instructions = [
  "system",
  "system_prompt",
  "systemPrompt",
  "system_message",
  "systemMessage",
  "instructions",
  "system_instruction",
  "systemInstruction",
] as const;

/** Attributes of OpenTelemetry spans for inputs (wandb/weave, chat formats of the web app). */
const spanInputs = [
  "gen_ai.input.messages",
  "gen_ai.prompt",
  "ai.prompt",
  "input.value",
  "mlflow.spanInputs",
  "traceloop.entity.input",
  "gcp.vertex.agent.llm_request",
  "gcp.vertex.agent.tool_call_args",
] as const;

const inputs: MessageSource = {
  role: "user",
  known: googleContents,
  lists: [
    "history",
    "chat_history",
    "chatHistory",
    "conversation_history",
    "message_history",
    "previous_messages",
    "messages",
    "input",
    "prompt",
    "conversation",
    ...spanInputs,
  ],
  texts: [
    "prompt",
    "question",
    "query",
    "user_message",
    "userMessage",
    "user_input",
    "userInput",
    "user_query",
    "user_prompt",
    "message",
    "input",
    "text",
    "content",
    "request",
    "utterance",
    "task",
    ...spanInputs,
  ],
  wrappers: [
    "input",
    "inputs",
    "state",
    "request",
    "body",
    "payload",
    "data",
    "params",
    "kwargs",
    "arg0",
    ...spanInputs,
  ],
};

/** The messages of the inputs. A separate system prompt, as OpenAI, Anthropic and Google accept it, comes first. */
export function inputMessages(value: Json): MessagesRead {
  if (!isObject(value)) return readMessages(value, inputs);
  const members = new Members(value);
  const system = systemMessage(members);
  const left = system === undefined ? value : (members.wholeRest() ?? {});
  const read = readMessages(left, inputs);
  return system === undefined ? read : { messages: [system, ...read.messages], rest: read.rest };
}

function systemMessage(members: Members): Message | undefined {
  for (const key of instructions) {
    const value = members.at(key);
    const content = isObject(value) && isList(value.parts) ? value.parts : value;
    const { parts, rest } = contentParts(content);
    if (parts.length === 0 || parts.some(({ kind }) => kind === "json")) continue;
    members.take(key);
    return { ...message("system", parts), rest: rest === null ? null : { content: rest } };
  }
  return undefined;
}

/** `contents` of Google's models: a text, a content, or a list of texts, parts and contents. */
function googleContents(members: Members): readonly Message[] {
  const contents = members.at("contents");
  if (contents === undefined || contents === null || contents === "") return [];
  const list = isList(contents) ? contents : [contents];
  const named = list.map(
    (each): Json => (isObject(each) && isList(each.parts) ? { ...each, role: each.role ?? "user" } : each),
  );
  const messages = messageList(named, "user", false);
  if (messages !== undefined) {
    members.take("contents");
    return messages;
  }
  const { parts, rest } = contentParts(contents);
  if (parts.length === 0 || parts.some(({ kind }) => kind === "json")) return [];
  members.take("contents");
  return [{ ...message("user", parts), rest: rest === null ? null : { content: rest } }];
}
