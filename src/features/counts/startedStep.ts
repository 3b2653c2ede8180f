import type { CallCondition } from "../../core/counts/callCondition.ts";
import type { TimeRange } from "../../core/input/timeRange.ts";
import type { Formats } from "../../core/text/format.ts";
import type { StepHeading, StepResult } from "../../vscode/ui/quickInput.ts";
import { askRange } from "../../vscode/ui/rangeStep.ts";

export interface StartedStep extends StepHeading {
  readonly current: TimeRange | null;
  readonly formats: Formats;
}

/** Asks for the start time of calls; all time removes the condition. */
export async function askStarted({ current, ...step }: StartedStep): Promise<StepResult<CallCondition | null>> {
  const result = await askRange({ ...step, current: current ?? { kind: "preset", preset: "all" }, now: Date.now });
  if (result.kind !== "accepted") return result;
  const { value: range } = result;
  const isAllTime = range.kind === "preset" && range.preset === "all";
  return { kind: "accepted", value: isAllTime ? null : { kind: "started", range } };
}
