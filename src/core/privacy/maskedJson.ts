import { names } from "../conversation/messages/members.ts";
import { usualRole } from "../conversation/messages/message.ts";
import { isList, isObject, type Json } from "../json.ts";
import { type Pseudonyms, placeholder } from "./pseudonyms.ts";

/** Fields whose texts are what somebody said. */
const said = new Set(
  names(`
    content text value message messages prompt question answer query input output completion response refusal thinking
    reasoning reasoning_content transcript parts`),
);

/** Words of message formats: the reader of messages needs them, and they say nothing about a conversation. */
const formatWords = new Set(
  names(`
    text input_text output_text summary_text reasoning_text thinking redacted_thinking reasoning refusal message
    tool_use tool_result tool_call tool_calls tool-call tool-result tool-error tool-invocation function function_call
    function_call_output custom custom_tool_call custom_tool_call_output mcp_call dynamic-tool constructor not_implemented
    image image_url input_image input_audio input_file audio file document video media call result partial-call
    output-available output-error input-available error success completed stop length end_turn chat.completion
    langchain langchain_core schema messages response list object`),
);

const idField = /(?:^|_)ids?$|Ids?$/;
/** Where message formats have the name of a function or tool. */
const nameField = /^(?:name|(?:tool|function)_?name)$/i;
/** A name of a function or tool in a program, not of a person. */
const programName = /^[a-z]+(?:_[a-z]+)+$/;
/** Fields beside the name of a function or tool, fields of objects that have one, and types and roles of such objects. */
const besideName = new Set(
  names("args arguments parameters input_schema inputSchema tool_call_id toolCallId tool_use_id"),
);
const toolFields = new Set(names("function functionCall function_call functionResponse function_response tool tools"));
const toolKinds = new Set<unknown>(names("tool function tool_use server_tool_use custom_tool_call function_call"));
/** Names that readers of messages look for; they say nothing about a conversation. */
const known = new Set([...said, ...formatWords, ...besideName, ...toolFields, ...names("role type name id kwargs")]);
/** How programs name fields: neither `JohnDoe` nor `acme.com`, and hardly a random ID, which has more digits. */
const fieldName = /^(?!(?:.*\d){4})[a-z_$][\w$]{0,39}$/;

/**
 * A document of a call without what it says: texts become placeholders, IDs pseudonyms, and numbers disappear. The
 * structure stays, with the names of fields and tools, so that messages are still found in it. The service nests at
 * most a thousand levels.
 */
export function maskedJson(value: Json, pseudonyms: Pseudonyms, field = "input"): Json {
  if (isList(value)) return value.map((each) => maskedJson(each, pseudonyms, field));
  if (isObject(value)) {
    const keys = Object.keys(value);
    // Any other object may have the name of a person.
    const isTool =
      toolFields.has(field) ||
      [value.type, value.role].some((kind) => toolKinds.has(kind)) ||
      keys.some((key) => besideName.has(key));
    // One key that cannot be a field's makes the others data, too: `{"JohnDoe": 1, "alice": 2}`.
    const isMap = !keys.some((key) => known.has(key)) && keys.some((key) => !fieldName.test(key));
    const isField = (key: string) => known.has(key) || (!isMap && fieldName.test(key) && !pseudonyms.isName(key));
    const masked = Object.entries(value).map(([key, each]): [string, Json] => [
      isField(key) ? key : pseudonyms.of("key", key),
      maskedJson(each, pseudonyms, key === "name" && !isTool ? "" : key),
    ]);
    return Object.fromEntries(masked);
  }
  if (typeof value === "string") return maskedText(value, pseudonyms, field);
  return typeof value === "number" ? 0 : value;
}

function maskedText(text: string, pseudonyms: Pseudonyms, field: string): string {
  if (text === "") return text;
  if (idField.test(field) && !formatWords.has(text) && usualRole(text) === undefined) return pseudonyms.of("id", text);
  if (said.has(field)) return usualRole(text) === undefined ? placeholder("message", text) : text;
  const isKept = formatWords.has(text) || usualRole(text) !== undefined;
  return isKept || (nameField.test(field) && programName.test(text)) ? text : placeholder("text", text);
}
