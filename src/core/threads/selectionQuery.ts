import type { TimeBounds } from "../input/timeRange.ts";
import type { ProjectId } from "../session/projectId.ts";
import { stableSort, type ThreadQuery } from "./threadQuery.ts";
import type { ThreadSelection } from "./threadSelection.ts";

export interface SelectionPart {
  /** What the selection's range of time comes to. */
  readonly bounds: TimeBounds;
  /** Null for all there are. */
  readonly limit: number | null;
  readonly offset: number;
}

/** What to ask for a part of a selection. */
export function selectionQuery(
  project: ProjectId,
  { sort, filter }: ThreadSelection,
  { bounds, limit, offset }: SelectionPart,
): ThreadQuery {
  return {
    project,
    ...bounds,
    threadIds: filter.threadIds,
    sort: stableSort(sort),
    ...(limit === null ? {} : { limit }),
    ...(offset === 0 ? {} : { offset }),
  };
}
