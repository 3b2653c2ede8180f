import { callBody } from "../../core/counts/callBody.ts";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import { callQueryOf, readConditions } from "../../core/counts/callConditions.ts";

/** Errors of today: short, and with something in every part that a count file has. */
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
 * What a new count file holds: the conditions that were given, or an example. No project, so that the window's is
 * meant. `now` is what relative times count from, in milliseconds since the epoch.
 */
export function newCountFileBody(given: unknown, now: number): object {
  const conditions = readConditions(given);
  if (conditions !== undefined) return bodyOf(conditions, now);
  return { filter: { trace_roots_only: false }, ...bodyOf(example, now), include_total_storage_size: false };
}

function bodyOf(conditions: CallConditions, now: number): object {
  const { project, ...query } = callQueryOf(conditions, "entity/project", now);
  return callBody(query);
}
