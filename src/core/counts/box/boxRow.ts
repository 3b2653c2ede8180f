import * as l10n from "@vscode/l10n";
import { statusWords } from "../../calls/statusWords.ts";
import type { FailureAction } from "../../failures/action.ts";
import { parseLatency } from "../../input/latencyRange.ts";
import { callStatuses } from "../../query/call.ts";
import type { ProjectId } from "../../query/projectId.ts";
import type { Formats } from "../../text/format.ts";
import type { PickRow } from "../../text/rows.ts";
import { labelText, visibleText } from "../../text/visibleText.ts";
import { allCalls, type CallCondition, type CallConditions } from "../callCondition.ts";
import type { ConditionField } from "../conditionField.ts";
import { conditionsText } from "../conditionText.ts";
import { presets } from "../countName.ts";
import { formsOf } from "../opRows.ts";
import type { SavedCount } from "../savedCount.ts";

export type BoxAction =
  | { readonly kind: "count"; readonly conditions: CallConditions; readonly saved?: SavedCount }
  /** Asks for the value of a condition, then counts. */
  | { readonly kind: "ask"; readonly field: ConditionField }
  | { readonly kind: "edit"; readonly index: number }
  /** Closes the box. */
  | { readonly kind: "action"; readonly action: FailureAction }
  /** Counts again with another HTTP client. */
  | { readonly kind: "sendBy"; readonly action: "useEditorNetwork" | "useOwnNetwork" }
  | { readonly kind: "addCondition" | "limit" | "storage" | "recount" | "save" | "saveChanges" | "nothing" }
  /** Closes the box. */
  | { readonly kind: "showCalls" };

export interface BoxRow extends PickRow {
  /** A heading, which cannot be selected. */
  readonly isHeading?: boolean;
  /** Has a button that removes its condition or limit. */
  readonly canRemove?: boolean;
  readonly action: BoxAction;
}

/** The first page: what a typed text leads to, presets, recent and saved counts. */
export function startRows(
  recent: readonly CallConditions[],
  saved: readonly SavedCount[],
  formats: Formats,
  typed: readonly CallCondition[] = [],
): readonly BoxRow[] {
  const row = (conditions: CallConditions): BoxRow => {
    return { label: labelText(conditionsText(conditions, formats)), action: { kind: "count", conditions } };
  };
  return [
    ...typed.map((condition) => ({ ...row({ ...allCalls, conditions: [condition] }), alwaysShow: true })),
    ...[...presets()].map(([label, conditions]): BoxRow => ({ label, action: { kind: "count", conditions } })),
    { label: l10n.t("Calls to an Op…"), action: { kind: "ask", field: "opNames" } },
    { label: l10n.t("Calls in a Thread…"), action: { kind: "ask", field: "threadIds" } },
    { label: l10n.t("Calls by a User…"), action: { kind: "ask", field: "userIds" } },
    { label: l10n.t("Calls in a Run…"), action: { kind: "ask", field: "runIds" } },
    {
      label: `$(add) ${l10n.t("Add Condition…")}`,
      description: l10n.t("op, thread, turn, trace, user, run, refs, time, status, latency"),
      action: { kind: "addCondition" },
    },
    ...section(l10n.t("Recent"), recent.map(row)),
    ...section(
      l10n.t("Saved"),
      saved.map((count) => ({
        label: labelText(visibleText(count.name)),
        description: labelText(conditionsText(count.conditions, formats)),
        action: { kind: "count", conditions: count.conditions, saved: count },
      })),
    ),
  ];
}

/** The prompt above the rows of the first or the second page. */
export function countBoxPlaceholder(page: "start" | "result"): string {
  return page === "start" ? l10n.t("Select calls to count") : l10n.t("Select an action or a condition to edit");
}

/** Rows with a heading; empty if there are no rows. */
export function section(heading: string, items: readonly BoxRow[]): readonly BoxRow[] {
  if (items.length === 0) return [];
  return [{ label: heading, isHeading: true, action: { kind: "nothing" } }, ...items];
}

/** The conditions that have a typed text as their value, most specific first: a status, a latency (a number is in seconds), an op, a user. */
export function typedConditions(text: string, project: ProjectId): readonly CallCondition[] {
  const typed = text.trim().toLowerCase();
  if (typed === "") return [];
  const latency = parseLatency(/^[\d.,]+$/.test(typed) ? `${typed}s` : typed);
  const statuses = callStatuses.filter((status) => statusWords(status).word.toLowerCase().startsWith(typed));
  const [value, ...others] = text.trim().split(/[\s,]+/);
  const isOne = value !== undefined && others.length === 0;
  const ops = isOne ? formsOf(value, project).get("refs") : undefined;
  return [
    ...statuses.map((status) => ({ kind: "status", anyOf: [status] }) as const),
    ...(typeof latency === "string" ? [] : [{ kind: "latency", ...latency } as const]),
    ...(ops === undefined ? [] : [{ kind: "list", field: "opNames", values: [...ops] } as const]),
    ...(isOne ? [{ kind: "list", field: "userIds", values: [value] } as const] : []),
  ];
}
