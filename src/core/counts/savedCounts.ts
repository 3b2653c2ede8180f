import type { Load } from "../load.ts";
import type { ProjectId } from "../session/projectId.ts";
import type { Target } from "../target.ts";
import type { CallConditions } from "./callCondition.ts";
import type { CallCount } from "./callQuery.ts";
import {
  adding,
  asking,
  type CountEdit,
  looking,
  moving,
  type RemovedEntry,
  removable,
  removing,
  renaming,
  restoring,
  shifting,
} from "./countEdits.ts";
import { nameProblem, type SavedCount, type SavedCountList } from "./savedCount.ts";
import { noCounts, type SavedCountStore } from "./storedCounts.ts";
import type { WatchedCount } from "./watchedCount.ts";
import { type ShownCount, WatchedCounts } from "./watchedCounts.ts";

/** A removed count and the project that it was removed from. */
export interface RemovedCount {
  readonly project: ProjectId;
  readonly removed: RemovedEntry;
}

/**
 * The saved counts of one project. Other windows may change what is stored, so it is read again before every change.
 * Each operation rejects where there is no project.
 */
export class SavedCounts implements SavedCountList {
  readonly #store: SavedCountStore;
  readonly #values: WatchedCounts;
  #target: Target | null = null;
  #looking = false;
  #written: Promise<unknown> = Promise.resolve();

  /** `now` gives milliseconds since the epoch. */
  constructor(store: SavedCountStore, now: () => number) {
    this.#store = store;
    this.#values = new WatchedCounts(now);
  }

  /** In the person's order. */
  get shown(): readonly ShownCount[] {
    return this.#values.shown;
  }

  /** The one that is the status bar's number; null when the whole project's is. */
  get inStatusBar(): ShownCount | null {
    return this.shown.find(({ inStatusBar }) => inStatusBar) ?? null;
  }

  /** How many stored counts are of a version that this one cannot read. They are kept as they are. */
  get unreadable(): number {
    return this.#values.unreadable;
  }

  /** Whose counts these are; null where there is no project to ask about. */
  get project(): ProjectId | null {
    return this.#target?.project ?? null;
  }

  subscribe(listener: () => void): { dispose(): void } {
    return this.#values.subscribe(listener);
  }

  list(): readonly SavedCount[] {
    return this.#values.list();
  }

  /** Changes project or service: values are forgotten. Nothing is requested before one of the methods below. */
  reset(target: Target | null): void {
    const elsewhere = target?.project !== this.project;
    this.#target = target;
    this.#values.forget(elsewhere);
    this.reread();
  }

  /** Takes over what other windows have changed. */
  reread(): void {
    const { project } = this;
    this.#values.take(project === null ? noCounts : this.#store.load(project));
  }

  /** Counts all again. A count that is under way is aborted and begun anew. Resolves to how those ended that did. */
  async refresh(): Promise<readonly Load<CallCount>[]> {
    this.reread();
    return this.#ask(() => true);
  }

  /** Counts one again. Resolves to how it ended; null when it did not, or there is no such count. */
  async refreshOne(id: string): Promise<Load<CallCount> | null> {
    const [ended] = await this.#ask(({ saved }) => saved.id === id);
    return ended ?? null;
  }

  /** Counts those that were not asked for yet: all of them, or just one. */
  async askOnce(id?: string): Promise<void> {
    await this.#ask(({ saved, asked }) => !asked && (id === undefined || saved.id === id));
  }

  async add(name: string, conditions: CallConditions): Promise<string> {
    const id = crypto.randomUUID();
    await this.#change(adding({ id, name: checkedName(name), conditions, look: null }));
    return id;
  }

  /** Resolves to false when another window has removed the count. */
  async rename(id: string, name: string): Promise<boolean> {
    return this.#change(renaming(id, checkedName(name)));
  }

  /** Resolves to false when another window has removed the count. */
  async edit(id: string, conditions: CallConditions): Promise<boolean> {
    return this.#change(asking(id, conditions));
  }

  /** Null when there is no such count. */
  async remove(id: string): Promise<RemovedCount | null> {
    const { project } = this;
    let removed: RemovedEntry | null = null;
    const done = await this.#change((stored) => {
      removed = removable(stored, id);
      return removed && removing(removed)(stored);
    });
    return done && project !== null && removed !== null ? { project, removed } : null;
  }

  /** Puts a removed count back where it was, in the project where it was. */
  async restore({ project, removed }: RemovedCount): Promise<void> {
    await this.#change(restoring(removed), project);
  }

  /** Gives a count the place of another, which moves over; null is the end. */
  async move(id: string, place: string | null): Promise<void> {
    await this.#change(moving(id, place));
  }

  /** Moves a count by one place; -1 is up. */
  async shift(id: string, by: -1 | 1): Promise<void> {
    await this.#change(shifting(id, by));
  }

  /** Makes a count the status bar's number; null makes it that of the whole project. */
  async showInStatusBar(id: string | null): Promise<void> {
    await this.#change((stored) => ({ ...stored, inStatusBar: id }));
  }

  /** The person sees the counts from here on. */
  async startLook(): Promise<void> {
    this.#looking = true;
    this.reread();
    await this.#keepLooks();
  }

  /** The person no longer sees the counts: later changes are told against what was on screen last. */
  endLook(): void {
    this.#looking = false;
    this.#values.markSeen();
  }

  async #ask(chosen: (count: WatchedCount) => boolean): Promise<readonly Load<CallCount>[]> {
    if (this.#target === null) return [];
    const ended = await this.#values.ask(this.#target, chosen);
    if (this.#looking && ended.some(({ kind }) => kind === "shown")) await this.#keepLooks();
    return ended;
  }

  /** Stores what is on screen as looked at, at once: nothing tells that a window is about to close. */
  async #keepLooks(): Promise<void> {
    if (this.#target === null) return;
    const looks = this.#values.looks();
    if (looks.size > 0) await this.#change(looking(looks));
  }

  /** Stores what `edit` makes of what is stored, one edit after the other. Resolves to false when it changed nothing. */
  async #change(edit: CountEdit, project = this.project): Promise<boolean> {
    if (project === null) throw new Error("There is no project to save counts of.");
    const writing = this.#written.then(async () => {
      const edited = edit(this.#store.load(project));
      if (edited !== null) await this.#store.save(project, edited);
      if (project === this.project) this.reread();
      return edited !== null;
    });
    this.#written = writing.catch(() => undefined);
    return writing;
  }
}

function checkedName(name: string): string {
  if (nameProblem(name, []) !== null) throw new TypeError("A saved count has a name.");
  return name.trim();
}
