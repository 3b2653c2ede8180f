import { isReadable, type SavedCount, type StoredCounts, type UnreadableCount } from "./savedCount.ts";

/** This module, which is loaded with the first change. */
export type CountEdits = typeof import("./countEdits.ts");

/** Returns the counts to store; null if nothing changes. */
export type CountEdit = (stored: StoredCounts) => StoredCounts | null;

/** A removed count with the data to restore it. */
export interface RemovedEntry {
  readonly entry: SavedCount;
  /** ID of the count that followed it. */
  readonly before: string | null;
  readonly inStatusBar: boolean;
}

export interface RemovedCount {
  readonly place: string;
  readonly removed: RemovedEntry;
}

export function adding(entry: SavedCount): CountEdit {
  const named = { ...entry, name: checkedName(entry.name) };
  return (stored) => ({ ...stored, entries: [...stored.entries, named] });
}

/** The parts of a count that change; an undefined threshold is removed. */
export type ChangedCount = Partial<Omit<SavedCount, "id">>;

export function editing(id: string, change: ChangedCount): CountEdit {
  const name = change.name === undefined ? {} : { name: checkedName(change.name) };
  return (stored) => {
    if (!stored.entries.some((entry) => idOf(entry) === id)) return null;
    const edited = (entry: SavedCount) => (entry.id === id ? { ...entry, ...change, ...name } : entry);
    return { ...stored, entries: stored.entries.map((entry) => (isReadable(entry) ? edited(entry) : entry)) };
  };
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

function idOf(entry: SavedCount | UnreadableCount): string | undefined {
  return isReadable(entry) ? entry.id : undefined;
}

/** Trimmed. Throws for a blank name. */
function checkedName(name: string): string {
  if (name.trim() === "") throw new TypeError("A saved count has a name.");
  return name.trim();
}
