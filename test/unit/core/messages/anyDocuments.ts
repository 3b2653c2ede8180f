import fc from "fast-check";
import type { Json } from "../../../../src/core/text/json.ts";

/** A unique text or number. */
const mark: fc.Arbitrary<Json> = fc.oneof(
  fc.stringMatching(/^mark[a-z0-9]{12}$/),
  fc.integer({ min: 100_000_000, max: 999_999_999 }),
);
const text = fc.stringMatching(/^mark[a-z0-9]{12}$/);

/** The unique marks in a value. */
export function marksOf(value: unknown): readonly string[] {
  return [...new Set(JSON.stringify(value).match(/mark[a-z0-9]{12}|(?<![\d.a-z])[1-9]\d{8}(?![\d.])/g))].sort();
}

/** Every field name that is read, and some that have a meaning in JavaScript. */
const known = fc.constantFrom(
  ..."role type content parts text name id messages input output prompt system instructions history choices message".split(
    " ",
  ),
  ..."delta candidates generations outputs kwargs data lc tool_calls function_call toolInvocations refusal audio".split(
    " ",
  ),
  ..."arguments args result response error status is_error url source image_url inlineData fileData functionCall".split(
    " ",
  ),
  ..."toolUse toolResult reasoningContent summary thinking signature reasoning_content contents config author from".split(
    " ",
  ),
  ..."blocks block_type items content_type kind part_kind _role _content _type _class_name subtype raw tasks_output".split(
    " ",
  ),
  ..."event author source transcript images delta tool_call_chunks content_block final_answer chat_history text".split(
    " ",
  ),
  ..."events.gen_ai.choice events.gen_ai.user.message ai.response.toolCalls ai.response.text final_result".split(" "),
  ..."gen_ai.prompt.0.content gen_ai.system_instructions traceloop.entity.input kwargs reasoning thought".split(" "),
  ..."value question answer self __proto__ constructor toString tool_call_id call_id additional_kwargs file".split(" "),
  ..."input.value gen_ai.prompt gen_ai.completion toolInvocation errorText isError state index finish_reason".split(
    " ",
  ),
);
const types = fc.constantFrom(
  ..."text input_text output_text refusal thinking reasoning redacted_thinking image image_url input_image".split(" "),
  ..."input_audio file input_file document function function_call custom tool_use tool-call tool_call tool_result".split(
    " ",
  ),
  ..."tool-result function_call_output tool-invocation dynamic-tool tool-search mcp_call web_search_call".split(" "),
  ..."message human ai system tool constructor item_reference base64 url AIMessageChunk CustomWeaveType".split(" "),
  ..."content_block_start content_block_delta response.output_text.delta TextMessage ToolCallExecutionEvent".split(" "),
  ..."request response user-prompt tool-return thinking uri blob tool_call_response function_result output_audio".split(
    " ",
  ),
);
const roles = fc.constantFrom(..."user assistant system developer tool function human model critic".split(" "));

const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small" },
    mark,
    fc.constantFrom<Json>(null, "", true, "assistant"),
    fc.array(tie("json"), { maxLength: 4 }),
    object(tie("json")),
    tie("json").map((value) => JSON.stringify(value)),
  ),
}));

/** An object with known keys and values of any type. */
function object(value: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const entry = fc.oneof(
    fc.tuple(known, value),
    fc.tuple(fc.constantFrom("type", "type", "_type", "block_type", "content_type", "kind", "part_kind"), types),
    fc.tuple(fc.constant("role"), roles),
    fc.tuple(fc.constantFrom("text", "content", "arguments", "url", "data", "name", "id"), text),
  );
  return fc.array(entry, { maxLength: 6 }).map((entries): Json => Object.fromEntries(entries));
}

/** A record, optionally with other fields, which may replace its own. */
function record(model: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<Json> {
  const own = fc.record(model, { requiredKeys: [] });
  return fc.tuple(own, fc.option(object(json))).map(([known, more]) => {
    const value: Json = JSON.parse(JSON.stringify(Object.assign({}, known, more)));
    return value;
  });
}

const part = fc.oneof(
  text,
  record({ type: types, text, id: text, name: text, input: json, signature: text }),
  record({ type: types, call_id: text, tool_use_id: text, content: json, is_error: fc.boolean(), output: json }),
  record({ type: types, image_url: json, source: json, file: json, data: text, mimeType: text, filename: text }),
  record({ text, thought: fc.boolean(), functionCall: json, functionResponse: json, inlineData: json, toolUse: json }),
  record({ type: types, toolInvocation: json, toolCallId: text, toolName: text, args: json, result: json }),
);
const parts = fc.array(part, { maxLength: 4 });

const call = record({
  id: text,
  type: types,
  function: record({ name: text, arguments: fc.oneof(text, json) }),
  name: text,
  args: json,
});

const message = fc.oneof(
  record({ role: roles, content: fc.oneof(text, parts, json), name: text }),
  record({
    role: roles,
    content: fc.constant(null),
    tool_calls: fc.array(call),
    refusal: text,
    reasoning_content: text,
  }),
  record({ role: roles, parts, content: text, toolInvocations: fc.array(call) }),
  record({ role: fc.constant("tool"), tool_call_id: text, content: fc.oneof(text, parts, json), status: text }),
  record({
    type: types,
    id: text,
    call_id: text,
    name: text,
    arguments: fc.oneof(text, json),
    output: json,
    summary: parts,
  }),
  record({
    type: fc.constantFrom("human", "ai", "tool"),
    content: fc.oneof(text, parts),
    data: json,
    tool_calls: fc.array(call),
  }),
  record({
    lc: mark,
    id: fc.constant<Json>(["langchain", "schema", "AIMessage"]),
    kwargs: record({ content: fc.oneof(text, parts), tool_calls: fc.array(call) }),
  }),
  fc.tuple(roles, text),
  record({ from: roles, value: text, author: json }),
);
const messages = fc.array(fc.oneof({ weight: 6, arbitrary: message }, json), { maxLength: 4 });

export const anyInputs: fc.Arbitrary<Json> = fc.oneof(
  json,
  messages,
  message,
  record({ messages, model: text, system: fc.oneof(text, parts), self: text }),
  record({ history: messages, question: text, instructions: text }),
  record({ input: fc.oneof(text, messages, json), contents: fc.oneof(text, parts, messages) }),
  record({ input: record({ messages, text }), "input.value": json.map((value) => JSON.stringify(value)) }),
);

export const anyOutput: fc.Arbitrary<Json> = fc.oneof(
  json,
  messages,
  parts,
  message,
  record({ choices: fc.array(record({ index: mark, message, delta: message, text })), id: text, usage: json }),
  record({ output: messages, object: text, status: text }),
  record({ candidates: fc.array(record({ content: record({ role: roles, parts }), finishReason: text })) }),
  record({
    outputs: fc.array(record({ generations: fc.array(fc.array(record({ text, message }))), llm_output: json })),
  }),
  record({ generations: fc.array(record({ text, message })) }),
  record({ answer: text, response: json, message, messages }),
);
