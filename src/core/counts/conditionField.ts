import * as l10n from "@vscode/l10n";
import { filterNames } from "../query/callQuery.ts";
import { type CallCondition, listFields } from "./callCondition.ts";

/** The fields that a condition can be about. */
export const conditionFields = [...listFields, "rootsOnly", "started", "status", "latency"] as const;

export type ConditionField = (typeof conditionFields)[number];

/** Null for an expression. */
export function fieldOf(condition: CallCondition): ConditionField | null {
  if (condition.kind === "expression") return null;
  return condition.kind === "list" ? condition.field : condition.kind;
}

/** The name of the field, and a short description. */
export function fieldWords(field: ConditionField): readonly [title: string, hint: string] {
  const words: Readonly<Record<ConditionField, readonly [title: string, hint: string]>> = {
    opNames: [l10n.t("Op"), l10n.t("Op name or ref")],
    inputRefs: [l10n.t("Input Ref"), l10n.t("Ref of an object in the inputs")],
    outputRefs: [l10n.t("Output Ref"), l10n.t("Ref of an object in the output")],
    parentIds: [l10n.t("Parent Call"), l10n.t("Parent call ID")],
    traceIds: [l10n.t("Trace"), l10n.t("Trace ID")],
    callIds: [l10n.t("Call"), l10n.t("Call ID")],
    threadIds: [l10n.t("Thread"), l10n.t("Thread ID; includes calls inside its turns")],
    turnIds: [l10n.t("Turn"), l10n.t("Turn ID; includes calls inside the turn")],
    userIds: [l10n.t("User"), l10n.t("User ID, not a user name")],
    runIds: [l10n.t("Run"), l10n.t("Run ID in this project, or entity/project/run")],
    rootsOnly: [l10n.t("Trace Roots Only"), l10n.t("Calls without a parent")],
    started: [l10n.t("Start Time"), l10n.t("When the call started")],
    status: [l10n.t("Status"), l10n.t("Success, error, running or failed call inside")],
    latency: [l10n.t("Latency"), l10n.t("Call duration, such as > 2s")],
  };
  return words[field];
}

/** The name of the field in requests. */
export function fieldName(field: ConditionField): string {
  const others = { started: "started_at", status: "summary.weave.status", latency: "summary.weave.latency_ms" };
  const names = { ...filterNames, ...others, rootsOnly: filterNames.traceRootsOnly };
  return names[field];
}
