import { badRequest } from "../http/requestFailure.ts";
import type { CallsRequest } from "../http/requestSchema.ts";
import { type FieldScope, fieldValue } from "./fields.ts";
import { type Sql, sql } from "./sql.ts";

const unsortable = new Set(["storage_size_bytes", "total_storage_size_bytes"]);

/**
 * The order of calls: by start where none is asked for, none where an empty one is. Ids break ties. What lies in a
 * document is sorted by whether it is there, as a number, and then as text.
 */
export function callOrder(request: CallsRequest, scope: FieldScope): Sql {
  const asked = request.sort_by ?? [{ field: "started_at", direction: "asc" }];
  const keys = asked.flatMap(({ field, direction }) => {
    if (unsortable.has(field)) throw badRequest(`Field ${field} is not allowed in ORDER BY`);
    const value = fieldValue(field, scope);
    const towards = direction === "asc" ? sql`ASC NULLS LAST` : sql`DESC NULLS LAST`;
    if (value.kind !== "json") return [sql`${value.sql} ${towards}`];
    return [sql`${value.exists} DESC`, sql`to_double(${value.sql}) ${towards}`, sql`${value.sql} ${towards}`];
  });
  if (asked.length > 0 && asked.every(({ field }) => field !== "id")) keys.push(sql`calls.id ASC`);
  return keys.length === 0 ? sql`` : sql`ORDER BY ${keys.reduce((order, key) => sql`${order}, ${key}`)}`;
}
