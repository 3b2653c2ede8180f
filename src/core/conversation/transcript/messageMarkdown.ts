import * as l10n from "@vscode/l10n";
import type { MediaPart, Message, MessagePart, ToolResultPart } from "../../messages/message.ts";
import type { Json } from "../../text/json.ts";
import { compactionText } from "../drawing/turnText.ts";

/** How texts, IDs and JSON are written. */
export interface TextForm {
  text(text: string): string;
  /** The ID of a call, which pairs it with its result. */
  id(id: string, kind: string): string;
  json(value: Json): string;
}

/** A message as Markdown, with JSON in code blocks. */
export function messageMarkdown(message: Message, form: TextForm): string {
  const parts = [messageBody(message, form)];
  if (message.rest !== null) parts.push(titled(l10n.t("Other fields"), message.rest, form));
  return [heading(message, form), ...parts].join("\n\n");
}

/** The same without speaker and other fields. */
export function messageBody({ parts }: Message, form: TextForm): string {
  if (parts.length === 0) return `_${l10n.t("Empty message")}_`;
  return parts.map((part) => partMarkdown(part, form)).join("\n\n");
}

/** Any value under a title: text or JSON in a code block. */
export function titled(title: string, value: Json, form: TextForm): string {
  const block = typeof value === "string" ? fencedText(form.text(value), "text") : fencedText(form.json(value), "json");
  return `**${title}**\n\n${block}`;
}

function heading({ role, name, choice }: Message, form: TextForm): string {
  const who = name === null ? role : `${role} (${name})`;
  const which = choice === null ? "" : `, ${l10n.t("choice {0}", choice)}`;
  return `### ${form.text(oneLine(who))}${which}`;
}

function partMarkdown(part: MessagePart, form: TextForm): string {
  switch (part.kind) {
    case "text":
      return form.text(part.text);
    case "thinking":
      if (part.text === "") return `**${l10n.t("Thinking (redacted)")}**`;
      return `**${l10n.t("Thinking")}**\n\n${quoted(form.text(part.text))}`;
    case "refusal":
      return `**${l10n.t("Refusal")}**\n\n${quoted(form.text(part.text))}`;
    case "toolCall":
      return titled(`${l10n.t("Tool call {0}", toolName(part.name))}${which(part.id, form)}`, part.arguments, form);
    case "toolResult":
      return resultMarkdown(part, form);
    case "media":
      return `**${l10n.t("Media")}** ${mediaText(part, form)}`;
    case "agent": {
      const title = l10n.t("Sub-agent {0}", toolName(part.name));
      const failed = part.failed ? ` (${l10n.t("failed")})` : "";
      return [`**${title}${failed}**`, ...part.parts.map((each) => quoted(partMarkdown(each, form)))].join("\n\n");
    }
    case "compaction": {
      const title = `**${compactionText(part)}**`;
      return part.summary === "" ? title : `${title}\n\n${quoted(form.text(part.summary))}`;
    }
    case "injected":
      return `**${l10n.t("Added by the program")}**\n\n${quoted(form.text(part.text))}`;
    case "json":
      return fencedText(form.json(part.value), "json");
    default:
      return part satisfies never;
  }
}

function resultMarkdown(part: ToolResultPart, form: TextForm): string {
  if (part.parts.length === 0) return titled(resultTitle(part, form), part.content, form);
  const parts = part.parts.map((each) => partMarkdown(each, form));
  const rest = part.content === null ? [] : [fencedText(form.json(part.content), "json")];
  return [`**${resultTitle(part, form)}**`, ...parts, ...rest].join("\n\n");
}

function resultTitle(part: ToolResultPart, form: TextForm): string {
  const name = part.name === null ? "" : ` ${toolName(part.name)}`;
  return `${part.failed ? l10n.t("Failed result") : l10n.t("Result")}${name}${which(part.id, form)}`;
}

export function toolName(name: string): string {
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

function which(id: string | null, form: TextForm): string {
  return id === null ? "" : ` ${form.id(id, "call")}`;
}

function quoted(text: string): string {
  return text.replace(/^/gm, "> ");
}

function mediaText({ mediaType, name, address, bytes, data }: MediaPart, form: TextForm): string {
  const content = data === null ? null : `${bytes} bytes ‹data ${fingerprint(data)}›`;
  return [mediaType, name, address, content]
    .filter((each) => each !== null)
    .map((each) => form.text(each))
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
