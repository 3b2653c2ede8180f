import type * as z from "../../zod.ts";
import type { ProjectId } from "../session/projectId.ts";
import type { savedCount, seenCount, threshold } from "./countSchemas.ts";
import type { DeepReadonly } from "./expression.ts";

/** A named count that the user saved. */
export type SavedCount = DeepReadonly<z.infer<typeof savedCount>>;

/** A number of calls above which the user is alerted. */
export type Threshold = Readonly<z.infer<typeof threshold>>;

/**
 * The last viewed value: an exact count of the calls that match `conditions`, and when it was counted, in milliseconds
 * since the epoch.
 */
export type SeenCount = DeepReadonly<z.infer<typeof seenCount>>;

/** The last viewed values by count ID. */
export type SeenCounts = ReadonlyMap<string, SeenCount>;

/** An entry from another version, kept unchanged. */
export interface UnreadableCount {
  readonly unreadable: unknown;
}

/** The stored counts of a project. */
export interface StoredCounts {
  /** In the user's order. */
  readonly entries: readonly (SavedCount | UnreadableCount)[];
  /** ID of the count in the status bar; null for the count of the whole project. */
  readonly inStatusBar: string | null;
}

/**
 * Storage for saved counts. Several windows may write to it, and a window reads changes of another one a moment later.
 * Viewed values are stored apart, because they are written automatically: a window with the counts of a moment ago would
 * undo what the user changes in another one.
 */
export interface SavedCountStore {
  load(project: ProjectId): StoredCounts;
  save(project: ProjectId, counts: StoredCounts): Promise<void>;
  loadSeen(project: ProjectId): SeenCounts;
  saveSeen(project: ProjectId, seen: SeenCounts): Promise<void>;
}

export const noCounts: StoredCounts = { entries: [], inStatusBar: null };

/** JSON: `{"counts":[{"id","name","conditions","threshold"}],"inStatusBar"}` */
export function formatStoredCounts({ entries, inStatusBar }: StoredCounts): object {
  return { counts: entries.map((entry) => (isReadable(entry) ? entry : entry.unreadable)), inStatusBar };
}

export function isReadable(entry: SavedCount | UnreadableCount): entry is SavedCount {
  return !("unreadable" in entry);
}
