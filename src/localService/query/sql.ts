import type { SQLInputValue } from "node:sqlite";
import { badRequest } from "../http/requestFailure.ts";

/** SQL and the values for its `?` placeholders, in order. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}

/**
 * Composes SQL: SQL in the template becomes part of the text, anything else becomes a bound value. Text from a request
 * can therefore never become part of a statement.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Sql | SQLInputValue)[]): Sql {
  const inner = parts.map((part): Sql => {
    const isSql = typeof part === "object" && part !== null && "text" in part;
    return isSql ? part : { text: "?", values: [part] };
  });
  const text = String.raw({ raw: strings }, ...inner.map((part) => part.text));
  return { text, values: inner.flatMap(({ values }) => values) };
}

/** The values of a list as rows of a subquery: one bound value, regardless of the length of the list. */
export function rowsOf(list: readonly unknown[]): Sql {
  return sql`(SELECT value FROM json_each(${JSON.stringify(list)}))`;
}

/** Joins conditions as a balanced tree, because SQLite limits the depth of expressions to 1000. */
export function joinConditions(operator: "AND" | "OR", conditions: readonly Sql[]): Sql {
  const [first, ...rest] = conditions;
  if (first === undefined) return operator === "AND" ? sql`1` : sql`0`;
  if (rest.length === 0) return first;
  const middle = conditions.length >> 1;
  const left = joinConditions(operator, conditions.slice(0, middle));
  const right = joinConditions(operator, conditions.slice(middle));
  return operator === "AND" ? sql`(${left} AND ${right})` : sql`(${left} OR ${right})`;
}

/** Parts in order, separated by commas; there is at least one. */
export function listOf(parts: readonly Sql[]): Sql {
  return parts.reduce((list, next) => sql`${list}, ${next}`);
}

/** Missing values are last in both directions, as in the service's database. */
export const directions = { asc: sql`ASC NULLS LAST`, desc: sql`DESC NULLS LAST` } as const;

/** The page of the rows that a request asks for. Responds with 400 to negative numbers. */
export function pageSql({ limit, offset }: Partial<Record<"limit" | "offset", number | null | undefined>>): Sql {
  for (const [name, value] of Object.entries({ Limit: limit, Offset: offset })) {
    if (typeof value === "number" && value < 0) throw badRequest(`${name} must be a positive integer`);
  }
  // Without LIMIT, SQLite counts twice as fast.
  return limit == null && !offset ? sql`` : sql`LIMIT ${limit ?? -1} OFFSET ${offset ?? 0}`;
}
