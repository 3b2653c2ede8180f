import * as z from "../../zod.ts";
import { readRange, type TimeRange } from "../input/timeRange.ts";
import type { CallFilter } from "./callQuery.ts";
import { type DeepReadonly, query } from "./expression.ts";
import { withoutNumberCasts } from "./queryAdvice.ts";

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

const storedRange = z.pipe(
  z.object({ kind: z.string(), preset: z.optional(z.string()), text: z.optional(z.string()) }),
  z.transform((stored, { issues }): TimeRange => {
    const range = readRange(stored.preset ?? stored.text);
    if (range?.kind === stored.kind) return range;
    issues.push({ code: "custom", input: stored });
    return z.NEVER;
  }),
);

/** Earlier versions stored casts that the service rejects. */
const storedQuery = z.pipe(
  query,
  z.transform((read: z.infer<typeof query>) => withoutNumberCasts(read)),
);

const bound = z.nullable(z.number());

const callCondition = z.union([
  z.object({
    kind: z.enum(["list"]),
    field: z.enum(listFields),
    values: z.array(z.string()).check(z.minLength(1)),
  }),
  z.object({ kind: z.enum(["rootsOnly"]) }),
  z.object({ kind: z.enum(["started"]), range: storedRange }),
  z.object({ kind: z.enum(["status"]), anyOf: z.array(z.enum(callStatuses)).check(z.minLength(1)) }),
  /** Milliseconds, both inclusive. Unfinished calls have no latency and never match. */
  z
    .object({ kind: z.enum(["latency"]), atLeast: bound, atMost: bound })
    .check(z.refine(({ atLeast, atMost }) => atLeast !== null || atMost !== null)),
  /** Any other expression, from a count file. */
  z.object({ kind: z.enum(["expression"]), query: storedQuery }),
]);

export type CallCondition = DeepReadonly<z.infer<typeof callCondition>>;

/** What to count: the calls that match every condition. An unknown condition is not dropped: more calls would match. */
export const callConditions = z.object({
  conditions: z.array(callCondition),
  /** Maximum number of calls to count; null for no limit. */
  limit: z.nullable(z.int().check(z.minimum(1))),
  includeStorageSize: z.boolean(),
  /** Dotted paths, `inputs.<name>`, of refs that are expanded for filtering. */
  expandColumns: z.array(z.string()),
});

export type CallConditions = DeepReadonly<z.infer<typeof callConditions>>;

/** Parses conditions stored in a memento; undefined if they are not complete. */
export function readConditions(stored: unknown): CallConditions | undefined {
  return callConditions.safeParse(stored).data;
}

export const allCalls: CallConditions = { conditions: [], limit: null, includeStorageSize: false, expandColumns: [] };

export function callsOfThread(id: string): CallConditions {
  return { ...allCalls, conditions: [{ kind: "list", field: "threadIds", values: [id] }] };
}

/** Compares stored values structurally. */
export function sameConditions(a: CallConditions, b: CallConditions): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Replaces the condition at `index`, or appends one if `index` is null. Without a new condition, removes the old one.
 */
export function changeCondition(
  conditions: CallConditions,
  index: number | null,
  condition: CallCondition | null,
): CallConditions {
  const changed = [...conditions.conditions];
  changed.splice(index ?? changed.length, 1, ...(condition === null ? [] : [condition]));
  return { ...conditions, conditions: changed };
}
