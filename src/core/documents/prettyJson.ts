import type { Json } from "../json.ts";

const indent = "  ";
/** Beyond this depth, indentation would outgrow the content. */
const deepestIndent = 100;
/**
 * Characters that an editor does not show: bidirectional marks, and line ends that JSON does not escape. C0 controls are
 * escaped in JSON anyway.
 */
const hidden = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Readable JSON: two spaces per level, hidden characters escaped, a final line end. The value is unchanged. */
export function prettyJson(value: Json): string {
  const text = isWithin(value, deepestIndent) ? indented(value) : deepJson(value);
  return `${text.replace(hidden, escaped)}\n`;
}

function indented(value: Json): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    // Longer than a string can be, because of the indentation.
    if (error instanceof RangeError) return JSON.stringify(value);
    throw error;
  }
}

function isWithin(value: Json, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isWithin(member, depth - 1));
}

interface Level {
  readonly members: readonly (readonly [prefix: string, value: Json])[];
  readonly close: string;
  next: number;
}

/** Not recursive: untrusted JSON may be nested to any depth. */
function deepJson(value: Json): string {
  const pieces: string[] = [];
  const levels: Level[] = [];
  const lineOf = (depth: number) => `\n${indent.repeat(Math.min(depth, deepestIndent))}`;
  const open = (one: Json) => {
    if (typeof one !== "object" || one === null || Object.keys(one).length === 0) pieces.push(JSON.stringify(one));
    else levels.push(begin(one, pieces));
  };
  open(value);
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const member = level.members[level.next];
    if (member === undefined) {
      levels.pop();
      pieces.push(lineOf(levels.length), level.close);
      continue;
    }
    pieces.push(level.next === 0 ? "" : ",", lineOf(levels.length), member[0]);
    level.next += 1;
    open(member[1]);
  }
  return pieces.join("");
}

function begin(value: readonly Json[] | { readonly [key: string]: Json }, pieces: string[]): Level {
  pieces.push(Array.isArray(value) ? "[" : "{");
  const members = Array.isArray(value)
    ? value.map((member: Json) => ["", member] as const)
    : Object.entries(value).map(([key, member]) => [`${JSON.stringify(key)}: `, member] as const);
  return { members, close: Array.isArray(value) ? "]" : "}", next: 0 };
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
