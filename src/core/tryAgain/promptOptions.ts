import { names } from "../messages/members.ts";
import { isList, isObject, type Json, type JsonObject } from "../text/json.ts";
import type { PromptOptions, PromptTool } from "./prompt.ts";

/** Parameters of a model's sampling, in the spellings of OpenAI, Anthropic, Google, Bedrock and the AI SDK. */
const parameterNames = new Set(
  names(`
    temperature top_p topP top_k topK min_p seed stop stop_sequences stopSequences
    max_tokens maxTokens max_completion_tokens max_output_tokens maxOutputTokens max_new_tokens
    frequency_penalty frequencyPenalty presence_penalty presencePenalty repetition_penalty
    reasoning_effort reasoningEffort verbosity`),
);

/** Objects of inputs in which some libraries keep parameters and tools. */
const holders = names(`
  config generation_config generationConfig inferenceConfig toolConfig kwargs model_kwargs invocation_params options`);
const toolLists = ["tools", "functions"];
/** Fields that say nothing about how a model responds. */
const silent = new Set(["model", "self", "stream", "stream_options", ...toolLists, ...holders]);

/**
 * The parameters and tools among the inputs of a call that are no messages, or among the attributes of a span; and the
 * names of the other inputs.
 */
export function promptOptions(
  inputRest: Json,
  attributes: Json = null,
): { readonly options: PromptOptions; readonly others: readonly string[] } {
  const rest = isObject(inputRest) ? inputRest : {};
  const spoken = isObject(attributes) && isObject(attributes.gen_ai) ? attributes.gen_ai : {};
  const inner = [...holders.map((key) => rest[key]), spoken.request].filter((each) => isObject(each));
  const all = [...inner, rest];
  const parameters = all.flatMap((holder) =>
    Object.entries(holder).filter(([key, value]) => parameterNames.has(key) && isPlain(value)),
  );
  const definitions = isObject(spoken.tool) ? spoken.tool.definitions : undefined;
  const tools = [...all.flatMap((holder) => toolLists.map((key) => holder[key])), definitions].flatMap(toolsIn);
  const others = Object.keys(rest).filter((key) => !silent.has(key) && !parameters.some(([name]) => name === key));
  return {
    options: {
      parameters: Object.fromEntries(parameters),
      tools: [...new Map(tools.map((t) => [t.name, t])).values()],
    },
    others,
  };
}

function isPlain(value: Json): boolean {
  return isList(value) ? value.every(isPlain) : value !== null && typeof value !== "object";
}

/** Wrappers of a tool's definition, or of several. */
const wrappers = ["function", "toolSpec", "functionDeclarations", "function_declarations"];
const schemas = ["parameters", "input_schema", "inputSchema", "parametersJsonSchema", "json"];

/** The tools that a program has defined; those of the model service have no definition. */
function toolsIn(value: Json | undefined): readonly PromptTool[] {
  if (isList(value)) return value.flatMap(toolsIn);
  if (!isObject(value)) return [];
  const inside = wrappers.map((key) => value[key]).find((each) => typeof each === "object" && each !== null);
  if (inside !== undefined) return toolsIn(inside);
  const { name, description } = value;
  if (typeof name !== "string" || name === "") return [];
  const inputSchema = schemaIn(value);
  const text = typeof description === "string" ? description : "";
  return [{ name, description: text, ...(inputSchema && { inputSchema }) }];
}

function schemaIn(tool: JsonObject): JsonObject | undefined {
  const found = schemas.map((key) => tool[key]).find((each) => isObject(each));
  // Bedrock's schema is in an object.
  return isObject(found) && isObject(found.json) ? found.json : isObject(found) ? found : undefined;
}
