import type { Json } from "../../json.ts";

/** A number that is longer or larger than what a double holds would be shown as another one. */
const longNumber = /[[:,\s]-?(?:\d[\d.]{15,}|[\d.]+[eE]\+?\d{3,})\s*[,\]}]/;

/** The object or list that a text holds as JSON, as models send arguments; any other value as it is. */
export function parsedJson(value: Json): Json {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value) || longNumber.test(value)) return value;
  try {
    const parsed: Json = JSON.parse(value);
    return parsed;
  } catch {
    return value;
  }
}
