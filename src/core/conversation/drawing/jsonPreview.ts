import type { Json } from "../../json.ts";
import { visibleText } from "../../text/visibleText.ts";

/** The start of a value on one line, about `most` characters: `city: "Oslo", days: 3, …`. Reads no more than it shows. */
export function jsonPreview(value: Json, most: number): string {
  if (typeof value !== "object" || value === null) return scalarText(value, most);
  const parts: string[] = [];
  let length = 0;
  for (const [name, member] of members(value)) {
    if (length >= most) {
      parts.push("…");
      break;
    }
    const label = name === null ? "" : `${visibleText(cut(name, most))}: `;
    const part = label + (isContainer(member) ? closedText(member) : scalarText(member, most - length));
    parts.push(part);
    length += part.length + 2;
  }
  return parts.join(", ");
}

export type Container = readonly Json[] | { readonly [key: string]: Json };

export function isContainer(value: Json): value is Container {
  return typeof value === "object" && value !== null;
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function closedText(value: Container): string {
  if (isList(value)) return value.length === 0 ? "[]" : "[…]";
  for (const key in value) if (Object.hasOwn(value, key)) return "{…}";
  return "{}";
}

/** Fields with their names, items without. */
function* members(value: Container): Generator<readonly [name: string | null, member: Json]> {
  if (isList(value)) {
    for (const item of value) yield [null, item];
    return;
  }
  for (const name in value) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member !== undefined) yield [name, member];
  }
}

function scalarText(value: Json, most: number): string {
  return typeof value === "string" ? `"${visibleText(cut(value, most))}"` : String(value);
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, Math.max(8, most)).replace(/[\ud800-\udbff]$/, "")}…` : text;
}
