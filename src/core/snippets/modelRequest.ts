import { inputMessages } from "../messages/reading.ts";
import { type Call, isNotKept, opName } from "../query/call.ts";
import { isList, isObject, type Json, type JsonObject } from "../text/json.ts";
import { openAiMessages } from "./chatBody.ts";
import { endpointOfOp, endpointOfProvider, isOfGemini, type ModelEndpoint } from "./modelEndpoint.ts";

/** A call of a model that can be sent again, without any key. */
export interface ModelRequest {
  readonly endpoint: ModelEndpoint;
  /** What the program gave to its library. */
  readonly body: JsonObject;
  /** Names of fields that were left out, because their values are keys. */
  readonly left: readonly string[];
  /** Whether it has refs of what Weave stores instead of the values. */
  readonly hasRefs: boolean;
}

/** Why there is no request: nothing was recorded or kept, or it is not one of a model; `cut` are texts that are not whole. */
export type NoRequest = "empty" | "notKept" | "cut" | "other";

/**
 * What libraries have beside the fields of a request: the object that was called, what LiteLLM adds, and where it sends
 * requests, which is not for the recorded call to choose.
 */
const recorded =
  /^(?:self|cls|_?client|http_client|litellm_.*|logger_fn|api_base|base_url|endpoint_url|model_list|fallbacks)$/;
/** How recorders write an argument that was not given, or an object that is no data. */
const noValue = /^(?:NOT_GIVEN|NotGiven|Omit|<[\w.]+(?: object)? at 0x[0-9a-f]+>|<openai\.\w+ object.*>)$/;
const secret =
  /^http_options$|(?:^|[-_.])(?:api[-_]?key|subscription[-_]key|access[-_]key(?:[-_]id)?|authorization|cookie|(?:access|auth|bearer|session|security|ad|refresh|id)[-_]?token|secret(?:[-_]access)?(?:[-_]key)?|secret[-_]value|password|credentials?)$/;
const content = /^(?:messages|input|inputs|prompt|contents|message|body)$/;

/** The request of a call outside agents, from its inputs. */
export function modelRequest({ op }: Pick<Call, "op">, inputs: Json): ModelRequest | NoRequest {
  if (isNotKept(inputs)) return "notKept";
  if (!isObject(inputs) || Object.keys(inputs).length === 0) return "empty";
  const { kwargs, ...named } = inputs;
  const given = Object.entries({ ...named, ...(isObject(kwargs) ? kwargs : kwargs !== undefined && { kwargs }) });
  const kept = given.filter(
    ([key, value]) => !recorded.test(key) && !(typeof value === "string" && noValue.test(value)),
  );
  if (!kept.some(([key]) => content.test(key))) return "other";
  return requestOf(endpointOfOp(opName(op), recordedUrl(inputs)), Object.fromEntries(kept));
}

/** The request of a span: its messages, model and parameters in the form of Chat Completions, which most services take. */
export function spanRequest(call: Pick<Call, "usage">, inputs: Json, attributes: Json): ModelRequest | NoRequest {
  if (!isObject(inputs) || !isList(inputs.messages) || inputs.messages.length === 0) return "empty";
  if (inputs.messages.some((each) => isObject(each) && isCut(each.content))) return "cut";
  const known = isObject(attributes) && isObject(attributes.gen_ai) ? attributes.gen_ai : {};
  const request = isObject(known.request) ? known.request : {};
  const { system_instructions: system, messages: said } = inputs;
  const instructions = isList(system) ? [{ role: "system", content: system.join("\n\n") }] : [];
  const tools = isObject(known.tool) && isList(known.tool.definitions) ? known.tool.definitions : [];
  const given = {
    model: request.model ?? call.usage[0]?.model,
    messages: openAiMessages(inputMessages({ messages: [...instructions, ...said] }).messages),
    ...Object.fromEntries(parameters.map((name) => [name, request[name]])),
    stop: request.stop_sequences,
    tools: tools.length === 0 ? undefined : tools.map(toolOf),
  };
  const provider = (isObject(known.provider) ? known.provider.name : null) ?? known.system;
  const present = Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
  return requestOf(endpointOfProvider(String(provider)), Object.fromEntries(present));
}

/** The body that the endpoint itself takes: libraries put some fields elsewhere. */
export function sentBody({ endpoint, body }: ModelRequest): JsonObject {
  const { extra_headers: _, extra_query: __, extra_body, timeout: ___, ...rest } = body;
  const whole = { ...rest, ...(isObject(extra_body) ? extra_body : {}) };
  if (!isOfGemini(endpoint)) return whole;
  const { model: ____, contents = null, config = null, ...others } = whole;
  const textOf = (value: Json) => (typeof value === "string" ? { parts: [{ text: value }] } : value);
  const [above, generationConfig]: [Record<string, Json>, Record<string, Json>] = [{}, {}];
  for (const [name, value] of Object.entries(isObject(config) ? config : {})) {
    const holder = besideGeneration.test(name) ? above : generationConfig;
    holder[name] = /instruction$/i.test(name) ? textOf(value) : value;
  }
  return {
    contents: isList(contents) ? contents.map(textOf) : [textOf(contents)],
    ...above,
    generationConfig,
    ...others,
  };
}

/** Options of Gemini's library that are not about how the text is generated, in Python's form and in JavaScript's. */
const besideGeneration = /^(?:tools|tool_?config|safety_?settings|cached_?content|system_?instruction)$/i;

function requestOf(endpoint: ModelEndpoint, body: JsonObject): ModelRequest {
  const left = new Set<string>();
  const kept = withoutKeys(body, left, false);
  const hasRefs = /"weave:\/\/\/|"_type":"CustomWeaveType"/.test(JSON.stringify(kept));
  return { endpoint, body: isObject(kept) ? kept : {}, left: [...left], hasRefs };
}

/** Without the fields that may have keys. The properties of a JSON schema are not fields. */
function withoutKeys(value: Json, left: Set<string>, isSchema: boolean): Json {
  if (isList(value)) return value.map((each) => withoutKeys(each, left, false));
  if (!isObject(value)) return value;
  const isKey = (name: string) => secret.test(name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase());
  const kept: [string, Json][] = [];
  for (const [name, each] of Object.entries(value)) {
    if (!isSchema && isKey(name)) left.add(name);
    else kept.push([name, withoutKeys(each, left, name === "properties")]);
  }
  return Object.fromEntries(kept);
}

/** Where the program sent it: Weave records the client of OpenAI's library, LiteLLM takes an address. */
function recordedUrl({ self, api_base, base_url }: JsonObject): string | null {
  const client = isObject(self) ? (isObject(self.client) ? self.client : self) : {};
  return [client.base_url, client._base_url, api_base, base_url].find((url) => typeof url === "string") ?? null;
}

/** Parts as JSON, which a limit of the program or the service has cut. */
function isCut(said: Json | undefined): boolean {
  return typeof said === "string" && /^\[\{"(?:type|content|text)"/.test(said);
}

const parameters = ["temperature", "top_p", "max_tokens", "frequency_penalty", "presence_penalty", "seed"];

/** From a definition of OpenTelemetry's conventions, `{type, name, description, parameters}`. */
function toolOf(tool: Json): Json {
  if (!isObject(tool) || typeof tool.name !== "string") return tool;
  const { type: _, ...definition } = tool;
  return { type: "function", function: definition };
}
