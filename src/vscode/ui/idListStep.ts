import { formatIds, parseIds } from "../../core/input/idList.ts";
import { idsProblemText, listText } from "../../core/input/problemText.ts";
import { askRead, mapped, type StepHeading, type StepResult } from "./quickInput.ts";

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
  const result = await askRead({
    ...shown,
    value: formatIds(current),
    read: (text) => {
      const list = parseIds(text);
      if ("problem" in list) return idsProblemText(list);
      return list.ids.length === 0 && emptyProblem !== undefined ? emptyProblem : list;
    },
    echo: (list) => listText(list, countText),
  });
  return mapped(result, ({ ids }) => ids);
}
