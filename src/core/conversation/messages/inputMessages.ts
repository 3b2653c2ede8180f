import { isList, isObject, type Json } from "../../json.ts";
import { Members, names } from "./members.ts";
import type { Message } from "./message.ts";
import {
  contentMessages,
  firstFound,
  type MessageSource,
  type MessagesRead,
  messageList,
  readMessages,
} from "./messageSource.ts";

const instructions = names(`
  system system_prompt systemPrompt system_message systemMessage instructions system_instruction systemInstruction`);

/** Attributes of OpenTelemetry spans for inputs (wandb/weave, chat formats of the web app). */
const spanInputs = names(`
  gen_ai.input.messages gen_ai.prompt ai.prompt input.value mlflow.spanInputs traceloop.entity.input
  gcp.vertex.agent.llm_request gcp.vertex.agent.tool_call_args`);

const inputs: MessageSource = {
  role: "user",
  known: googleContents,
  lists: [
    ...names(`
      history chat_history chatHistory conversation_history message_history previous_messages messages input prompt
      conversation`),
    ...spanInputs,
  ],
  texts: [
    ...names(`
      prompt question query user_message userMessage user_input userInput user_query user_prompt message input text
      content request utterance task`),
    ...spanInputs,
  ],
  wrappers: [...names("input inputs state request body payload data params kwargs arg0"), ...spanInputs],
};

/** The messages of the inputs. A separate system prompt, as OpenAI, Anthropic and Google accept it, comes first. */
export function inputMessages(value: Json): MessagesRead {
  if (!isObject(value)) return readMessages(value, inputs);
  const members = new Members(value);
  const system = systemMessage(members);
  if (system === undefined) return readMessages(value, inputs);
  const { messages, rest } = readMessages(members.wholeRest() ?? {}, inputs);
  return { messages: [system, ...messages], rest };
}

function systemMessage(members: Members): Message | undefined {
  for (const key of instructions) {
    const value = members.at(key);
    const [one] = contentMessages("system", isObject(value) && isList(value.parts) ? value.parts : value);
    if (one === undefined) continue;
    members.take(key);
    return one;
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
  const messages = firstFound(
    () => messageList(named, "user", false),
    () => contentMessages("user", contents),
  );
  if (messages.length > 0) members.take("contents");
  return messages;
}
