import * as l10n from "@vscode/l10n";
import { inputMessages } from "../messages/reading.ts";
import { type Call, isNotKept, opName } from "../query/call.ts";
import { isList, isObject, type Json, type JsonObject } from "../text/json.ts";
import { partsToSend, promptOptions } from "../tryAgain/prompt.ts";
import { completionMessages } from "./testCase.ts";

/** A call of a model that can be sent again, without any key. */
export interface ModelRequest {
  /** Null if only a variable has it. */
  readonly url: string | null;
  /** The variable of the key. */
  readonly key: string;
  /** `{key}` stands for the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  /** What was left out: names of fields whose values may be keys, and words for parts that are no texts. */
  readonly left: readonly string[];
  /** Whether it has refs of what Weave stores instead of the values. */
  readonly hasRefs: boolean;
}

/** Why there is no request: it was not kept or is not whole, or it is none of a model. */
export type NoRequest = "notKept" | "cut" | "other";

const bearer = { Authorization: "Bearer {key}" };
const openAi = "https://api.openai.com/v1";
const anthropic = "https://api.anthropic.com/v1";
const gemini = "https://generativelanguage.googleapis.com/v1beta";
const anthropicHeaders = { "x-api-key": "{key}", "anthropic-version": "2023-06-01" };
const geminiHeaders = { "x-goog-api-key": "{key}" };

type Endpoint = readonly [caller: RegExp, url: string | null, key: string, headers: ModelRequest["headers"]];

const unknown: Endpoint = [/^/, null, "MODEL_API_KEY", bearer];

/**
 * By the names that Weave gives the ops of the libraries it patches, and by `gen_ai.provider.name` of spans
 * (OpenTelemetry's conventions), whose services all take Chat Completions. `{model}` stands for the model.
 */
const endpoints: readonly Endpoint[] = [
  [/^openai(?:\..*chat\.completions\..*)?$/i, `${openAi}/chat/completions`, "OPENAI_API_KEY", bearer],
  [/^openai\..*responses\./i, `${openAi}/responses`, "OPENAI_API_KEY", bearer],
  [/^anthropic$/, `${anthropic}/chat/completions`, "ANTHROPIC_API_KEY", bearer],
  [/^anthropic\.(?!.*(?:bedrock|vertex))/i, `${anthropic}/messages`, "ANTHROPIC_API_KEY", anthropicHeaders],
  [/^(?:gcp\.)?gemini$/, `${gemini}/openai/chat/completions`, "GEMINI_API_KEY", bearer],
  [/^google\.gen/i, `${gemini}/models/{model}:generateContent`, "GEMINI_API_KEY", geminiHeaders],
];

/** What libraries have beside the body: the object that was called, what LiteLLM adds, and options of the connection. */
const unsent =
  /^(?:self|cls|_?client|http_client|litellm_.*|logger_fn|api_base|base_url|endpoint_url|model_list|fallbacks|extra_(?:headers|query)|timeout)$/;
/** How recorders write an argument that was not given, or an object that is no data. */
const noValue = /^(?:NOT_GIVEN|NotGiven|Omit|<[\w.]+(?: object)? at 0x[0-9a-f]+>|<openai\.\w+ object.*>)$/;
const secret =
  /^http_options$|(?:^|[-_.])(?:api[-_]?key|subscription[-_]key|access[-_]key(?:[-_]id)?|authorization|cookie|(?:access|auth|bearer|session|security|ad|refresh|id)[-_]?token|secret(?:[-_]access)?(?:[-_]key)?|secret[-_]value|password|credentials?)$/;
const content = /^(?:messages|input|inputs|prompt|contents|message|body)$/;

/** The request of a call outside agents, from its inputs. */
export function modelRequest({ op }: Pick<Call, "op">, inputs: Json): ModelRequest | NoRequest {
  if (isNotKept(inputs)) return "notKept";
  const { kwargs, extra_body, ...named } = objectOf(inputs);
  const given = Object.entries({ ...named, ...objectOf(kwargs), ...objectOf(extra_body) });
  const isSent = ([key, value]: [string, Json]) =>
    !unsent.test(key) && !(typeof value === "string" && noValue.test(value));
  const body = Object.fromEntries(given.filter(isSent));
  return Object.keys(body).some((key) => content.test(key)) ? requestOf(opName(op), body, named) : "other";
}

