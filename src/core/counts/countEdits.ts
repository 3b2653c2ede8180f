import { type CallConditions, sameConditions } from "./callCondition.ts";
import { isReadable, type SeenCount, type StoredCount, type StoredCounts, type UnreadableCount } from "./savedCount.ts";

/** Returns the counts to store; null if nothing changes. */
export type CountEdit = (stored: StoredCounts) => StoredCounts | null;

/** A removed count with the data to restore it. */
export interface RemovedEntry {
  readonly entry: StoredCount;
  /** ID of the count that followed it. */
  readonly before: string | null;
  readonly inStatusBar: boolean;
}

export function adding(entry: StoredCount): CountEdit {
  return (stored) => ({ ...stored, entries: [...stored.entries, entry] });
}

export function renaming(id: string, name: string): CountEdit {
  return (stored) => replaced(stored, id, (entry) => ({ ...entry, name }));
}

/** Forgets the last viewed value, which belongs to other conditions. */
export function asking(id: string, conditions: CallConditions): CountEdit {
  return (stored) =>
    replaced(stored, id, (entry) =>
      sameConditions(entry.conditions, conditions) ? entry : { ...entry, conditions, look: null },
    );
}

export function removing({ entry: { id } }: RemovedEntry): CountEdit {
  return ({ entries, inStatusBar }) => ({
    entries: entries.filter((entry) => idOf(entry) !== id),
    inStatusBar: inStatusBar === id ? null : inStatusBar,
  });
}

/** The entry that `removing` removes; null if there is no such count. */
export function removable({ entries, inStatusBar }: StoredCounts, id: string): RemovedEntry | null {
  const index = entries.findIndex((entry) => idOf(entry) === id);
  const entry = entries[index];
  if (entry === undefined || !isReadable(entry)) return null;
  const next = entries.slice(index + 1).find(isReadable);
  return { entry, before: next?.id ?? null, inStatusBar: inStatusBar === id };
}

/** Restores a removed count at its position. */
export function restoring({ entry, before, inStatusBar }: RemovedEntry): CountEdit {
  return (stored) => {
    if (stored.entries.some((other) => idOf(other) === entry.id)) return null;
    const place = before === null ? -1 : stored.entries.findIndex((other) => idOf(other) === before);
    return {
      entries: stored.entries.toSpliced(place === -1 ? stored.entries.length : place, 0, entry),
      inStatusBar: inStatusBar ? (stored.inStatusBar ?? entry.id) : stored.inStatusBar,
    };
  };
}

/** Moves a count to the position of another one; null for the end. */
export function moving(id: string, place: string | null): CountEdit {
  return (stored) => {
    const from = stored.entries.findIndex((entry) => idOf(entry) === id);
    const to = place === null ? stored.entries.length - 1 : stored.entries.findIndex((entry) => idOf(entry) === place);
    const entry = stored.entries[from];
    if (entry === undefined || to === -1 || to === from) return null;
    return { ...stored, entries: stored.entries.toSpliced(from, 1).toSpliced(to, 0, entry) };
  };
}

/** Moves a count by one position; -1 is up. */
export function shifting(id: string, by: -1 | 1): CountEdit {
  return (stored) => {
    const ids = stored.entries.filter(isReadable).map((entry) => entry.id);
    const place = ids[ids.indexOf(id) + by];
    return place === undefined || !ids.includes(id) ? null : moving(id, place)(stored);
  };
}

/** Viewed values by count ID, with the conditions that were counted. */
export type NewLooks = ReadonlyMap<string, { readonly look: SeenCount | null; readonly conditions: CallConditions }>;

/** Stores the viewed values, unless another window has stored a later one. */
export function looking(looks: NewLooks): CountEdit {
  return (stored) => {
    const entries = stored.entries.map((entry) => {
      const seen = isReadable(entry) ? looks.get(entry.id) : undefined;
      if (!isReadable(entry) || seen === undefined || !sameConditions(entry.conditions, seen.conditions)) return entry;
      const { look } = seen;
      if (look !== null && entry.look !== null && entry.look.at >= look.at) return entry;
      return look === entry.look ? entry : { ...entry, look };
    });
    return entries.every((entry, index) => entry === stored.entries[index]) ? null : { ...stored, entries };
  };
}

function replaced(stored: StoredCounts, id: string, change: (entry: StoredCount) => StoredCount): StoredCounts | null {
  if (!stored.entries.some((entry) => idOf(entry) === id)) return null;
  const entries = stored.entries.map((entry) => (isReadable(entry) && entry.id === id ? change(entry) : entry));
  return { ...stored, entries };
}

function idOf(entry: StoredCount | UnreadableCount): string | undefined {
  return isReadable(entry) ? entry.id : undefined;
}
