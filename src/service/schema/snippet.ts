import type { Json } from "../../core/json.ts";

/**
 * Keywords that put a text in where the editor completes a property, in its snippet syntax: `$1` is a place to type at,
 * and a `$` of the query language is written `\$`.
 */
export function snippet(body: string): { readonly defaultSnippets: Json } {
  const label = body.replace(/(?<!\\)\$(?:\d|\{\d:(\w+)\})/g, "$1").replaceAll("\\", "");
  return { defaultSnippets: [{ label, body: `^${body}` }] };
}
