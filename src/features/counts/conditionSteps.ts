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

/** Asks for a condition on a field as below, or for an option of the count. */
export async function askPart(
  part: ConditionField | "limit" | "storage",
  steps: ConditionSteps,
): Promise<StepResult<CallConditions>> {
  const { conditions } = steps;
  if (part === "storage") return { kind: "accepted", value: { ...conditions, includeStorageSize: true } };
  if (part !== "limit") return askConditionOn(part, steps);
  return mapped(await askLimit(conditions.limit), (limit) => ({ ...conditions, limit }));
}

/** Asks for a condition on a field, or edits the existing one. */
export async function askConditionOn(
  field: ConditionField,
  steps: ConditionSteps,
): Promise<StepResult<CallConditions>> {
  const index = steps.conditions.conditions.findIndex((condition) => fieldOf(condition) === field);
  return index === -1 ? askAndChange(field, null, steps) : askConditionAt(index, steps);
}

/** Edits the condition at an index. Expressions are not changed. */
export async function askConditionAt(index: number, steps: ConditionSteps): Promise<StepResult<CallConditions>> {
  const condition = steps.conditions.conditions[index];
  const field = condition === undefined ? null : fieldOf(condition);
  return field === null ? { kind: "back" } : askAndChange(field, index, steps);
}

async function askAndChange(
  field: ConditionField,
  index: number | null,
  steps: ConditionSteps,
): Promise<StepResult<CallConditions>> {
  const { conditions } = steps;
  const current = index === null ? undefined : conditions.conditions[index];
  const result = await askCondition(field, current, steps);
  return mapped(result, (condition) => changeCondition(conditions, index, condition));
}

/** Asks for a condition on a field; null removes it. `current` is the one to edit; undefined for a new one. */
async function askCondition(
  field: ConditionField,
  current: CallCondition | undefined,
  { project, suggest, formats }: ConditionSteps,
): Promise<StepResult<CallCondition | null>> {
  const [title] = fieldWords(field);
  const heading = { title, canGoBack: true };
  switch (field) {
    case "rootsOnly":
      return { kind: "accepted", value: current === undefined ? { kind: "rootsOnly" } : null };
    case "started":
      return askStarted({ ...heading, current: current?.kind === "started" ? current.range : null, formats });
    case "status":
      return askStatuses({ ...heading, current: current?.kind === "status" ? current.anyOf : [] });
    case "latency":
      return askLatency({ ...heading, current: current?.kind === "latency" ? current : null, formats });
    case "opNames":
      return listResult(field, await askOps({ ...heading, current: valuesOf(current), project, suggest }));
    default:
      return listResult(field, await askValues({ ...heading, field, current: valuesOf(current), formats }));
  }
}

function valuesOf(condition: CallCondition | undefined): readonly string[] {
  return condition?.kind === "list" ? condition.values : [];
}

function listResult(field: ListField, result: StepResult<readonly string[]>): StepResult<CallCondition | null> {
  return mapped(result, (values) => (values.length === 0 ? null : { kind: "list", field, values }));
}
