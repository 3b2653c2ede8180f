import type { ProjectId } from "../session/projectId.ts";
import { readConditions } from "./callConditions.ts";
import type { SavedCount, SeenCount } from "./savedCount.ts";

export interface StoredCount extends SavedCount {
  /** The last viewed value; null if there is none or it was not exact. */
  readonly look: SeenCount | null;
}

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
  if (typeof stored !== "object" || stored === null || !("counts" in stored) || !Array.isArray(stored.counts)) {
    return { entries: [{ unreadable: stored }], inStatusBar: null };
  }
  const ids = new Set<string>();
  const entries = stored.counts.map((entry: unknown): StoredCount | UnreadableCount => {
    const count = readStoredCount(entry);
    if (count === undefined) return { unreadable: entry };
    let { id } = count;
    while (ids.has(id)) id += "+";
    ids.add(id);
    return { ...count, id };
  });
  const inStatusBar = "inStatusBar" in stored && typeof stored.inStatusBar === "string" ? stored.inStatusBar : null;
  return { entries, inStatusBar };
}

/** JSON: `{"counts":[{"id","name","conditions","look"}],"inStatusBar"}` */
export function formatStoredCounts({ entries, inStatusBar }: StoredCounts): object {
  return { counts: entries.map((entry) => (isReadable(entry) ? entry : entry.unreadable)), inStatusBar };
}

export function isReadable(entry: StoredCount | UnreadableCount): entry is StoredCount {
  return !("unreadable" in entry);
}

function readStoredCount(stored: unknown): StoredCount | undefined {
  if (
    typeof stored !== "object" ||
    stored === null ||
    !("id" in stored && "name" in stored && "conditions" in stored)
  ) {
    return undefined;
  }
  const { id, name } = stored;
  const conditions = readConditions(stored.conditions);
  if (typeof id !== "string" || typeof name !== "string" || conditions === undefined) return undefined;
  return { id, name, conditions, look: "look" in stored ? readLook(stored.look) : null };
}

function readLook(stored: unknown): SeenCount | null {
  if (typeof stored !== "object" || stored === null || !("count" in stored && "at" in stored)) return null;
  const { count, at } = stored;
  return typeof count === "number" && typeof at === "number" ? { count, at } : null;
}
