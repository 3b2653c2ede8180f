import { resolveRange, type TimeBounds } from "../input/timeRange.ts";
import type { ProjectId } from "../session/projectId.ts";
import type { Thread } from "../threads/thread.ts";
import type { ThreadFilter } from "../threads/threadFilter.ts";
import { stableSort, type ThreadQuery } from "../threads/threadQuery.ts";
import { GrowingColumns } from "./growingColumns.ts";

/** The threads of one query. They grow in place, as `ThreadPages` do. */
export class OverviewThreads {
  readonly filter: ThreadFilter;
  readonly bounds: TimeBounds;
  /** When they were requested, in milliseconds since the epoch. */
  readonly asOf: number;
  readonly columns = new GrowingColumns();
  readonly #ids = new Set<string>();
  #whole = false;

  constructor(filter: ThreadFilter, asOf: number) {
    this.filter = filter;
    this.bounds = resolveRange(filter.time, asOf);
    this.asOf = asOf;
  }

  /** Requests all at once. The latest come first: what has arrived is the latest part, without gaps. */
  query(project: ProjectId): ThreadQuery {
    const sort = stableSort([{ field: "start_time", direction: "desc" }]);
    return { project, ...this.bounds, threadIds: this.filter.threadIds, sort };
  }

  /** Whether all have arrived. */
  get whole(): boolean {
    return this.#whole;
  }

  /** A thread that occurs twice in the response counts once. */
  add(arrived: readonly Thread[]): void {
    const others = arrived.filter(({ id }) => !this.#ids.has(id) && this.#ids.add(id));
    this.columns.add(others);
  }

  end(): void {
    this.#whole = true;
  }
}
