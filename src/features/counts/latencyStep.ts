import * as l10n from "@vscode/l10n";
import type { CallCondition } from "../../core/counts/callCondition.ts";
import { latencyText } from "../../core/counts/conditionText.ts";
import { formatLatency, type LatencyRange, parseLatency } from "../../core/input/latencyRange.ts";
import { latencyProblemText } from "../../core/input/problemText.ts";
import type { Formats } from "../../core/text/format.ts";
import { askText, type StepHeading, type StepResult } from "../../vscode/ui/quickInput.ts";

export interface LatencyStep extends StepHeading {
  readonly current: LatencyRange | null;
  readonly formats: Formats;
}

/** Asks for a latency range; an empty input removes the condition. */
export async function askLatency({
  current,
  formats,
  ...heading
}: LatencyStep): Promise<StepResult<CallCondition | null>> {
  const result = await askText({
    ...heading,
    prompt: l10n.t("Call latency in ms, s, m or h. Unfinished calls are not counted."),
    placeholder: l10n.t("> 2s, < 500ms, 500ms..3s"),
    value: current === null ? "" : formatLatency(current),
    validate: (text) => {
      const read = parseLatency(text);
      if (typeof read !== "string" || (read === "empty" && current !== null)) return undefined;
      return latencyProblemText(read);
    },
    echo: (text) => {
      const read = parseLatency(text);
      return typeof read === "string" ? undefined : latencyText(read, formats);
    },
  });
  if (result.kind !== "accepted") return result;
  const read = parseLatency(result.value);
  return { kind: "accepted", value: typeof read === "string" ? null : { kind: "latency", ...read } };
}
