import { isList, isObject, type Json, type JsonObject } from "../../json.ts";
import { chatMessage } from "./chatMessage.ts";
import { leftOf, Members, names } from "./members.ts";
import { type Message, textMessage } from "./message.ts";
import { firstFound, type MessageSource, type MessagesRead, readMessages } from "./messageSource.ts";

/** Attributes of OpenTelemetry spans for outputs (wandb/weave, chat formats of the web app). */
const spanOutputs = names(`
  gen_ai.output.messages gen_ai.completion gen_ai.content.completion ai.response output.value mlflow.spanOutputs
  traceloop.entity.output gcp.vertex.agent.llm_response gcp.vertex.agent.tool_response`);

const output: MessageSource = {
  role: "assistant",
  known: knownResponse,
  lists: ["output", "messages", ...spanOutputs],
  texts: [
    ...names(`
      answer final_answer final_output response reply text content completion message output output_text
      generated_text result`),
    ...spanOutputs,
  ],
  wrappers: [...names("output outputs response result message completion data body value"), ...spanOutputs],
};

/** The messages of the output. */
export function outputMessages(value: Json): MessagesRead {
  return readMessages(value, output);
}

function knownResponse(members: Members): readonly Message[] {
  return firstFound(
    () => answers(members, "choices", choice),
    () => answers(members, "candidates", candidate),
    () => generations(members),
    () => answers(members, "outputs", generations),
  );
}

/** Several choices are numbered; their unread fields stay in the list. */
function answers(members: Members, key: string, read: (value: Members) => readonly Message[]): readonly Message[] {
  const list = members.at(key);
  if (!isList(list) || list.length === 0) return [];
  const reads = list.map((value): MessagesRead => {
    if (!isObject(value)) return { messages: [], rest: value };
    const inner = new Members(value);
    return { messages: read(inner), rest: inner.rest() };
  });
  if (!reads.some(({ messages }) => messages.length > 0)) return [];
  members.leave(key, leftOf(reads.map(({ rest }) => rest)));
  return reads.flatMap(({ messages }, index) =>
    list.length === 1 ? messages : messages.map((each) => ({ ...each, choice: index + 1 })),
  );
}

/** The message in a field, which may lack these fields. */
function messageAt(members: Members, key: string, usual: JsonObject = {}): readonly Message[] {
  const value = members.at(key);
  const one = isObject(value) ? chatMessage({ ...usual, ...value }) : undefined;
  if (one === undefined) return [];
  members.take(key);
  return [one];
}

function textOf(members: Members): readonly Message[] {
  const text = members.text("text");
  return text === null ? [] : [textMessage("assistant", text)];
}

function choice(members: Members): readonly Message[] {
  const usual = { role: "assistant", content: null };
  return firstFound(
    () => messageAt(members, "message", usual),
    () => messageAt(members, "delta", usual),
    () => textOf(members),
  );
}

function candidate(members: Members): readonly Message[] {
  return messageAt(members, "content", { role: "model", parts: null });
}

/** LangChain's results: for each prompt a list of generations, each a message and its text. */
function generations(members: Members): readonly Message[] {
  const list = members.at("generations");
  if (!isList(list)) return [];
  const flat = new Members({ generations: list.every(isList) ? list.flat() : list });
  const messages = answers(flat, "generations", generation);
  const rest = flat.rest();
  if (messages.length > 0) members.leave("generations", isObject(rest) ? (rest.generations ?? null) : null);
  return messages;
}

function generation(members: Members): readonly Message[] {
  const [one] = messageAt(members, "message");
  if (one === undefined) return textOf(members);
  if (one.parts.some((part) => part.kind === "text" && part.text === members.at("text"))) members.take("text");
  return [one];
}
