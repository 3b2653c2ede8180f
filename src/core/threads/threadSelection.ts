import { formatFilter, type ThreadFilter, unfiltered } from "./threadFilter.ts";
import { defaultSort, formatSort, type SortKey } from "./threadQuery.ts";

/** Which threads to show, and in which order. */
export interface ThreadSelection {
  /** Most significant key first. */
  readonly sort: readonly SortKey[];
  readonly filter: ThreadFilter;
}

export const everyThread: ThreadSelection = { sort: defaultSort, filter: unfiltered };

export function isSameSelection(a: ThreadSelection, b: ThreadSelection): boolean {
  const text = ({ sort, filter }: ThreadSelection) => JSON.stringify([formatSort(sort), formatFilter(filter)]);
  return text(a) === text(b);
}
