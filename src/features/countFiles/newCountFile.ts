import type { CallConditions } from "../../core/counts/callCondition.ts";
import { callQueryOf } from "../../core/counts/callConditions.ts";
import { callBody } from "../../core/counts/callQuery.ts";

/** Errors of today: short, with every part of a count file. */
const example: CallConditions = {
  conditions: [
    { kind: "started", range: { kind: "custom", text: "today" } },
    { kind: "status", anyOf: ["error"] },
  ],
  limit: null,
  includeStorageSize: false,
  expandColumns: [],
};

/**
 * The content of a new count file: the given conditions, or an example. Without a project, to use the one of the
 * window. `now`, in milliseconds since the epoch, is the base of relative times.
 */
export function newCountFileBody(conditions: CallConditions | undefined, now: number): object {
  if (conditions !== undefined) return bodyOf(conditions, now);
  return { filter: { trace_roots_only: false }, ...bodyOf(example, now), include_total_storage_size: false };
}

function bodyOf(conditions: CallConditions, now: number): object {
  const { project, ...query } = callQueryOf(conditions, "entity/project", now);
  return callBody(query);
}
