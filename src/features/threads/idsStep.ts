import * as l10n from "@vscode/l10n";
import type { Formats } from "../../core/text/format.ts";
import { idCountText } from "../../core/threads/filterText.ts";
import { askIdList } from "../../vscode/ui/idListStep.ts";
import type { StepHeading, StepResult } from "../../vscode/ui/quickInput.ts";

export interface IdsStep extends StepHeading {
  readonly current: readonly string[];
  readonly formats: Formats;
}

/** Asks for any number of thread IDs; none means all threads. */
export async function askIds({ formats, ...step }: IdsStep): Promise<StepResult<readonly string[]>> {
  return askIdList({
    ...step,
    prompt: l10n.t(
      "Thread IDs, separated by commas, spaces or new lines, or a JSON array. Leave empty for all threads.",
    ),
    placeholder: l10n.t("All threads"),
    countText: (count) => idCountText(count, formats),
  });
}
