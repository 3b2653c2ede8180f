import type * as z from "../../zod.ts";
import type { DeepReadonly } from "../query/expression.ts";
import type { CountEdit } from "./countEdits.ts";
import type { savedCount, seenCount, threshold } from "./countSchemas.ts";

/** A named count that the user saved. */
export type SavedCount = DeepReadonly<z.infer<typeof savedCount>>;

/** A number of calls above which the user is alerted. */
export type Threshold = Readonly<z.infer<typeof threshold>>;

/** The last viewed value: an exact count of the calls that match, and when, in milliseconds since the epoch. */
export type SeenCount = DeepReadonly<z.infer<typeof seenCount>>;

/** The last viewed values by count ID. */
export type SeenCounts = ReadonlyMap<string, SeenCount>;

/** An entry from another version, kept unchanged. */
export interface UnreadableCount {
  readonly unreadable: unknown;
}

/** The stored counts of a place: see `OpenProject.place`. */
export interface StoredCounts {
  /** In the user's order. */
  readonly entries: readonly (SavedCount | UnreadableCount)[];
  /** ID of the count in the status bar; null for the count of the whole project. */
  readonly inStatusBar: string | null;
}

/** Storage for saved counts by place, which all windows share. Viewed values are those of the workspace. */
export interface SavedCountStore {
  load(place: string): StoredCounts;
  /** Applies an edit to the counts that are stored then. Resolves to false if nothing changed. */
  change(place: string, edit: CountEdit): Promise<boolean>;
  loadSeen(place: string): SeenCounts;
  saveSeen(place: string, seen: SeenCounts): Promise<void>;
}

export const noCounts: StoredCounts = { entries: [], inStatusBar: null };

/** JSON: `{"counts":[{"id","name","conditions","threshold"}],"inStatusBar"}` */
export function formatStoredCounts({ entries, inStatusBar }: StoredCounts): object {
  return { counts: entries.map((entry) => (isReadable(entry) ? entry : entry.unreadable)), inStatusBar };
}

export function isReadable(entry: SavedCount | UnreadableCount): entry is SavedCount {
  return !("unreadable" in entry);
}
