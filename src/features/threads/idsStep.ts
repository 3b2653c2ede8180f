import { l10n } from "vscode";
import { formatIds, type IdList, parseIds } from "../../core/input/idList.ts";
import { askText, type StepHeading, type StepResult } from "../../host/quickInput.ts";
import { idsProblemText } from "../../host/rangeText.ts";

export interface IdsStep extends StepHeading {
  readonly current: readonly string[];
}

/** Asks for thread ids, as many as one pastes; none means all threads. */
export async function askIds({ current, ...heading }: IdsStep): Promise<StepResult<readonly string[]>> {
  const result = await askText({
    ...heading,
    prompt: l10n.t(
      "Thread ids, parted by commas, blanks or lines, or as a JSON array. Leave it empty for all threads.",
    ),
    placeholder: l10n.t("All threads"),
    value: formatIds(current),
    validate: (text) => {
      const read = parseIds(text);
      return "problem" in read ? idsProblemText(read) : undefined;
    },
    echo: (text) => {
      const read = parseIds(text);
      return "problem" in read ? undefined : listText(read);
    },
  });
  if (result.kind !== "accepted") return result;
  const read = parseIds(result.value);
  if ("problem" in read) throw new Error("The ids were not checked.");
  return { kind: "accepted", value: read.ids };
}

function listText({ ids, repeated }: IdList): string | undefined {
  if (ids.length === 0) return undefined;
  const count = idCountText(ids.length);
  return repeated === 0 ? count : l10n.t("{0}, {1} repeated", count, repeated);
}

/** `12 ids` */
export function idCountText(count: number): string {
  return count === 1 ? l10n.t("1 id") : l10n.t("{0} ids", count);
}
