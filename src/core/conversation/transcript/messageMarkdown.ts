import * as l10n from "@vscode/l10n";
import type { Json } from "../../json.ts";
import type { MediaPart, Message, MessagePart, ToolResultPart } from "../messages/message.ts";
import { type IdPlaceholders, normalizedJson } from "./normalized.ts";

/** A message as Markdown for the diff editor: texts with their IDs replaced, JSON in code blocks. */
export function messageMarkdown(message: Message, ids: IdPlaceholders): string {
  const parts = message.parts.map((part) => partMarkdown(part, ids));
  if (parts.length === 0) parts.push(`_${l10n.t("Empty message")}_`);
  if (message.rest !== null) parts.push(titled(l10n.t("Other fields"), message.rest, ids));
  return [heading(message, ids), ...parts].join("\n\n");
}

/** Any value under a title: text or JSON in a code block. */
export function titled(title: string, value: Json, ids: IdPlaceholders): string {
  const block =
    typeof value === "string" ? fencedText(ids.text(value), "text") : fencedText(normalizedJson(value, ids), "json");
  return `**${title}**\n\n${block}`;
}

function heading({ role, name, choice }: Message, ids: IdPlaceholders): string {
  const who = name === null ? role : `${role} (${name})`;
  const which = choice === null ? "" : `, ${l10n.t("choice {0}", choice)}`;
  return `### ${ids.text(oneLine(who))}${which}`;
}

function partMarkdown(part: MessagePart, ids: IdPlaceholders): string {
  switch (part.kind) {
    case "text":
      return ids.text(part.text);
    case "thinking":
      return `**${l10n.t("Thinking")}**\n\n${quoted(ids.text(part.text))}`;
    case "refusal":
      return `**${l10n.t("Refusal")}**\n\n${quoted(ids.text(part.text))}`;
    case "toolCall":
      return titled(`${l10n.t("Tool call {0}", toolName(part.name))}${which(part.id, ids)}`, part.arguments, ids);
    case "toolResult":
      return titled(resultTitle(part, ids), part.content, ids);
    case "media":
      return `**${l10n.t("Media")}** ${mediaText(part, ids)}`;
    case "json":
      return fencedText(normalizedJson(part.value, ids), "json");
    default:
      return part satisfies never;
  }
}

function resultTitle(part: ToolResultPart, ids: IdPlaceholders): string {
  const name = part.name === null ? "" : ` ${toolName(part.name)}`;
  return `${part.failed ? l10n.t("Failed result") : l10n.t("Result")}${name}${which(part.id, ids)}`;
}

function toolName(name: string): string {
  return `\`${oneLine(name)}\``;
}

/** A text as a Markdown code block, whose fence is longer than any in the text. */
function fencedText(text: string, language: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Roles and names are untrusted text, and a heading is one line. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function which(id: string | null, ids: IdPlaceholders): string {
  return id === null ? "" : ` ${ids.id(id, "call")}`;
}

function quoted(text: string): string {
  return text.replace(/^/gm, "> ");
}

function mediaText({ mediaType, name, address, bytes, data }: MediaPart, ids: IdPlaceholders): string {
  const content = data === null ? null : `${bytes} bytes ‹data ${fingerprint(data)}›`;
  return [mediaType, name, address, content]
    .filter((each) => each !== null)
    .map((each) => ids.text(each))
    .join(", ");
}

/** Distinguishes contents that are too long to show; not a secure hash. */
function fingerprint(text: string): string {
  let one = 0x9e3779b9;
  let other = 0x85ebca6b;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other + code, 0x5bd1e995) ^ (other >>> 15);
  }
  return [one, other].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
