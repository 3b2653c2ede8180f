import * as l10n from "@vscode/l10n";
import { type QuickPickItem, window } from "vscode";
import { statusWords } from "../../core/calls/statusWords.ts";
import type { CallCondition, CallConditions, ListField } from "../../core/counts/callCondition.ts";
import { type ConditionField, conditionFields, fieldName, fieldWords } from "../../core/counts/conditionField.ts";
import { fieldRow, latencyText } from "../../core/counts/conditionText.ts";
import { shortName } from "../../core/counts/countName.ts";
import { formatLatency, type LatencyRange, parseLatency } from "../../core/input/latencyRange.ts";
import {
  countNameNoteText,
  countNameProblemText,
  latencyProblemText,
  limitProblemText,
  noValuesProblemText,
  valuesText,
} from "../../core/input/problemText.ts";
import type { TimeRange } from "../../core/input/timeRange.ts";
import { type CallStatus, callStatuses } from "../../core/query/call.ts";
import type { Formats } from "../../core/text/format.ts";
import { askIdList } from "../../vscode/ui/idListStep.ts";
import {
  askPick,
  askRead,
  askText,
  mapped,
  place,
  type StepHeading,
  type StepResult,
  settle,
} from "../../vscode/ui/quickInput.ts";
import { askRange } from "../../vscode/ui/rangeStep.ts";

/** Asks for a latency range; an empty input removes the condition. */
export async function askLatency(
  heading: StepHeading,
  current: LatencyRange | null,
  formats: Formats,
): Promise<StepResult<CallCondition | null>> {
  const result = await askRead({
    ...heading,
    prompt: l10n.t("Call latency in ms, s, m or h. Unfinished calls are not counted."),
    placeholder: l10n.t("> 2s, <= 500ms, 500ms..3s"),
    value: current === null ? "" : formatLatency(current),
    read: (text) => {
      const range = parseLatency(text);
      if (range === "empty" && current !== null) return null;
      return typeof range === "string" ? latencyProblemText(range) : range;
    },
    echo: (range) => (range === null ? undefined : latencyText(range, formats)),
  });
  return mapped(result, (range) => range && { kind: "latency", ...range });
}

/** Asks for the field of a condition, or for an option of the count; fields with a condition show it. */
export async function askField(
  conditions: CallConditions,
  formats: Formats,
): Promise<StepResult<ConditionField | "limit" | "storage">> {
  const items = [
    ...conditionFields.map((field) => ({ field, ...fieldRow(field, conditions, formats) })),
    { field: "limit", label: l10n.t("Limit"), description: l10n.t("Maximum number of calls to count") } as const,
    { field: "storage", label: l10n.t("Include Storage Size") } as const,
  ];
  const result = await askPick({
    title: l10n.t("Add Condition"),
    canGoBack: true,
    placeholder: l10n.t("Add a condition"),
    items,
  });
  return mapped(result, ({ field }) => field);
}

/** Asks for the limit; null for none. */
export async function askLimit(current: number | null): Promise<StepResult<number | null>> {
  const result = await askText({
    title: l10n.t("Limit"),
    canGoBack: true,
    prompt: l10n.t("Maximum number of calls to count. A limit saves time in large projects. Leave empty for no limit."),
    placeholder: l10n.t("No limit"),
    value: current === null ? "" : String(current),
    validate: limitProblemText,
    echo: () => undefined,
  });
  return mapped(result, (text) => (text.trim() === "" ? null : Number(text)));
}

/** Asks for the name of a count to save; `names` are the existing names. */
export async function askName(
  proposed: string,
  names: readonly string[],
  heading: Pick<StepHeading, "canGoBack">,
): Promise<StepResult<string>> {
  const result = await askText({
    title: l10n.t("Save Count"),
    ...heading,
    prompt: l10n.t("Name of the saved count. Its conditions are saved, and it is recounted each time."),
    value: shortName(proposed),
    validate: countNameProblemText,
    echo: (name) => countNameNoteText(name, names),
  });
  return mapped(result, (name) => name.trim());
}

/** Asks for the start time of calls; all time removes the condition. */
export async function askStarted(
  heading: StepHeading,
  formats: Formats,
  current: TimeRange = { kind: "preset", preset: "all" },
): Promise<StepResult<CallCondition | null>> {
  const result = await askRange({ ...heading, current, formats, now: Date.now });
  return mapped(result, (range) =>
    range.kind === "preset" && range.preset === "all" ? null : { kind: "started", range },
  );
}

interface StatusItem extends QuickPickItem {
  readonly status: CallStatus;
}

/** Asks for the statuses of a call; null if none is selected. */
export function askStatuses(
  heading: StepHeading,
  current: readonly CallStatus[],
): Promise<StepResult<CallCondition | null>> {
  const pick = window.createQuickPick<StatusItem>();
  place(pick, heading);
  pick.placeholder = l10n.t("Select one or more");
  pick.canSelectMany = true;
  pick.items = callStatuses.map((status) => {
    const { word, hint } = statusWords(status);
    return { status, label: word, description: hint };
  });
  pick.selectedItems = pick.items.filter(({ status }) => current.includes(status));
  return settle(pick, (finish) => [
    pick.onDidAccept(() => {
      const ticked = new Set(pick.selectedItems.map(({ status }) => status));
      const anyOf = callStatuses.filter((status) => ticked.has(status));
      finish(anyOf.length === 0 ? null : { kind: "status", anyOf });
    }),
  ]);
}

/** Asks for the values of a field; an empty input removes existing values. */
export async function askValues(
  heading: StepHeading,
  field: ListField,
  current: readonly string[],
  formats: Formats,
): Promise<StepResult<readonly string[]>> {
  const [, hint] = fieldWords(field);
  return askIdList({
    ...heading,
    current,
    prompt: l10n.t("{0}. Enter one or more, separated by commas, spaces or new lines, or a JSON array.", hint),
    placeholder: fieldName(field),
    countText: (count) => valuesText(count, formats),
    emptyProblem: noValuesProblemText(current),
  });
}
