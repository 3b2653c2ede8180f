import { formatIds, parseIds } from "../../core/input/idList.ts";
import { idsProblemText, listText } from "../../core/input/problemText.ts";
import { askText, mapped, type StepHeading, type StepResult } from "./quickInput.ts";

export interface IdListStep extends StepHeading {
  readonly prompt: string;
  readonly placeholder: string;
  readonly current: readonly string[];
  /** `3 IDs` */
  readonly countText: (count: number) => string;
  /** Why an empty list is not valid; undefined if it is. */
  readonly emptyProblem?: string | undefined;
}

/** Asks for a list of IDs or other values in any common form, showing how many were read. */
export async function askIdList(step: IdListStep): Promise<StepResult<readonly string[]>> {
  const { current, countText, emptyProblem, ...shown } = step;
  const result = await askText({
    ...shown,
    value: formatIds(current),
    validate: (text) => {
      const read = parseIds(text);
      if ("problem" in read) return idsProblemText(read);
      return read.ids.length === 0 ? emptyProblem : undefined;
    },
    echo: (text) => {
      const read = parseIds(text);
      return "problem" in read ? undefined : listText(read, countText);
    },
  });
  return mapped(result, (text) => {
    const read = parseIds(text);
    if ("problem" in read) throw new Error("The list was not checked.");
    return read.ids;
  });
}
