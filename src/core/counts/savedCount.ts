import * as z from "../../zod.ts";
import type { ProjectId } from "../session/projectId.ts";
import { callConditions } from "./callCondition.ts";
import type { DeepReadonly } from "./expression.ts";

const seenCount = z.object({ count: z.number(), at: z.number() });

const storedCount = z.object({
  id: z.string(),
  name: z.string(),
  conditions: callConditions,
  /** The last viewed value; null if there is none or it was not exact. */
  look: z.catch(z.nullable(seenCount), null),
});

/** Counts from another version are read, too. */
const storedCounts = z.object({ counts: z.array(z.unknown()), inStatusBar: z.catch(z.nullable(z.string()), null) });

/** The last viewed value: an exact count, and when it was counted, in milliseconds since the epoch. */
export type SeenCount = DeepReadonly<z.infer<typeof seenCount>>;

export type StoredCount = DeepReadonly<z.infer<typeof storedCount>>;

/** A named count that the user saved. */
export type SavedCount = Omit<StoredCount, "look">;

/** An entry from another version, kept unchanged. */
export interface UnreadableCount {
  readonly unreadable: unknown;
}

/** The stored counts of a project. */
export interface StoredCounts {
  /** In the user's order. */
  readonly entries: readonly (StoredCount | UnreadableCount)[];
  /** ID of the count in the status bar; null for the count of the whole project. */
  readonly inStatusBar: string | null;
}

/** Storage for saved counts. Several windows may write to it. */
export interface SavedCountStore {
  load(project: ProjectId): StoredCounts;
  save(project: ProjectId, counts: StoredCounts): Promise<void>;
}

export const noCounts: StoredCounts = { entries: [], inStatusBar: null };

/**
 * Parses a memento written by `formatStoredCounts`. Unreadable entries are kept; the second of two counts with the same
 * ID gets another ID.
 */
export function readStoredCounts(stored: unknown): StoredCounts {
  if (stored === undefined) return noCounts;
  const { data } = storedCounts.safeParse(stored);
  if (data === undefined) return { entries: [{ unreadable: stored }], inStatusBar: null };
  const ids = new Set<string>();
  const entries = data.counts.map((entry) => {
    const { data: count } = storedCount.safeParse(entry);
    if (count === undefined) return { unreadable: entry };
    let { id } = count;
    while (ids.has(id)) id += "+";
    ids.add(id);
    return { ...count, id };
  });
  return { entries, inStatusBar: data.inStatusBar };
}

/** JSON: `{"counts":[{"id","name","conditions","look"}],"inStatusBar"}` */
export function formatStoredCounts({ entries, inStatusBar }: StoredCounts): object {
  return { counts: entries.map((entry) => (isReadable(entry) ? entry : entry.unreadable)), inStatusBar };
}

export function isReadable(entry: StoredCount | UnreadableCount): entry is StoredCount {
  return !("unreadable" in entry);
}
