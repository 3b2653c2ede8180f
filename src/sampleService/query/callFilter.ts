import { badRequest } from "../http/requestFailure.ts";
import type { CallsFilter } from "../http/requestSchema.ts";
import { isAbsent } from "./callTable.ts";
import type { FieldScope } from "./fields.ts";
import { internalRun, internalUser } from "./internalIds.ts";
import { isLike } from "./likePrefilter.ts";
import { joinConditions, rowsOf, type Sql, sql } from "./sql.ts";

const maximumValues = 1000;
const anyVersion = ":*";

/** The SQL condition of a filter on `calls`: AND between its fields, OR within a list. */
export function callFilterCondition(filter: CallsFilter, scope: FieldScope): Sql {
  for (const [field, values] of Object.entries(filter)) {
    if (Array.isArray(values) && values.length > maximumValues) {
      throw badRequest(`Parameter: '${field}' request length is greater than max length (${maximumValues}).`);
    }
  }
  const refs = (values: readonly string[]): readonly string[] => values.map((value) => scope.ids.requested(value));
  const conditions: Sql[] = [];
  if (isSet(filter.op_names)) conditions.push(opCondition(refs(filter.op_names)));
  if (isSet(filter.input_refs)) conditions.push(refCondition(sql`calls.input_refs`, refs(filter.input_refs)));
  if (isSet(filter.output_refs)) conditions.push(refCondition(sql`calls.output_refs`, refs(filter.output_refs)));
  if (isSet(filter.parent_ids)) conditions.push(sql`calls.parent_id IN ${rowsOf(filter.parent_ids)}`);
  if (isSet(filter.trace_ids)) conditions.push(sql`calls.trace_id IN ${rowsOf(filter.trace_ids)}`);
  if (isSet(filter.call_ids)) conditions.push(sql`calls.id IN ${rowsOf(filter.call_ids)}`);
  if (filter.thread_ids) conditions.push(sql`calls.thread_id IN ${rowsOf(filter.thread_ids)}`);
  if (filter.trace_roots_only) conditions.push(isAbsent("parent_id", scope.table));
  if (isSet(filter.wb_user_ids)) {
    conditions.push(sql`calls.wb_user_id IN ${rowsOf(filter.wb_user_ids.map(internalUser))}`);
  }
  if (isSet(filter.wb_run_ids)) {
    const runs = filter.wb_run_ids.map((run) => internalRun(run.includes("/") ? run : `${scope.projectId}/${run}`));
    conditions.push(sql`calls.wb_run_id IN ${rowsOf(runs)}`);
  }
  // An empty list of turns matches nothing, but the service ignores it unless another field is set; `trace_roots_only:
  // false` is enough.
  const othersActive = conditions.length > 0 || (filter.trace_roots_only ?? null) !== null;
  if (filter.turn_ids && (filter.turn_ids.length > 0 || othersActive)) {
    conditions.push(sql`calls.turn_id IN ${rowsOf(filter.turn_ids)}`);
  }
  return joinConditions("AND", conditions);
}

function isSet(values: readonly string[] | null | undefined): values is readonly string[] {
  return values !== null && values !== undefined && values.length > 0;
}

/** A trailing `:*` makes the rest a LIKE pattern in which `_` and `%` are wildcards, as in the service. */
function opCondition(names: readonly string[]): Sql {
  const exact = names.filter((name) => !name.endsWith(anyVersion));
  const patterns = names
    .filter((name) => name.endsWith(anyVersion))
    .map((name) => isLike(sql`calls.op_name`, `${name.slice(0, -1)}%`));
  return joinConditions("OR", [sql`calls.op_name IN ${rowsOf(exact)}`, ...patterns]);
}

function refCondition(column: Sql, refs: readonly string[]): Sql {
  const exact = refs.filter((value) => !value.endsWith(anyVersion));
  const prefixes = refs.filter((value) => value.endsWith(anyVersion)).map((value) => value.slice(0, -1));
  return sql`EXISTS (SELECT 1 FROM json_each(${column}) AS ref WHERE ref.value IN ${rowsOf(exact)} OR EXISTS (
    SELECT 1 FROM json_each(${JSON.stringify(prefixes)}) AS prefix
    WHERE substr(ref.value, 1, length(prefix.value)) = prefix.value))`;
}
