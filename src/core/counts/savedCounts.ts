import type { LoadState } from "../async/loadState.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { CallCount } from "../query/callQuery.ts";
import type { ProjectId } from "../query/projectId.ts";
import { type CallConditions, sameConditions } from "./callCondition.ts";
import type { ChangedCount, CountEdit, CountEdits, RemovedCount, RemovedEntry } from "./countEdits.ts";
import { noCounts, type SavedCount, type SavedCountStore } from "./savedCount.ts";
import { type ShownCount, type WatchedCount, WatchedCounts } from "./watchedCounts.ts";

/**
 * The saved counts of a project, and a few that are shown without being saved. Other windows may change the stored
 * counts, so they are changed where they are stored. Each operation rejects without a project.
 */
export class SavedCounts {
  readonly #store: SavedCountStore;
  readonly #values: WatchedCounts;
  #target: ProjectClient | null = null;
  #place: string | null = null;
  #searching = false;

  /** `now` returns milliseconds since the epoch. */
  constructor(store: SavedCountStore, now: () => number) {
    this.#store = store;
    this.#values = new WatchedCounts(now);
  }

  /** The saved counts, in the user's order. */
  get shown(): readonly ShownCount[] {
    return this.all.filter(({ isTemporary }) => !isTemporary);
  }

  /** The counts of the view: the temporary ones first. */
  get all(): readonly ShownCount[] {
    return this.#values.shown;
  }

  /** The count in the status bar; null if it shows the whole project. */
  get inStatusBar(): ShownCount | null {
    return this.shown.find(({ inStatusBar }) => inStatusBar) ?? null;
  }

  get isViewed(): boolean {
    return this.#searching;
  }

  stop(): void {
    this.#values.stop();
  }

  /** Number of stored counts from another version, which are kept unchanged. */
  get unreadable(): number {
    return this.#values.unreadable;
  }

  get project(): ProjectId | null {
    return this.#target?.project ?? null;
  }

  /** Where they are stored; null without a project. */
  get place(): string | null {
    return this.#place;
  }

  subscribe(listener: () => void): { dispose(): void } {
    return this.#values.subscribe(listener);
  }

  list(): readonly SavedCount[] {
    return this.shown.map(({ saved }) => saved);
  }

  /** Changes project or service and clears the values. Nothing is requested before one of the methods below. */
  reset(target: ProjectClient | null, place: string | null = target?.project ?? null): void {
    const elsewhere = place !== this.#place;
    this.#target = target;
    this.#place = place;
    this.#values.forget(elsewhere);
    this.reread();
  }

  /** Reads the changes of other windows. */
  reread(): void {
    const { place } = this;
    if (place === null) this.#values.take(noCounts, new Map());
    else this.#values.take(this.#store.load(place), this.#store.loadSeen(place));
  }

  /** Shows a count that is not stored, unless there is one with these conditions. Returns the ID of that count. */
  show(conditions: CallConditions, name: string): string {
    const id = this.#values.show(conditions, name);
    this.reread();
    return id;
  }

  /** Counts again what is in use: all while they are visible, else those in the status bar or with a threshold. */
  async poll(): Promise<readonly LoadState<CallCount>[]> {
    this.reread();
    return this.#ask((count) => this.#isInUse(count), true);
  }

  /** Counts all again and restarts pending counts. Resolves to the results of completed counts. */
  async refresh(): Promise<readonly LoadState<CallCount>[]> {
    this.reread();
    return this.#ask(() => true);
  }

  /** Counts one again. Resolves to the result; null if it was replaced or there is no such count. */
  async refreshOne(id: string): Promise<LoadState<CallCount> | null> {
    const [ended] = await this.#ask(({ saved }) => saved.id === id);
    return ended ?? null;
  }

  /** Counts what has not been requested yet: of all counts, or of those in use. */
  async askOnce(which: "all" | "inUse" = "all"): Promise<void> {
    await this.#ask((count) => !count.requested && (which === "all" || this.#isInUse(count)), which === "inUse");
  }

  /**
   * Appends a count, or saves the temporary one with these conditions; names are trimmed. Resolves to its ID. Rejects
   * with a TypeError if the name is blank.
   */
  async add(name: string, conditions: CallConditions): Promise<string> {
    const shown = this.all.find((count) => count.isTemporary && sameConditions(count.saved.conditions, conditions));
    const { id } = shown?.saved ?? { id: crypto.randomUUID() };
    await this.#change(({ adding }) => adding({ id, name, conditions }));
    return id;
  }

  /** As `add` for a name; an undefined threshold is removed. Resolves to false if another window removed the count. */
  async edit(id: string, change: ChangedCount): Promise<boolean> {
    return this.#change(({ editing }) => editing(id, change));
  }

  /** Null if there is no such count, or if it is not stored. */
  async remove(id: string): Promise<RemovedCount | null> {
    const { place } = this;
    this.#values.hide(id);
    let removed: RemovedEntry | null = null;
    const done = await this.#change(({ removable, removing }) => (stored) => {
      removed = removable(stored, id);
      return removed && removing(removed)(stored);
    });
    return done && place !== null && removed !== null ? { place, removed } : null;
  }

  async restore({ place, removed }: RemovedCount): Promise<void> {
    await this.#change(({ restoring }) => restoring(removed), place);
  }

  /** Moves a count to the position of another one; null for the end. */
  async move(id: string, place: string | null): Promise<void> {
    await this.#change(({ moving }) => moving(id, place));
  }

  /** Moves a count by one position; -1 is up. */
  async shift(id: string, by: -1 | 1): Promise<void> {
    await this.#change(({ shifting }) => shifting(id, by));
  }

  /** Shows a count in the status bar; null for the count of the whole project. */
  async showInStatusBar(id: string | null): Promise<void> {
    await this.#change(() => (stored) => ({ ...stored, inStatusBar: id }));
  }

  async startViewing(): Promise<void> {
    this.#searching = true;
    this.reread();
    await this.#keepSeen();
  }

  /** Called when the counts are hidden: later changes are relative to the last visible values. */
  endViewing(): void {
    this.#searching = false;
    this.#values.markSeen();
  }

  #isInUse({ saved: { id, threshold } }: WatchedCount): boolean {
    return this.#searching || threshold !== undefined || id === this.inStatusBar?.saved.id;
  }

  async #ask(chosen: (count: WatchedCount) => boolean, isAutomatic = false): Promise<readonly LoadState<CallCount>[]> {
    if (this.#target === null) return [];
    const ended = await this.#values.ask(this.#target, chosen, isAutomatic);
    if (this.#searching && ended.some(({ kind }) => kind === "shown")) await this.#keepSeen();
    return ended;
  }

  /** Stores the visible values immediately: there is no event before a window closes. */
  async #keepSeen(): Promise<void> {
    const { place } = this;
    if (place !== null) await this.#store.saveSeen(place, this.#values.seen(this.#store.loadSeen(place)));
  }

  /** Resolves to false if nothing changed. */
  async #change(edit: (edits: CountEdits) => CountEdit, place = this.place): Promise<boolean> {
    if (place === null) throw new Error("There is no project to save counts of.");
    const changed = await this.#store.change(place, edit(await import("./countEdits.ts")));
    if (place === this.place) this.reread();
    return changed;
  }
}
