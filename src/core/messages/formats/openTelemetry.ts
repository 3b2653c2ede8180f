import { isList, isObject, type Json, type JsonObject, jsonIn } from "../../text/json.ts";
import { mediaPart } from "../mediaPart.ts";
import { leftOf, type Members, names } from "../members.ts";
import { type Message, textMessage } from "../message.ts";
import type { MessageFormat, Reading, Side } from "../messageFormat.ts";
import { parsedJson, toolResultPart } from "../toolPart.ts";

/** Attributes of spans in which instrumentations keep messages (wandb/weave trace_server/opentelemetry/constants.py). */
const attributes: Readonly<Record<Side, readonly string[]>> = {
  inputs: names(`
    gen_ai.input.messages gen_ai.prompt ai.prompt.messages ai.prompt input.value llm.input_messages
    pydantic_ai.all_messages all_messages_events mlflow.spanInputs traceloop.entity.input
    gcp.vertex.agent.llm_request gcp.vertex.agent.tool_call_args`),
  output: names(`
    gen_ai.output.messages gen_ai.completion gen_ai.content.completion ai.response.text ai.response output.value
    llm.output_messages final_result mlflow.spanOutputs traceloop.entity.output gcp.vertex.agent.llm_response
    gcp.vertex.agent.tool_response`),
};
const instructions = names("gen_ai.system_instructions gen_ai.system.instructions");

const events = "events.gen_ai.";
/** Events of a span, by the end of their names: who says what they contain. */
const eventRoles: Readonly<Record<Side, readonly (readonly [name: string, role: string])[]>> = {
  inputs: [
    ["system.message", "system"],
    ["user.message", "user"],
    ["assistant.message", "assistant"],
    ["tool.message", "tool"],
  ],
  output: [["choice", "assistant"]],
};

export const openTelemetry: MessageFormat = {
  name: "OpenTelemetry GenAI, OpenLLMetry, OpenInference",
  source: "https://opentelemetry.io/docs/specs/semconv/gen-ai/, wandb/weave trace_server/opentelemetry/constants.py",
  recognizedBy:
    "attributes such as `gen_ai.input.messages`, `gen_ai.prompt`, `ai.prompt`, `input.value`, also as JSON in a text; events",
  since: "0.1.0",
  parts: [
    ["tool_call_response", (part, _type, reading) => toolResultPart(part, reading)],
    ["uri blob", (part, type) => mediaPart(part, type)],
  ],
  document: (document, side, reading) => {
    const before = [...instructionsIn(document, side, reading), ...eventsIn(document, side, reading)];
    for (const key of attributes[side]) {
      const found = attribute(document, key, side, reading);
      if (found.length > 0) return [...before, ...found];
    }
    return before;
  },
};

/** The rest of an object is left in its attribute. */
function attribute(document: Members, key: string, side: Side, reading: Reading): readonly Message[] {
  const flat = document.at(key) ?? null;
  const value = flat === null ? unflattened(document, `${key}.`) : flat;
  if (value === null) return [];
  const inside = unpacked(value);
  const { messages, rest } = withToolCalls(document, key, reading.messages(inside, side), reading);
  if (messages.length === 0) return [];
  if (flat === null)
    for (const name of Object.keys(document.object)) if (name.startsWith(`${key}.`)) document.take(name);
  document.leave(key, rest);
  return messages;
}

/** The AI SDK keeps the tool calls of a response beside its text. */
function withToolCalls(document: Members, key: string, read: ReturnType<Reading["messages"]>, reading: Reading) {
  const name = "ai.response.toolCalls";
  const calls = key === "ai.response.text" ? parsedJson(document.at(name) ?? null) : null;
  const [text] = read.messages[0]?.parts ?? [];
  if (!isList(calls)) return read;
  document.take(name);
  const content = text?.kind === "text" ? text.text : "";
  return { ...read, messages: reading.message({ role: "assistant", content, tool_calls: calls }) ?? [] };
}

/** JSON that is kept as a text, at the top, in the fields of an object, and as the content of messages. */
function unpacked(value: Json): Json {
  const whole = textJson(value);
  if (isList(whole)) return whole.map(unpackedMessage);
  if (!isObject(whole)) return whole;
  const { args, kwargs, ...others } = whole;
  // Traceloop's arguments of a function.
  const isCall = isList(args) && args.length === 1 && isObject(kwargs) && Object.keys(others).length === 0;
  if (isCall && kwargs.input === undefined) return { input: args[0] ?? null, ...kwargs };
  return Object.fromEntries(Object.entries(whole).map(([key, each]) => [key, fieldJson(each)]));
}

