import * as l10n from "@vscode/l10n";
import type { LoadState } from "../../async/loadState.ts";
import { actionsFor, actionTitle, type FailureAction } from "../../failures/action.ts";
import { hostText } from "../../failures/connectionText.ts";
import type { Fault, RequestIssue } from "../../failures/fault.ts";
import { faultText } from "../../failures/faultText.ts";
import { type CallCount, callBody, filterNames } from "../../query/callQuery.ts";
import type { NetworkSettings } from "../../settings/network.ts";
import { memberOf } from "../../text/json.ts";
import { labelText } from "../../text/visibleText.ts";
import { type CallConditions, listFields } from "../callCondition.ts";
import { operandsOf } from "../conditionExpression.ts";
import { callQueryOf } from "../countedQuery.ts";
import { type PlacedIssue, placeIssues } from "../placedIssue.ts";
import type { BoxRow } from "./boxRow.ts";

/** The conditions that the service rejected; null if none. */
export function refusedIn(load: LoadState<CallCount>, conditions: CallConditions) {
  if (load.kind !== "failed" || load.fault.kind !== "invalidRequest" || load.fault.issues.length === 0) return null;
  return refusedConditions(conditions, load.fault.issues);
}

/** Rows with the failure and the actions for it. `about` describes the request in one line. */
export function failedRows(fault: Fault, conditions: CallConditions, about: string, client: NetworkSettings["client"]) {
  const failure = item("error", labelText(failedText(fault, conditions)), { kind: "recount" });
  const others = actionsFor(fault, "count", client).flatMap((action) => actionRow(action, fault));
  return [{ ...failure, detail: about }, item("refresh", actionTitle("retry"), { kind: "recount" }), ...others];
}

/** Omits issues that are shown at the conditions. */
function failedText(fault: Fault, conditions: CallConditions): string {
  const refused = refusedIn({ kind: "failed", fault }, conditions);
  if (refused === null || fault.kind !== "invalidRequest") return faultText(fault);
  if (refused.others.length > 0) return faultText({ ...fault, issues: refused.others });
  return l10n.t("The entries marked below were rejected by {0}.", hostText(fault));
}

function actionRow(action: FailureAction, fault: Fault): BoxRow[] {
  switch (action) {
    case "retry":
      return [];
    case "changeCount":
      // The conditions are listed below; a time range is the one most often missing.
      return fault.kind === "tooExpensive"
        ? [item("calendar", actionTitle("narrowTimeRange"), { kind: "ask", field: "started" })]
        : [];
    case "useEditorNetwork":
    case "useOwnNetwork":
      return [item("globe", actionTitle(action), { kind: "sendBy", action })];
    default:
      return [item("arrow-right", actionTitle(action), { kind: "action", action })];
  }
}

function item(icon: string, title: string, action: BoxRow["action"]): BoxRow {
  return { label: `$(${icon}) ${title}`, alwaysShow: true, action };
}

/** The issues of a rejected count by the part that can be changed: the index of a condition, the limit, or the storage. */
export function refusedConditions(conditions: CallConditions, issues: readonly RequestIssue[]) {
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
  const field = listFields.find((known) => filterNames[known] === first);
  const isRoots = first === filterNames.traceRootsOnly;
  if (member !== "filter" || (field === undefined && !isRoots)) return undefined;
  const value = place.reduce((whole: unknown, part) => memberOf(whole, String(part)), body);
  const index = conditions.findIndex((condition) => {
    if (condition.kind !== "list") return isRoots && condition.kind === "rootsOnly";
    return condition.field === field && (typeof value !== "string" || condition.values.includes(value));
  });
  return index < 0 ? undefined : index;
}

/** `place` is below `query.$expr`: the operands of all conditions in order, or the only operand itself. */
function conditionOfOperand([operator, operand]: PlacedIssue["place"], conditions: CallConditions["conditions"]) {
  const owners = conditions.flatMap((condition, index) => operandsOf(condition, 0).map(() => index));
  if (owners.length === 1) return owners[0];
  return operator === "$and" && typeof operand === "number" ? owners[operand] : undefined;
}
