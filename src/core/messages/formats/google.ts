import { isList, isObject, type Json } from "../../text/json.ts";
import { mediaPart } from "../mediaPart.ts";
import type { Members } from "../members.ts";
import type { Message } from "../message.ts";
import type { MessageFormat, Reading } from "../messageFormat.ts";
import { toolCallPart, toolResultPart } from "../toolPart.ts";
import { answers, mergedPieces, messageAt } from "./pieces.ts";

export const google: MessageFormat = {
  name: "Google Gemini",
  source: "https://ai.google.dev/api/generate-content",
  recognizedBy:
    "inputs with `contents`, responses with `candidates`, parts with `functionCall`, `inlineData` or `thought`",
  since: "0.1.0",
  untyped: (part, reading) => {
    if (part.inner("functionCall", "function_call") !== undefined) return toolCallPart(part);
    if (part.inner("functionResponse", "function_response") !== undefined) return toolResultPart(part, reading);
    if (part.inner("inlineData", "inline_data", "fileData", "file_data") !== undefined) return mediaPart(part, null);
    if (part.at("type") !== undefined || part.at("thought") !== true) return undefined;
    const text = part.text("text");
    if (text !== null) part.take("thought");
    return text === null ? undefined : { kind: "thinking", text };
  },
  list: (values, side, reading) => {
    const isChunks = values.every((each) => isObject(each) && isList(each.candidates));
    return isChunks && values.length > 1 ? reading.messages(mergedPieces(values), side) : undefined;
  },
  document: (document, side, reading) =>
    side === "inputs"
      ? contentsOf(document, reading)
      : answers(document, "candidates", (each) => messageAt(each, "content", reading, { role: "model", parts: null })),
};

/** `contents`: a text, a content, or a list of texts, parts and contents. */
function contentsOf(document: Members, reading: Reading): readonly Message[] {
  const contents = document.at("contents");
  if (contents === undefined || contents === null || contents === "") return [];
  const list = isList(contents) ? contents : [contents];
  const named = list.map(
    (each): Json => (isObject(each) && isList(each.parts) ? { ...each, role: each.role ?? "user" } : each),
  );
  const listed = reading.list(named, "user");
  const messages = listed.length > 0 ? listed : reading.only("user", contents);
  if (messages.length > 0) document.take("contents");
  return messages;
}
