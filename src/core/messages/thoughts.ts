import { isList, isObject, type Json } from "../text/json.ts";
import { leftOf, Members, names } from "./members.ts";
import type { MessagePart } from "./message.ts";

/** Fields of a text with reasoning, next to a content. */
const siblingKeys = names("reasoning_content reasoning thinking thought reasoningText reasoning_text");
/** Fields of a list of its parts: of OpenRouter, LiteLLM and the AI SDK. */
const listsBeside = names("reasoning_details thinking_blocks reasoning thinking reasoningDetails");
const texts = names("thinking text reasoning content summary");
const lists = names("thinking summary content");
/** Reasoning that only the model service can read. */
const encrypted = names("data encrypted_content redactedContent redacted_content");

/** A part with reasoning: one text, a list of texts, or nothing that can be read. */
export function thinkingPart(part: Members): readonly MessagePart[] {
  const one = part.text(...texts);
  if (one !== null) return [thought(one)];
  const found: MessagePart[] = [];
  for (const key of lists) {
    const list = part.at(key);
    if (!isList(list)) continue;
    const { parts, rest } = thoughtsIn(list);
    part.leave(key, rest);
    // Mistral's list has the pieces of one thought.
    const isWhole = key === "thinking" && parts.every(({ kind }) => kind === "thinking");
    found.push(...(isWhole && parts.length > 0 ? [thought(parts.map(textOf).join(""))] : parts));
  }
  return found.length === 0 ? [thought("")] : found;
}

/** Reasoning next to a content, without what the content has. */
export function thoughtsBeside(members: Members, content: readonly MessagePart[]): readonly MessagePart[] {
  const found: MessagePart[] = [];
  const add = (parts: readonly MessagePart[]) => {
    const known = [...content, ...found].filter(({ kind }) => kind === "thinking").map(textOf);
    const text = parts.map(textOf).join("");
    if (!known.includes(text) && known.join("") !== text) found.push(...parts);
  };
  for (const holder of [members, members.inner("additional_kwargs")]) {
    for (const key of siblingKeys) {
      const text = holder?.text(key);
      if (text) add([thought(text)]);
    }
    for (const key of listsBeside) {
      const list = holder?.at(key);
      if (!isList(list)) continue;
      const { parts, rest } = thoughtsIn(list);
      if (parts.length === 0 || parts.some(({ kind }) => kind !== "thinking")) continue;
      holder?.leave(key, rest);
      add(parts);
    }
  }
  return found;
}

function thoughtsIn(list: readonly Json[]): { readonly parts: readonly MessagePart[]; readonly rest: Json | null } {
  const rests: (Json | null)[] = [];
  const parts = list.map((value): MessagePart => {
    const members = new Members(isObject(value) ? value : {});
    const isHidden = encrypted.some((key) => members.at(key) !== undefined);
    const text = typeof value === "string" ? value : (members.text(...texts) ?? (isHidden ? "" : null));
    if (text === null) return { kind: "json", value };
    members.mark(
      "type",
      ...names("summary_text reasoning_text text thinking reasoning reasoning.text reasoning.summary"),
    );
    rests.push(members.rest());
    return thought(text);
  });
  return { parts, rest: leftOf(rests) };
}

/** A text with its reasoning separated, which some models write before their response, between `<think>` and `</think>`. */
export function thoughtsApart(text: string): readonly MessagePart[] {
  const [start, word] = /^\s*<(think|thinking)>\n?/i.exec(text.slice(0, 100)) ?? [];
  if (start === undefined) return [{ kind: "text", text }];
  const closing = `</${word}>`;
  const end = text.indexOf(closing, start.length);
  if (end === -1) return [thought(text.slice(start.length))];
  const answer = text.slice(end + closing.length).trimStart();
  const before = thought(text.slice(start.length, end).trimEnd());
  return answer === "" ? [before] : [before, { kind: "text", text: answer }];
}

function thought(text: string): MessagePart {
  return { kind: "thinking", text };
}

function textOf(part: MessagePart): string {
  return part.kind === "thinking" ? part.text : "";
}
