import { isList, isObject, type Json, jsonIn } from "../text/json.ts";
import type { Members } from "./members.ts";
import type { MessagePart, ToolCallPart, ToolResultPart } from "./message.ts";
import type { Reading } from "./messageFormat.ts";

const callIds = ["call_id", "toolCallId", "tool_call_id", "toolUseId", "tool_use_id", "id"];
const names = ["name", "toolName", "tool_name"];
const callWrappers = ["function", "custom", "toolUse", "functionCall", "function_call", "toolInvocation", "tool_call"];
const resultWrappers = ["toolResult", "functionResponse", "function_response", "toolInvocation", "tool_call_result"];
const given = ["arguments", "args", "input", "tool_kwargs"];

/** An ID as text: some programs have numbers, or a list with the ID of the run before it. */
export function idIn(value: Json | undefined): string | null {
  if (typeof value === "string" && value !== "") return value;
  if (typeof value === "number") return String(value);
  return isList(value) && value.length > 0 && value.every((each) => typeof each === "string") ? value.join("/") : null;
}

export function takeId(...holders: readonly (Members | undefined)[]): string | null {
  for (const holder of holders) {
    const key = callIds.find((each) => idIn(holder?.at(each)) !== null);
    if (key !== undefined) return idIn(holder?.take(key));
  }
  return null;
}

/** A tool call in any format: flat, or in an object next to ID and type. */
export function toolCallPart(part: Members): ToolCallPart {
  const outer = part.inner(...callWrappers);
  const inner = outer?.inner("function");
  const holders = [inner, outer, part].filter((each) => each !== undefined);
  const first = <Value>(read: (holder: Members) => Value | null | undefined) =>
    holders.reduce<Value | null>((found, holder) => found ?? read(holder) ?? null, null);
  return {
    kind: "toolCall",
    id: takeId(part, outer),
    name: first((holder) => holder.text(...names)) ?? "",
    arguments: parsedJson(first((holder) => holder.any(...given))),
  };
}

/** The result of a tool; `contentKey` is the field of its content in a format with a name of its own. */
export function toolResultPart(part: Members, reading: Reading, contentKey = "content"): ToolResultPart {
  const inner = part.inner(...resultWrappers) ?? part;
  const origin = inner.inner("origin", "additional_kwargs");
  const failed = isFailure(inner) || isFailure(part);
  const content = inner.any(contentKey, "content", "output", "result", "response");
  const error = content === undefined ? inner.any("errorText", "error") : undefined;
  const { value, hasFailed } = unwrapped(content ?? error ?? null);
  return {
    kind: "toolResult",
    id: takeId(inner, part, origin),
    name: inner.text(...names) ?? part.text(...names) ?? origin?.text(...names) ?? null,
    ...resultOf(value, reading),
    failed: failed || hasFailed || error !== undefined,
  };
}

/** Marks of a failed result, of several formats. */
const failures: readonly (readonly [key: string, value: Json])[] = [
  ["is_error", true],
  ["isError", true],
  ["error", true],
  ["status", "error"],
  ["state", "output-error"],
];

function isFailure(part: Members): boolean {
  const mark = failures.find(([key, value]) => part.at(key) === value);
  if (mark !== undefined) part.take(mark[0]);
  return mark !== undefined;
}

/** Wrappers of the AI SDK: `{type: "error-text", value}`. */
const wrapped = new Set(["text", "json", "content", "error-text", "error-json", "execution-denied"]);

function unwrapped(value: Json): { readonly value: Json; readonly hasFailed: boolean } {
  const { type, value: inside, reason } = isObject(value) ? value : {};
  const isWrapper = typeof type === "string" && wrapped.has(type) && (inside ?? reason) !== undefined;
  if (!isWrapper || (isObject(value) && Object.keys(value).length > 2)) return { value, hasFailed: false };
  return { value: inside ?? reason ?? null, hasFailed: /^error|^exec/.test(type) };
}

/** Types of parts that are text or media. Others could contain results without end. */
const resultTypes =
  /^(?:(?:input_|output_)?(?:text|image|audio|file)|image_url|image-data|image-url|media|video|document)$/;

/** A result of one text is that text, one of several parts is these, and anything else is JSON. */
function resultOf(content: Json, reading: Reading): Pick<ToolResultPart, "content" | "parts"> {
  if (!isList(content)) return { content: parsedJson(content), parts: [] };
  const isKnown = content.map((each) => {
    const type = isObject(each) ? (each.type ?? each.block_type) : null;
    return typeof type === "string" && resultTypes.test(type);
  });
  if (!isKnown.includes(true)) {
    return { content: onlyText(content) ?? content, parts: [] };
  }
  const read = content.map((each, at): ReturnType<Reading["content"]> => {
    return isKnown[at] === true
      ? reading.content(each, isBlock(each) ? "block_type" : "type")
      : { parts: [json(each)], rest: null };
  });
  const parts = read.flatMap((each) => each.parts);
  const rests = read.flatMap(({ rest }) => (rest === null ? [] : [rest]));
  const [one] = parts;
  if (parts.length === 1 && one?.kind === "text" && rests.length === 0) {
    return { content: parsedJson(one.text), parts: [] };
  }
  return { content: rests.length === 0 ? null : rests, parts };
}

function isBlock(value: Json): boolean {
  return isObject(value) && value.block_type !== undefined;
}

function json(value: Json): MessagePart {
  return { kind: "json", value };
}

/** Bedrock and Google write a text without its type. */
function onlyText(content: readonly Json[]): Json | undefined {
  const [only] = content;
  const isText = content.length === 1 && isObject(only) && typeof only.text === "string";
  return isText && Object.keys(only).length === 1 ? parsedJson(only.text ?? null) : undefined;
}

/** A number beyond the precision of a double would be displayed as another number. */
const longNumber = /[[:,\s]-?(?:\d[\d.]{15,}|[\d.]+[eE]\+?\d{3,})\s*[,\]}]/;

/** The object or list that a text contains as JSON, as models send arguments; any other value as it is. */
export function parsedJson(value: Json): Json {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value) || longNumber.test(value)) return value;
  return jsonIn(value) ?? value;
}
