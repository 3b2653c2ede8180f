/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export type JsonObject = { readonly [key: string]: Json };

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is empty: null, or an empty text, list or object. */
export function isEmpty(value: Json): boolean {
  if (typeof value !== "object") return value === "";
  return value === null || (isList(value) ? value.length === 0 : Object.keys(value).length === 0);
}

/** The value of a JSON text; undefined if it is not valid. */
export function jsonIn(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