/** The request of a span: its messages, model, parameters and tools in the form of Chat Completions. */
export function spanRequest(call: Pick<Call, "usage">, inputs: Json, attributes: Json): ModelRequest | NoRequest {
  const { messages: said, system_instructions: system } = objectOf(inputs);
  if (!isList(said) || said.length === 0) return "other";
  // Parts as JSON, which a limit of the program or the service has cut.
  if (said.some((each) => /^\[\{"(?:type|content|text)"/.test(String(objectOf(each).content)))) return "cut";
  const known = objectOf(objectOf(attributes).gen_ai);
  const instructions = isList(system) ? [{ role: "system", content: system.join("\n\n") }] : [];
  const { parts, leftOut } = partsToSend(inputMessages({ messages: [...instructions, ...said] }).messages);
  const { parameters, tools } = promptOptions(null, attributes).options;
  const { stop_sequences: stop, top_k: _, ...others } = parameters;
  const functions = tools.map(({ inputSchema, ...tool }) => ({ ...tool, parameters: inputSchema }));
  const body: JsonObject = {
    model: objectOf(known.request).model ?? call.usage[0]?.model ?? null,
    messages: completionMessages(parts),
    ...others,
    ...(stop !== undefined && { stop }),
    ...(tools.length > 0 && { tools: functions.map((each) => ({ type: "function", function: each })) }),
  };
  const request = requestOf(String(objectOf(known.provider).name ?? known.system), body, {});
  const unsent = leftOut > 0 ? [l10n.t("images and other parts ({0})", leftOut)] : [];
  return { ...request, left: [...request.left, ...unsent] };
}

/**
 * The endpoint is that of the caller's service. If the inputs name another URL, it is unknown: a recorded call must not
 * choose where a key is sent.
 */
function requestOf(caller: string, given: JsonObject, { self, api_base, base_url }: JsonObject): ModelRequest {
  const { client = self } = objectOf(self);
  const { base_url: own, _base_url } = objectOf(client);
  const recorded = [own, _base_url, api_base, base_url].find((url) => typeof url === "string");
  const found = endpoints.find(([names]) => names.test(caller)) ?? unknown;
  const originOf = (address: Json | undefined) =>
    URL.canParse(String(address)) ? new URL(String(address)).origin : null;
  const isOwn = recorded === undefined || originOf(recorded) === originOf(found[1]);
  const [, pattern, key, headers] = isOwn ? found : unknown;
  const left = new Set<string>();
  const whole = objectOf(withoutKeys(given, left, false));
  const model = String(whole.model).replace(/^models\//, "");
  const url = pattern?.replace("{model}", encodeURIComponent(model.toWellFormed())) ?? null;
  const body = url === pattern ? whole : geminiBody(whole);
  const hasRefs = /"weave:\/\/\/|"_type":"CustomWeaveType"/.test(JSON.stringify(body));
  return { url, key, headers, body, left: [...left], hasRefs };
}

/** Options of Gemini's library that are not about how the text is generated, in Python's form and in JavaScript's. */
const aside = /^(?:tools|tool_?config|safety_?settings|cached_?content|system_?instruction)$/i;

/** The body that Gemini takes: its library has all options in one field. */
function geminiBody({ model: _, contents = null, config, ...others }: JsonObject): JsonObject {
  const textOf = (value: Json) => (typeof value === "string" ? { parts: [{ text: value }] } : value);
  const options = Object.entries(objectOf(config)).map(([name, value]) => {
    return [name, /instruction$/i.test(name) ? textOf(value) : value] as const;
  });
  const { above = [], below = [] } = Object.groupBy(options, ([name]) => (aside.test(name) ? "above" : "below"));
  return {
    contents: isList(contents) ? contents.map(textOf) : [textOf(contents)],
    ...Object.fromEntries(above),
    generationConfig: Object.fromEntries(below),
    ...others,
  };
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

function objectOf(value: Json | undefined): JsonObject {
  return value !== undefined && isObject(value) ? value : {};
}
