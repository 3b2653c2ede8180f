import type { Json } from "../../json.ts";

/** A number beyond the precision of a double would be displayed as another number. */
const longNumber = /[[:,\s]-?(?:\d[\d.]{15,}|[\d.]+[eE]\+?\d{3,})\s*[,\]}]/;

/** The object or list that a text contains as JSON, as models send arguments; any other value as it is. */
export function parsedJson(value: Json): Json {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value) || longNumber.test(value)) return value;
  try {
    const parsed: Json = JSON.parse(value);
    return parsed;
  } catch {
    return value;
  }
}
