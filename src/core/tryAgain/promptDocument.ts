import * as l10n from "@vscode/l10n";
import * as z from "../../zod.ts";
import { isObject, type Json, jsonIn } from "../text/json.ts";
import { prettyJson } from "../text/prettyJson.ts";
import type { Prompt, PromptPart } from "./prompt.ts";

// A prompt as Markdown that is read back. Headings with a kind in brackets begin its parts: `## [user]`. A line of a text
// that begins like one gets a backslash more. So lines alone tell, and no Markdown is parsed.

const heading = /^## \[([a-z ]+)\] ?(.*)$/;
const alike = /^\\*## \[[a-z ]+\]/;
const lineEnd = /\r\n|\r|\n/;

/** `head` is Markdown of any number of lines. */
export function writePrompt({ parts, options }: Prompt, head: string): string {
  return [`${escaped(head)}\n`, section("[options]", fenced(options)), writeParts(parts)].join("\n");
}

/** Parts of a response, in the form in which a document has them. */
export function writeParts(parts: readonly PromptPart[]): string {
  const sections = parts.map((part) => {
    if (part.kind === "tool call") return section(`[tool call] ${part.id} ${part.name}`, fenced(part.arguments));
    const title = part.kind === "tool result" ? `[tool result] ${part.id}` : `[${part.kind}]`;
    return section(title, escaped(part.text));
  });
  return sections.join("\n");
}

function section(title: string, body: string): string {
  return `## ${title}\n\n${body}\n`;
}

function fenced(value: Json): string {
  return `\`\`\`json\n${prettyJson(value).trimEnd()}\n\`\`\``;
}

function escaped(text: string): string {
  const lines = text.split(lineEnd).map((line) => (alike.test(line) ? `\\${line}` : line));
  return lines.join("\n");
}

const jsonObject = z.record(z.string(), z.json());
const tool = z.object({ name: z.string(), description: z.string(), inputSchema: jsonObject });
const optionsShape = z.object({ parameters: jsonObject, tools: z.array(tool) });

/** The prompt that a user has edited, or why it cannot be sent. Without a section of options, it has none. */
export function readPrompt(text: string): Prompt | string {
  const lines = text.split(lineEnd);
  const starts = [...lines.keys()].filter((at) => heading.test(lines[at] ?? ""));
  const parts: PromptPart[] = [];
  let options: Prompt["options"] = { parameters: {}, tools: [] };
  for (const [index, start] of starts.entries()) {
    const [, kind = "", title = ""] = heading.exec(lines[start] ?? "") ?? [];
    const body = lines.slice(start + 1, starts[index + 1]);
    const given = kind === "options" ? optionsShape.safeParse(jsonOf(body)).data : undefined;
    const part = partOf(kind, title, body);
    if (given !== undefined) options = given;
    else if (part !== undefined) parts.push(part);
    else return l10n.t("Line {0}: this heading is unknown, or the JSON below it is invalid.", start + 1);
  }
  const filled = parts.filter((part) => part.kind.startsWith("tool") || ("text" in part && part.text.trim() !== ""));
  if (filled.length > 0) return { parts: filled, options };
  return l10n.t("There are no messages to send. A message begins with a heading such as ## [user].");
}

function partOf(kind: string, title: string, lines: readonly string[]): PromptPart | undefined {
  const inside = lines.slice(lines[0] === "" ? 1 : 0);
  if (inside.at(-1) === "") inside.pop();
  const text = inside.map((line) => (line.startsWith("\\") && alike.test(line) ? line.slice(1) : line)).join("\n");
  switch (kind) {
    case "system":
    case "user":
    case "assistant":
      return { kind, text };
    case "tool result":
      return { kind, id: title, text };
    case "tool call": {
      const [id = "", ...name] = title.split(" ");
      const given = jsonOf(lines);
      return isObject(given) ? { kind, id, name: name.join(" "), arguments: given } : undefined;
    }
    default:
      return undefined;
  }
}

/** JSON in a fence, or without one. */
function jsonOf(lines: readonly string[]): Json | undefined {
  return jsonIn(lines.filter((line) => !line.startsWith("```")).join("\n"));
}
