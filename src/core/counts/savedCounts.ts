import type { Load } from "../load.ts";
import { Observable } from "../observable.ts";
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
import { CountRounds } from "./countRounds.ts";
import { nameProblem, type SavedCount, type SavedCountList, sameConditions } from "./savedCount.ts";
import { isReadable, noCounts, type SavedCountStore } from "./storedCounts.ts";
import { type CountChange, WatchedCount } from "./watchedCount.ts";

/** A saved count and what there is to show of it. */
export interface ShownCount {
  readonly saved: SavedCount;
  readonly load: Load<CallCount>;
  /** Since the last look; null where that is not known. */
  readonly change: CountChange | null;
  /** It is the status bar's number. */
  readonly inStatusBar: boolean;
}

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
  readonly #now: () => number;
  readonly #shown = new Observable<readonly ShownCount[]>([]);
  readonly #rounds: CountRounds;
  #target: Target | null = null;
  #counts: readonly WatchedCount[] = [];
  #inStatusBar: string | null = null;
  #unreadable = 0;
  #looking = false;
  #written: Promise<unknown> = Promise.resolve();

  /** `now` gives milliseconds since the epoch. */
  constructor(store: SavedCountStore, now: () => number) {
    this.#store = store;
    this.#now = now;
    this.#rounds = new CountRounds(now);
  }

  /** In the person's order. */
  get shown(): readonly ShownCount[] {
    return this.#shown.value;
  }

  /** The one that is the status bar's number; null when the whole project's is. */
  get inStatusBar(): ShownCount | null {
    return this.shown.find(({ inStatusBar }) => inStatusBar) ?? null;
  }

  /** How many stored counts are of a version that this one cannot read. They are kept as they are. */
  get unreadable(): number {
    return this.#unreadable;
  }

  /** Whose counts these are; null where there is no project to ask about. */
  get project(): ProjectId | null {
    return this.#target?.project ?? null;
  }

  subscribe(listener: () => void): { dispose(): void } {
    return this.#shown.subscribe(listener);
  }

  list(): readonly SavedCount[] {
    return this.#counts.map(({ saved }) => saved);
  }

  /** Changes project or service: values are forgotten. Nothing is requested before one of the methods below. */
  reset(target: Target | null): void {
    const counts = this.#counts;
    if (target?.project !== this.project) this.#counts = [];
    this.#target = target;
    for (const count of counts) count.forget();
    this.#read();
  }

  /** Takes over what other windows have changed. */
  reread(): void {
    this.#read();
  }

  /** Counts all again. A count that is under way is aborted and begun anew. Resolves to how those ended that did. */
  async refresh(): Promise<readonly Load<CallCount>[]> {
    this.#read();
    return this.#ask(this.#counts);
  }

  /** Counts one again. Resolves to how it ended; null when it did not, or there is no such count. */
  async refreshOne(id: string): Promise<Load<CallCount> | null> {
    const [ended] = await this.#ask(this.#counts.filter(({ saved }) => saved.id === id));
    return ended ?? null;
  }

  /** Counts those that were not asked for yet: all of them, or just one. */
  async askOnce(id?: string): Promise<void> {
    await this.#ask(this.#counts.filter(({ saved, asked }) => !asked && (id === undefined || saved.id === id)));
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
    this.#read();
    await this.#keepLooks();
  }

  /** The person no longer sees the counts: later changes are told against what was on screen last. */
  endLook(): void {
    this.#looking = false;
    for (const count of this.#counts) count.markSeen();
    this.#show();
  }

  async #ask(counts: readonly WatchedCount[]): Promise<readonly Load<CallCount>[]> {
    if (this.#target === null) return [];
    // All of them first: listeners hear of each that begins, and may ask for what is left.
    for (const count of counts) count.noteAsked();
    const ended = await this.#rounds.run(counts, this.#target);
    if (this.#looking && ended.some(({ kind }) => kind === "shown")) await this.#keepLooks();
    return ended;
  }

  /** Stores what is on screen as looked at, at once: nothing tells that a window is about to close. */
  async #keepLooks(): Promise<void> {
    if (this.#target === null) return;
    const looks = this.#counts.flatMap(({ saved: { id, conditions }, latest }) =>
      latest === undefined ? [] : [[id, { look: latest, conditions }] as const],
    );
    if (looks.length > 0) await this.#change(looking(new Map(looks)));
  }

  /** Stores what `edit` makes of what is stored, one edit after the other. Resolves to false when it changed nothing. */
  async #change(edit: CountEdit, project = this.project): Promise<boolean> {
    if (project === null) throw new Error("There is no project to save counts of.");
    const writing = this.#written.then(async () => {
      const edited = edit(this.#store.load(project));
      if (edited !== null) await this.#store.save(project, edited);
      if (project === this.project) this.#read();
      return edited !== null;
    });
    this.#written = writing.catch(() => undefined);
    return writing;
  }

  #read(): void {
    const project = this.project;
    const { entries, inStatusBar } = project === null ? noCounts : this.#store.load(project);
    const before = new Map(this.#counts.map((count) => [count.saved.id, count]));
    this.#counts = entries.filter(isReadable).map((entry) => {
      const count = before.get(entry.id);
      if (count === undefined || !sameConditions(count.saved.conditions, entry.conditions)) {
        return new WatchedCount(entry, this.#now, () => this.#show());
      }
      before.delete(entry.id);
      count.rename(entry.name);
      return count;
    });
    this.#unreadable = entries.length - this.#counts.length;
    this.#inStatusBar = inStatusBar;
    for (const gone of before.values()) gone.forget();
    this.#show();
  }

  #show(): void {
    this.#shown.value = this.#counts.map(({ saved, load, change }) => {
      return { saved, load, change, inStatusBar: saved.id === this.#inStatusBar };
    });
  }
}

function checkedName(name: string): string {
  if (nameProblem(name, []) !== null) throw new TypeError("A saved count has a name.");
  return name.trim();
}
