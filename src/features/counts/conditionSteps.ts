import {
  type CallCondition,
  type CallConditions,
  changeCondition,
  type ListField,
} from "../../core/counts/callCondition.ts";
import { type ConditionField, fieldOf, fieldWords } from "../../core/counts/conditionField.ts";
import type { ProjectId } from "../../core/query/projectId.ts";
import type { Formats } from "../../core/text/format.ts";
import { mapped, type StepResult } from "../../vscode/ui/quickInput.ts";
import { askField, askLatency, askLimit, askStarted, askStatuses, askValues } from "./conditionInputs.ts";
import { askOps, type SuggestOps } from "./opInput.ts";

/** The input of the steps that define a condition. */
export interface ConditionSteps {
  readonly conditions: CallConditions;
  readonly project: ProjectId;
  readonly suggest: SuggestOps;
  readonly formats: Formats;
}

/** Asks for a field, then for its condition. */
export async function askAnyCondition(steps: ConditionSteps): Promise<StepResult<CallConditions>> {
  for (;;) {
    const field = await askField(steps.conditions, steps.formats);
    if (field.kind !== "accepted") return field;
    const changed = await askPart(field.value, steps);
    if (changed.kind !== "back") return changed;
  }
}

/** Asks for an option of the count, or for the condition on a field: a new one, or the one that there is. */
export async function askPart(
  part: ConditionField | "limit" | "storage",
  steps: ConditionSteps,
): Promise<StepResult<CallConditions>> {
  const { conditions } = steps;
  if (part === "storage") return { kind: "accepted", value: { ...conditions, includeStorageSize: true } };
  if (part === "limit") return mapped(await askLimit(conditions.limit), (limit) => ({ ...conditions, limit }));
  const index = conditions.conditions.findIndex((condition) => fieldOf(condition) === part);
  return askCondition(part, index === -1 ? null : index, steps);
}

/** Edits the condition at an index, which is on this field; null for a new one. */
export async function askCondition(
  field: ConditionField,
  index: number | null,
  steps: ConditionSteps,
): Promise<StepResult<CallConditions>> {
  const { conditions } = steps;
  const current = index === null ? undefined : conditions.conditions[index];
  const result = await askOn(field, current, steps);
  return mapped(result, (condition) => changeCondition(conditions, index, condition));
}

/** Asks for a condition on a field; null removes it. `current` is the one to edit; undefined for a new one. */
async function askOn(
  field: ConditionField,
  current: CallCondition | undefined,
  { project, suggest, formats }: ConditionSteps,
): Promise<StepResult<CallCondition | null>> {
  const [title] = fieldWords(field);
  const heading = { title, canGoBack: true };
  const values = current?.kind === "list" ? current.values : [];
  switch (field) {
    case "rootsOnly":
      return { kind: "accepted", value: current === undefined ? { kind: "rootsOnly" } : null };
    case "started":
      return askStarted(heading, formats, current?.kind === "started" ? current.range : undefined);
    case "status":
      return askStatuses(heading, current?.kind === "status" ? current.anyOf : []);
    case "latency":
      return askLatency(heading, current?.kind === "latency" ? current : null, formats);
    case "opNames":
      return listResult(field, await askOps(heading, values, project, suggest));
    default:
      return listResult(field, await askValues(heading, field, values, formats));
  }
}

function listResult(field: ListField, result: StepResult<readonly string[]>): StepResult<CallCondition | null> {
  return mapped(result, (values) => (values.length === 0 ? null : { kind: "list", field, values }));
}
