import type { TimeBounds } from "../input/timeRange.ts";
import type { ProjectId } from "../session/projectId.ts";
import { stableSort, type ThreadQuery } from "./threadQuery.ts";
import type { ThreadSelection } from "./threadSelection.ts";

export interface SelectionPart {
  /** The resolved time range of the selection. */
  readonly bounds: TimeBounds;
  /** Null for no limit. */
  readonly limit: number | null;
  readonly offset: number;
}

/** The query for a part of a selection. */
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
