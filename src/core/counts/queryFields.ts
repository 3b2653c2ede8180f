import type { Query } from "./expression.ts";

/** The fields that a query looks at, each once, in the order of their first mention. */
export function queryFields(query: Query): readonly string[] {
  const fields = new Set<string>();
  JSON.stringify(query, (key, value: unknown) => {
    if (key === "$getField" && typeof value === "string") fields.add(value);
    return value;
  });
  return [...fields];
}
