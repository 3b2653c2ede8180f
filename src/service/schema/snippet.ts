import type { Json } from "../../core/json.ts";

/**
 * The `defaultSnippets` keyword, in the snippet syntax of the editor: `$1` is a tab stop, and a `$` of the query language
 * is written `\$`. The editor offers a choice between several snippets.
 */
export function snippet(body: string, ...named: readonly NamedSnippet[]): { readonly defaultSnippets: Json } {
  const label = body.replace(/(?<!\\)\$(?:\d|\{\d:(\w+)\})/g, "$1").replaceAll("\\", "");
  return { defaultSnippets: [{ label, body }, ...named].map((each) => ({ label: each.label, body: `^${each.body}` })) };
}

interface NamedSnippet {
  readonly label: string;
  readonly body: string;
}
