import type { CallsRequest } from "../http/requestSchema.ts";
import { type FieldScope, fieldValue, isExpanded } from "./fields.ts";
import { type Sql, sql } from "./sql.ts";

const byStart: NonNullable<CallsRequest["sort_by"]> = [{ field: "started_at", direction: "asc" }];
const directions = { asc: sql`ASC NULLS LAST`, desc: sql`DESC NULLS LAST` } as const;

/**
 * The order of calls: by start if unspecified, none for an empty list. IDs break ties, descending unless the start is
 * the last key. Values in a document are sorted by presence, as a number, then as text.
 */
export function callOrder(request: CallsRequest, scope: FieldScope): Sql {
  const asked = request.sort_by ?? byStart;
  const last = asked.at(-1);
  if (last === undefined) return sql``;
  const keys = asked.flatMap(({ field, direction }) => {
    const value = fieldValue(field, scope);
    const towards = directions[direction];
    if (value.kind !== "json" && !isExpanded(field, scope)) return [sql`${value.sql} ${towards}`];
    const exists = value.kind === "json" ? value.exists : sql`(${value.sql} IS NOT NULL)`;
    return [sql`${exists} DESC`, sql`to_double(${value.sql}) ${towards}`, sql`${value.sql} ${towards}`];
  });
  if (asked.every(({ field }) => field !== "id")) {
    keys.push(sql`calls.id ${directions[last.field === "started_at" ? last.direction : "desc"]}`);
  }
  return sql`ORDER BY ${keys.reduce((order, key) => sql`${order}, ${key}`)}`;
}
