import { type Load, shownValue } from "./load.ts";
import { Loader } from "./loader.ts";
import type { Target } from "./target.ts";
import { noPages, type ThreadPages, withPageEnd, withThreads } from "./threadPages.ts";
import { defaultSort, type SortKey, stableSort } from "./threadQuery.ts";

/** Threads asked for at a time. */
export const pageSize = 100;

/** The threads of one project in one order, loaded page by page. */
export class ThreadList {
  readonly #loader: Loader<ThreadPages>;
  #target: Target | null = null;
  #sort: SortKey = defaultSort;

  /** `now` gives milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#loader = new Loader(now);
  }

  get load(): Load<ThreadPages> {
    return this.#loader.load;
  }

  get sort(): SortKey {
    return this.#sort;
  }

  /** Whether there is anyone to ask. */
  get canLoad(): boolean {
    return this.#target !== null;
  }

  subscribe(listener: (load: Load<ThreadPages>) => void): { dispose(): void } {
    return this.#loader.subscribe(listener);
  }

  /** Forgets all rows. Nothing is requested before `refresh`. */
  reset(target: Target | null, sort: SortKey): void {
    this.#target = target;
    this.#sort = sort;
    this.#loader.reset();
  }

  /** Gives up the request under way and shows what was there before it. */
  cancel(): void {
    this.#loader.cancel();
  }

  /** Changes the order, and forgets the rows that were in another. Nothing is requested before `refresh`. */
  sortBy(sort: SortKey): void {
    this.reset(this.#target, sort);
  }

  /** Forgets all rows. Nothing is requested before `refresh`. */
  forget(): void {
    this.#loader.reset();
  }

  /** Loads again as much as is shown; rows on screen stay until the new ones are complete. */
  async refresh(): Promise<void> {
    const loaded = shownValue(this.load)?.nextOffset ?? 0;
    if (loaded === 0) return this.#fetch(noPages, pageSize, { showParts: true });
    return this.#fetch(noPages, loaded, { showParts: false });
  }

  /** Loads the next page, showing rows as they arrive. */
  async loadMore(): Promise<void> {
    return this.#fetch(shownValue(this.load) ?? noPages, pageSize, { showParts: true });
  }

  async #fetch(start: ThreadPages, limit: number, { showParts }: { showParts: boolean }): Promise<void> {
    const target = this.#target;
    if (target === null) return;
    const { service, project } = target;
    const query = { project, sort: stableSort(this.#sort), limit, offset: start.nextOffset };
    await this.#loader.run(async (signal, show) => {
      let pages = start;
      let rows = 0;
      // As a part of what is to come: if that fails, the list is incomplete, not old.
      if (start.threads.length > 0) show(start);
      for await (const batch of service.queryThreads(query, signal)) {
        rows += batch.length;
        pages = withThreads(pages, batch);
        if (showParts) show(pages);
      }
      return withPageEnd(pages, limit, rows);
    });
  }
}
