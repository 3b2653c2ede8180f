import type { Query } from "./expression.ts";

/** The distinct fields in a query, in order of first use. */
export function queryFields(query: Query): readonly string[] {
  const fields = new Set<string>();
  JSON.stringify(query, (key, value: unknown) => {
    if (key === "$getField" && typeof value === "string") fields.add(value);
    return value;
  });
  return [...fields];
}
