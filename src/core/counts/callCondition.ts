import type { TimeRange } from "../input/timeRange.ts";
import type { CallFilter } from "./callQuery.ts";
import type { Query } from "./expression.ts";

/** The fields of `CallFilter` that are lists. */
export const listFields = [
  "opNames",
  "inputRefs",
  "outputRefs",
  "parentIds",
  "traceIds",
  "callIds",
  "threadIds",
  "turnIds",
  "userIds",
  "runIds",
] as const satisfies readonly (keyof CallFilter)[];

export type ListField = (typeof listFields)[number];

/** The values of `summary.weave.status`. */
export const callStatuses = ["success", "error", "running", "descendant_error"] as const;

export type CallStatus = (typeof callStatuses)[number];

export type CallCondition =
  | { readonly kind: "list"; readonly field: ListField; readonly values: readonly string[] }
  | { readonly kind: "rootsOnly" }
  | { readonly kind: "started"; readonly range: TimeRange }
  | { readonly kind: "status"; readonly anyOf: readonly CallStatus[] }
  /** Milliseconds, both inclusive. Unfinished calls have no latency and never match. */
  | { readonly kind: "latency"; readonly atLeast: number | null; readonly atMost: number | null }
  /** Any other expression, from a count file. */
  | { readonly kind: "expression"; readonly query: Query };

/** What to count: the calls that match every condition. */
export interface CallConditions {
  readonly conditions: readonly CallCondition[];
  /** Maximum number of calls to count; null for no limit. */
  readonly limit: number | null;
  readonly includeStorageSize: boolean;
  /** Dotted paths, `inputs.<name>`, of refs that are expanded for filtering. */
  readonly expandColumns: readonly string[];
}

export const allCalls: CallConditions = {
  conditions: [],
  limit: null,
  includeStorageSize: false,
  expandColumns: [],
};

export function callsOfThread(id: string): CallConditions {
  return { ...allCalls, conditions: [{ kind: "list", field: "threadIds", values: [id] }] };
}
