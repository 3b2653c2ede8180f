import type { Json } from "../../core/json.ts";

/**
 * Keywords that put a text in where the editor completes a property, in its snippet syntax: `$1` is a place to type at,
 * and a `$` of the query language is written `\$`. Of several, the editor asks for one.
 */
export function snippet(body: string, ...named: readonly NamedSnippet[]): { readonly defaultSnippets: Json } {
  const label = body.replace(/(?<!\\)\$(?:\d|\{\d:(\w+)\})/g, "$1").replaceAll("\\", "");
  return { defaultSnippets: [{ label, body }, ...named].map((each) => ({ label: each.label, body: `^${each.body}` })) };
}

interface NamedSnippet {
  readonly label: string;
  readonly body: string;
}
