import type { Json } from "./json.ts";

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

/** Not recursive: untrusted JSON may be nested to any depth. */
function deepJson(value: Json): string {
  const pieces: string[] = [];
  /** What is still to be written, the next one last. */
  const rest: (string | { readonly one: Json; readonly depth: number })[] = [{ one: value, depth: 0 }];
  const lineOf = (depth: number) => `\n${indent.repeat(Math.min(depth, deepestIndent))}`;
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === "string") {
      pieces.push(next);
      continue;
    }
    const { one, depth } = next;
    const members = typeof one === "object" && one !== null ? Object.entries(one) : [];
    if (members.length === 0) {
      pieces.push(JSON.stringify(one));
      continue;
    }
    const isList = Array.isArray(one);
    pieces.push(isList ? "[" : "{");
    rest.push(lineOf(depth) + (isList ? "]" : "}"));
    for (const [index, [key, member]] of [...members.entries()].reverse()) {
      const name = isList ? "" : `${JSON.stringify(key)}: `;
      rest.push({ one: member, depth: depth + 1 }, `${index === 0 ? "" : ","}${lineOf(depth + 1)}${name}`);
    }
  }
  return pieces.join("");
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
