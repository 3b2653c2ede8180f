import { isList, isNested, type Json } from "../../text/json.ts";
import { visibleText } from "../../text/visibleText.ts";

/** The start of a value on one line, about `most` characters: `city: "Oslo", days: 3, …`. Reads no more than it shows. */
export function jsonPreview(value: Json, most: number): string {
  if (!isNested(value)) return scalarText(value, most);
  const parts: string[] = [];
  let length = 0;
  // Each part takes at least three characters.
  for (const name in isList(value) ? value.slice(0, most) : value) {
    if (!Object.hasOwn(value, name)) continue;
    if (length >= most) {
      parts.push("…");
      break;
    }
    const label = isList(value) ? "" : `${cut(name, most)}: `;
    const part = label + memberText((isList(value) ? value[Number(name)] : value[name]) ?? null, most - length);
    parts.push(part);
    length += part.length + 2;
  }
  return parts.join(", ");
}

function memberText(value: Json, most: number): string {
  if (!isNested(value)) return scalarText(value, most);
  if (isList(value)) return value.length === 0 ? "[]" : "[…]";
  for (const key in value) if (Object.hasOwn(value, key)) return "{…}";
  return "{}";
}

function scalarText(value: Json, most: number): string {
  return typeof value === "string" ? `"${cut(value, most)}"` : String(value);
}

/** On one visible line. */
function cut(text: string, most: number): string {
  const start = text.slice(0, Math.max(8, most)).replace(/[\ud800-\udbff]$/, "");
  return visibleText((text.length > most ? `${start}…` : text).replace(/\r\n?|\n/g, "⏎"));
}
