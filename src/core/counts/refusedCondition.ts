import type { RequestIssue } from "../failures/fault.ts";
import { type PlacedIssue, placeIssues } from "../placedIssue.ts";
import { callBody, filterNames } from "./callBody.ts";
import { type CallConditions, listFields } from "./callCondition.ts";
import { callQueryOf } from "./callConditions.ts";
import { operandsOf } from "./conditionExpression.ts";

/** The issues of a rejected count, grouped by the part that can be changed. */
export interface RefusedConditions {
  /** By index of the condition. */
  readonly conditions: ReadonlyMap<number, readonly RequestIssue[]>;
  readonly limit: readonly RequestIssue[];
  readonly storage: readonly RequestIssue[];
  /** All other issues. */
  readonly others: readonly RequestIssue[];
}

/** Maps issues in the request to the conditions that caused them. */
export function refusedConditions(conditions: CallConditions, issues: readonly RequestIssue[]): RefusedConditions {
  const { project, ...query } = callQueryOf(conditions, "entity/project", 0);
  const body = { project_id: project, ...callBody(query) };
  const byCondition = new Map<number, RequestIssue[]>();
  const rest: Record<"limit" | "storage" | "others", RequestIssue[]> = { limit: [], storage: [], others: [] };
  for (const placed of placeIssues(body, issues)) {
    const index = conditionAt(placed, conditions, body);
    if (index === undefined) rest[partOf(placed)].push(placed.issue);
    else byCondition.set(index, [...(byCondition.get(index) ?? []), placed.issue]);
  }
  return { conditions: byCondition, ...rest };
}

function partOf({ place: [member] }: PlacedIssue): "limit" | "storage" | "others" {
  if (member === "limit") return "limit";
  return member === "include_total_storage_size" ? "storage" : "others";
}

function conditionAt({ place }: PlacedIssue, { conditions }: CallConditions, body: object): number | undefined {
  const [member, first, ...deeper] = place;
  if (member === "query") return conditionOfOperand(deeper, conditions);
  if (member !== "filter" || first === undefined) return undefined;
  if (first === filterNames.traceRootsOnly) return found(conditions.findIndex(({ kind }) => kind === "rootsOnly"));
  const field = listFields.find((known) => filterNames[known] === first);
  const value = field === undefined ? undefined : valueAt(body, place);
  return found(
    conditions.findIndex(
      (condition) =>
        condition.kind === "list" &&
        condition.field === field &&
        (typeof value !== "string" || condition.values.includes(value)),
    ),
  );
}

/**
 * `place` is relative to `query.$expr`, which contains the operands of all conditions in order, or the only operand
 * itself.
 */
function conditionOfOperand(
  [operator, operand]: PlacedIssue["place"],
  conditions: CallConditions["conditions"],
): number | undefined {
  const owners = conditions.flatMap((condition, index) => operandsOf(condition, 0).map(() => index));
  if (owners.length === 1) return owners[0];
  return operator === "$and" && typeof operand === "number" ? owners[operand] : undefined;
}

function valueAt(body: object, place: PlacedIssue["place"]): unknown {
  return place.reduce<unknown>(
    (value, part) => (typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined),
    body,
  );
}

function found(index: number): number | undefined {
  return index < 0 ? undefined : index;
}
