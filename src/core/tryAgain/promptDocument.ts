import * as z from "../../zod.ts";
import { type Json, jsonIn } from "../text/json.ts";
import { prettyJson } from "../text/prettyJson.ts";
import type { Prompt, PromptMessage, PromptOptions, PromptPart } from "./prompt.ts";

// A prompt as Markdown that is read back. A heading with a role in brackets begins a message, and one with a kind in
// brackets a part of it: `## [user] Ada`, `### [tool call]`. A text has its own headings, fences and anything else; a line
// of it that begins like one of these headings gets a backslash more. So lines alone tell, and no Markdown is parsed.

/** Why a document is not read. */
export interface PromptProblem {
  readonly kind: "json" | "part" | "empty";
  /** From 1. */
  readonly line: number;
}

const optionsRole = "options";
const partKinds = { text: "text", toolCall: "tool call", toolResult: "tool result" } as const;
const heading = /^(##|###) \[([^\]]+)\](?: (.*))?$/;
const alike = /^\\*#{2,3} \[/;

/** `head` is Markdown of any number of lines. The first section has the options. */
export function writePrompt({ messages, options }: Prompt, head: string): string {
  const lines = [
    ...[escaped(head), "", `## [${optionsRole}]`, "", ...fenced(optionsJson(options)), ""],
    ...messages.flatMap(({ role, name, parts }) => [
      `## [${role}]${name === null ? "" : ` ${name}`}`,
      "",
      ...parts.flatMap(partLines),
    ]),
  ];
  return lines.join("\n");
}

function optionsJson({ parameters, tools }: PromptOptions): Json {
  return {
    parameters,
    tools: tools.map(({ inputSchema, ...tool }) => ({ ...tool, ...(inputSchema && { inputSchema }) })),
  };
}

/** Parts of a response, in the form in which a document has them. */
export function writeParts(parts: readonly PromptPart[]): string {
  return parts.flatMap(partLines).join("\n");
}

function partLines(part: PromptPart, at: number): readonly string[] {
  const title = part.kind === "text" && at === 0 ? [] : [`### [${partKinds[part.kind]}]`, ""];
  if (part.kind === "text") return [...title, escaped(part.text), ""];
  const { kind: _, ...json } = part;
  return [...title, ...fenced(json), ""];
}

function fenced(value: Json): readonly string[] {
  return ["```json", prettyJson(value).trimEnd(), "```"];
}

const lineEnd = /\r\n|\r|\n/;

function escaped(text: string): string {
  return text
    .split(lineEnd)
    .map((line) => (alike.test(line) ? `\\${line}` : line))
    .join("\n");
}

const jsonObject = z.record(z.string(), z.json());
const toolCall = z.object({ id: z.string(), name: z.string(), arguments: z.json() });
const toolResult = z.object({ id: z.string(), content: z.json() });
const optionsShape = z.object({
  parameters: z._default(jsonObject, {}),
  tools: z._default(
    z.array(
      z.object({ name: z.string(), description: z._default(z.string(), ""), inputSchema: z.optional(jsonObject) }),
    ),
    [],
  ),
});

/** A heading with the lines below it; `line` is its number, from 1. */
interface Section {
  readonly line: number;
  readonly level: string;
  readonly word: string;
  readonly name: string | null;
  readonly lines: string[];
}

/** The prompt that a user has edited. Without a section of options, it has none. */
export function readPrompt(text: string): Prompt | PromptProblem {
  const messages: { role: string; name: string | null; parts: PromptPart[] }[] = [];
  let options: PromptOptions = { parameters: {}, tools: [] };
  for (const [at, { line, level, word, name, lines }] of sectionsOf(text).entries()) {
    if (at === 0 && word === optionsRole) {
      const { data } = optionsShape.safeParse(jsonOf(lines));
      if (data === undefined) return { kind: "json", line };
      options = data;
      continue;
    }
    if (level === "##") messages.push({ role: word, name, parts: [] });
    const part = level === "##" ? textPart(lines) : partOf(word, lines);
    if (part === undefined) return { kind: partNames.has(word) ? "json" : "part", line };
    if (part !== null) messages.at(-1)?.parts.push(part);
  }
  const said: readonly PromptMessage[] = messages.filter(({ parts }) => parts.length > 0);
  return said.length === 0 ? { kind: "empty", line: 1 } : { messages: said, options };
}

function sectionsOf(text: string): readonly Section[] {
  const sections: Section[] = [];
  for (const [at, line] of text.split(lineEnd).entries()) {
    const [, level, word, name = null] = heading.exec(line) ?? [];
    // A part before the first message belongs to the head.
    const begins = level !== undefined && word !== undefined && (level === "##" || sections.length > 0);
    if (begins) sections.push({ line: at + 1, level, word, name, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

/** Null if nothing stands below a heading. */
function textPart(lines: readonly string[]): PromptPart | null {
  const inside = lines.slice(lines[0] === "" ? 1 : 0);
  if (inside.at(-1) === "") inside.pop();
  if (inside.length === 0) return null;
  return { kind: "text", text: inside.map((line) => (/^\\+#{2,3} \[/.test(line) ? line.slice(1) : line)).join("\n") };
}

const partNames = new Set<string>(Object.values(partKinds));

/** Undefined if the kind is not known, or its JSON is invalid. */
function partOf(kind: string, lines: readonly string[]): PromptPart | null | undefined {
  if (kind === partKinds.text) return textPart(lines);
  const json = jsonOf(lines);
  const call = kind === partKinds.toolCall ? toolCall.safeParse(json).data : undefined;
  if (call !== undefined) return { kind: "toolCall", ...call };
  const result = kind === partKinds.toolResult ? toolResult.safeParse(json).data : undefined;
  return result && { kind: "toolResult", ...result };
}

/** JSON in a fence, or without one. */
function jsonOf(lines: readonly string[]): Json | undefined {
  return jsonIn(lines.filter((line) => !/^(?:`{3,}|~{3,})\w*\s*$/.test(line)).join("\n"));
}