function fieldJson(value: Json): Json {
  const inside = parsedJson(value);
  return isList(inside) ? inside.map(unpackedMessage) : inside === value ? value : inside;
}

/** Content is a list of parts, as JSON. A text that is other JSON is what was said. */
function unpackedMessage(value: Json): Json {
  if (!isObject(value)) return value;
  // OpenInference's attributes.
  if (isObject(value.message) && Object.keys(value).length === 1) return value.message;
  const entries = ["content", "message"].flatMap((key): [string, Json][] => {
    const inside = typeof value[key] === "string" ? parsedJson(value[key]) : null;
    const isParts = isList(inside) && inside.length > 0 && inside.every((each) => isObject(each) && isPart(each));
    return isParts ? [[key, inside]] : [];
  });
  return entries.length === 0 ? value : { ...value, ...Object.fromEntries(entries) };
}

function isPart(part: JsonObject): boolean {
  return typeof part.type === "string" || ["text", "toolUse", "toolResult"].some((key) => part[key] !== undefined);
}

/** The value of a text that is JSON; also of a quoted text. */
function textJson(value: Json): Json {
  if (typeof value !== "string") return value;
  const quoted = /^\s*".*"\s*$/s.test(value) ? jsonIn(value) : undefined;
  return typeof quoted === "string" ? quoted : parsedJson(value);
}

/** `gen_ai.prompt.0.content` and its siblings as the list or object that they are; null if there are none. */
function unflattened(document: Members, prefix: string): Json {
  const keys = Object.keys(document.object).filter(
    (key) => key.startsWith(prefix) && /^\d/.test(key.slice(prefix.length)),
  );
  if (keys.length === 0) return null;
  const root: Tree = new Map();
  for (const key of keys) {
    const path = key.slice(prefix.length).split(".");
    let at = root;
    for (const step of path.slice(0, -1)) {
      const next = at.get(step);
      const inner: Tree = next instanceof Map ? next : new Map();
      at.set(step, inner);
      at = inner;
    }
    at.set(path.at(-1) ?? "", document.object[key] ?? null);
  }
  return grown(root);
}

type Tree = Map<string, Tree | Json>;

function grown(tree: Tree): Json {
  const entries = [...tree].map(([key, each]): [string, Json] => [key, each instanceof Map ? grown(each) : each]);
  const isIndexed = entries.every(([key]) => /^\d{1,6}$/.test(key));
  return isIndexed
    ? entries.toSorted(([one], [other]) => Number(one) - Number(other)).map(([, each]) => each)
    : Object.fromEntries(entries);
}

function instructionsIn(document: Members, side: Side, reading: Reading): readonly Message[] {
  const key = side === "inputs" ? instructions.find((each) => (document.at(each) ?? null) !== null) : undefined;
  if (key === undefined) return [];
  const messages = reading.only("system", parsedJson(document.at(key) ?? null));
  if (messages.length > 0) document.take(key);
  return messages;
}

/** Strands Agents and others write each message as an event with its name. */
function eventsIn(document: Members, side: Side, reading: Reading): readonly Message[] {
  return eventRoles[side].flatMap(([name, role]) => {
    const key = `${events}${name}`;
    const value = document.at(key);
    const list = isList(value) ? value : isObject(value) ? [value] : [];
    const read = list.map((each) => eventMessages(each, role, reading));
    const isRead = read.some((messages) => messages.length > 0);
    if (isRead) document.leave(key, leftOf(list.map((each, at) => (read[at]?.length === 0 ? each : null))));
    return read.flat();
  });
}

function eventMessages(event: Json, role: string, reading: Reading): readonly Message[] {
  if (!isObject(event)) return typeof event === "string" ? [textMessage(role, event)] : [];
  const { message, content, ...rest } = Object.fromEntries(Object.entries(unpackedEvent(event)));
  if (isObject(message)) return reading.message({ role, ...message, ...rest }) ?? [];
  return reading.message({ role, ...rest, content: content ?? message ?? null }) ?? [];
}

function unpackedEvent(event: JsonObject): JsonObject {
  const read = unpackedMessage(event);
  return isObject(read) ? read : event;
}
