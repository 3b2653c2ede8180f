/**
 * Metadata that puts a text in where the editor completes a property, in its snippet syntax: `$1` is a place to type at,
 * and a `$` of the query language is written `\$`.
 */
export function snippet(body: string): object {
  const label = body.replace(/(?<!\\)\$(?:\d|\{\d:(\w+)\})/g, "$1").replaceAll("\\", "");
  return { defaultSnippets: [{ label, body: `^${body}` }] };
}
