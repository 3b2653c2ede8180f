import { shownValue } from "../async/loadState.ts";
import { callQueryOf, countedStorage, isExact } from "../counts/callConditions.ts";
import { callBody } from "../counts/callQuery.ts";
import type { ShownCount } from "../counts/watchedCounts.ts";
import type { ProjectId } from "../session/projectId.ts";
import { type Thread, threadFields, threadRecord } from "../threads/thread.ts";
import type { ExportTable } from "./exportText.ts";

const countFields = [
  "name",
  "project_id",
  "conditions",
  "request",
  "count",
  "exact",
  "total_storage_size_bytes",
  "counted_at",
] as const;

/**
 * Saved counts with their latest values; `wordsOf` returns the conditions as text. `request` is the body of `POST
 * /calls/query_stats` without the project, with times as of the count. A count without a value has no `count`; `exact`
 * is false if counting stopped, or may have stopped, at a limit. `now` is milliseconds since the epoch.
 */
export function countTable(
  project: ProjectId,
  wordsOf: (count: ShownCount) => string,
  now: number,
): ExportTable<ShownCount, (typeof countFields)[number]> {
  return {
    fields: countFields,
    recordOf: (shown) => {
      const { load } = shown;
      const { name, conditions } = shown.saved;
      const value = shownValue(load);
      const at = value !== null && "at" in load ? load.at : null;
      const { project: _, ...query } = callQueryOf(conditions, project, at ?? now);
      return {
        name,
        project_id: project,
        conditions: wordsOf(shown),
        request: callBody(query),
        count: value?.count ?? null,
        exact: value && isExact(value, conditions),
        total_storage_size_bytes: value && countedStorage(value, conditions),
        counted_at: at === null ? null : new Date(at).toISOString(),
      };
    },
  };
}

/** Threads as formatted by `threadRecord`. */
export const threadTable: ExportTable<Thread, (typeof threadFields)[number]> = {
  fields: threadFields,
  recordOf: threadRecord,
};
