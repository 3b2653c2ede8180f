import * as l10n from "@vscode/l10n";
import { filterNames } from "./callBody.ts";
import { type CallCondition, type CallStatus, listFields } from "./callCondition.ts";

/** The fields that a condition can be about. */
export const conditionFields = [...listFields, "rootsOnly", "started", "status", "latency"] as const;

export type ConditionField = (typeof conditionFields)[number];

/** Null for an expression. */
export function fieldOf(condition: CallCondition): ConditionField | null {
  if (condition.kind === "expression") return null;
  return condition.kind === "list" ? condition.field : condition.kind;
}

export function fieldTitle(field: ConditionField): string {
  switch (field) {
    case "opNames":
      return l10n.t("Op");
    case "inputRefs":
      return l10n.t("Input Ref");
    case "outputRefs":
      return l10n.t("Output Ref");
    case "parentIds":
      return l10n.t("Parent Call");
    case "traceIds":
      return l10n.t("Trace");
    case "callIds":
      return l10n.t("Call");
    case "threadIds":
      return l10n.t("Thread");
    case "turnIds":
      return l10n.t("Turn");
    case "userIds":
      return l10n.t("User");
    case "runIds":
      return l10n.t("Run");
    case "rootsOnly":
      return l10n.t("Trace Roots Only");
    case "started":
      return l10n.t("Start Time");
    case "status":
      return l10n.t("Status");
    case "latency":
      return l10n.t("Latency");
  }
}

/** Short description of the field. */
export function fieldHint(field: ConditionField): string {
  switch (field) {
    case "opNames":
      return l10n.t("Op name or ref");
    case "inputRefs":
      return l10n.t("Ref of an object in the inputs");
    case "outputRefs":
      return l10n.t("Ref of an object in the output");
    case "parentIds":
      return l10n.t("Parent call ID");
    case "traceIds":
      return l10n.t("Trace ID");
    case "callIds":
      return l10n.t("Call ID");
    case "threadIds":
      return l10n.t("Thread ID; includes calls inside its turns");
    case "turnIds":
      return l10n.t("Turn ID; includes calls inside the turn");
    case "userIds":
      return l10n.t("User ID, not a user name");
    case "runIds":
      return l10n.t("Run ID in this project, or entity/project/run");
    case "rootsOnly":
      return l10n.t("Calls without a parent");
    case "started":
      return l10n.t("When the call started");
    case "status":
      return l10n.t("Success, error, running or failed call inside");
    case "latency":
      return l10n.t("Call duration, such as > 2s");
  }
}

/** The name of the field in requests. */
export function fieldName(field: ConditionField): string {
  switch (field) {
    case "rootsOnly":
      return filterNames.traceRootsOnly;
    case "started":
      return "started_at";
    case "status":
      return "summary.weave.status";
    case "latency":
      return "summary.weave.latency_ms";
    default:
      return filterNames[field];
  }
}

export function statusHint(status: CallStatus): string {
  switch (status) {
    case "success":
      return l10n.t("The call and all calls inside succeeded");
    case "error":
      return l10n.t("The call failed");
    case "running":
      return l10n.t("The call has no end time");
    case "descendant_error":
      return l10n.t("The call succeeded, but a call inside it failed");
  }
}
