import * as l10n from "@vscode/l10n";
import { filterNames } from "./callBody.ts";
import { type CallCondition, type CallStatus, listFields } from "./callCondition.ts";

/** What a condition can be about. */
export const conditionFields = [...listFields, "rootsOnly", "started", "status", "latency"] as const;

export type ConditionField = (typeof conditionFields)[number];

/** Null for an expression, which is about anything. */
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
      return l10n.t("Started Within");
    case "status":
      return l10n.t("Status");
    case "latency":
      return l10n.t("Latency");
  }
}

/** What the field is about, in a few words. */
export function fieldHint(field: ConditionField): string {
  switch (field) {
    case "opNames":
      return l10n.t("name or ref of the function that was called");
    case "inputRefs":
      return l10n.t("ref of an object among the inputs");
    case "outputRefs":
      return l10n.t("ref of an object in the output");
    case "parentIds":
      return l10n.t("id of the call that made it");
    case "traceIds":
      return l10n.t("id of the trace it is part of");
    case "callIds":
      return l10n.t("id of the call itself");
    case "threadIds":
      return l10n.t("id of the thread, calls below its turns included");
    case "turnIds":
      return l10n.t("id of the turn, calls below it included");
    case "userIds":
      return l10n.t("id that the service has for a user, not a name");
    case "runIds":
      return l10n.t("id of a run in this project, or entity/project/run");
    case "rootsOnly":
      return l10n.t("calls without a parent");
    case "started":
      return l10n.t("when the call began");
    case "status":
      return l10n.t("success, error, running, or an error below it");
    case "latency":
      return l10n.t("how long the call took, such as > 2s");
  }
}

/** What the service calls the field, for those who know it by that name. */
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
      return l10n.t("it and all below it ended well");
    case "error":
      return l10n.t("it failed itself");
    case "running":
      return l10n.t("it has not finished, or never will");
    case "descendant_error":
      return l10n.t("it ended well, but a call below it failed");
  }
}
