import * as z from "../../zod.ts";
import { readRange, type TimeRange } from "../input/timeRange.ts";
import { callStatuses } from "../query/call.ts";
import { query } from "../query/expression.ts";
import { type CallConditions, listFields } from "./callCondition.ts";
import { withoutNumberCasts } from "./queryAdvice.ts";
import { noCounts, type SeenCounts, type StoredCounts } from "./savedCount.ts";

// The schemas of stored counts, apart from their types: zod is loaded with the first project, not at activation.

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

export const callCondition = z.union([
  z.object({
    kind: z.enum(["list"]),
    field: z.enum(listFields),
    values: z.array(z.string()).check(z.minLength(1)),
  }),
  z.object({ kind: z.enum(["rootsOnly"]) }),
  z.object({ kind: z.enum(["started"]), range: storedRange }),
  z.object({ kind: z.enum(["status"]), anyOf: z.array(z.enum(callStatuses)).check(z.minLength(1)) }),
  /** A `LatencyRange`. Unfinished calls have no latency and never match. */
  z
    .object({ kind: z.enum(["latency"]), atLeast: bound, atMost: bound, exclusive: z.optional(z.literal(true)) })
    .check(
      z.refine(({ atLeast, atMost, exclusive }) =>
        exclusive ? (atLeast === null) !== (atMost === null) : atLeast !== null || atMost !== null,
      ),
    ),
  /** Any other expression, from a count file. */
  z.object({ kind: z.enum(["expression"]), query: storedQuery }),
]);

/** What to count: the calls that match every condition. An unknown condition is not dropped: more calls would match. */
export const callConditions = z.object({
  conditions: z.array(callCondition),
  /** Maximum number of calls to count; null for no limit. */
  limit: z.nullable(z.int().check(z.minimum(1))),
  includeStorageSize: z.boolean(),
  /** Dotted paths, `inputs.<name>`, of refs that are expanded for filtering. */
  expandColumns: z.array(z.string()),
});

export const threshold = z.object({
  /** The highest number of calls without an alert. */
  above: z.int().check(z.minimum(0)),
  /** Whether exceeding it also shows a notification. */
  notifies: z.boolean(),
});

export const savedCount = z.object({
  id: z.string(),
  name: z.string(),
  conditions: callConditions,
  threshold: z.catch(z.optional(threshold), undefined),
});

export const seenCount = z.object({ count: z.number(), at: z.number(), conditions: callConditions });

const seenCounts = z.catch(z.record(z.string(), z.unknown()), {});

/** Counts from another version are read, too. */
const storedCounts = z.object({ counts: z.array(z.unknown()), inStatusBar: z.catch(z.nullable(z.string()), null) });

/** Parses viewed values stored in a memento; those that are not complete are left out. */
export function readSeenCounts(stored: unknown): SeenCounts {
  const entries = Object.entries(seenCounts.parse(stored)).map(
    ([id, seen]) => [id, seenCount.safeParse(seen)] as const,
  );
  return new Map(entries.flatMap(([id, { data }]) => (data === undefined ? [] : [[id, data]])));
}

/** Parses conditions stored in a memento; undefined if they are not complete. */
export function readConditions(stored: unknown): CallConditions | undefined {
  return callConditions.safeParse(stored).data;
}

/** Reads what `formatStoredCounts` wrote. Unreadable entries are kept; a second one with an ID gets another ID. */
export function readStoredCounts(stored: unknown): StoredCounts {
  if (stored === undefined) return noCounts;
  const { data } = storedCounts.safeParse(stored);
  if (data === undefined) return { entries: [{ unreadable: stored }], inStatusBar: null };
  const ids = new Set<string>();
  const entries = data.counts.map((entry) => {
    const { data: count } = savedCount.safeParse(entry);
    if (count === undefined) return { unreadable: entry };
    let { id } = count;
    while (ids.has(id)) id += "+";
    ids.add(id);
    return { ...count, id };
  });
  return { entries, inStatusBar: data.inStatusBar };
}
