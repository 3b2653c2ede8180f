import { type Asked, RowCache, type RowCacheOptions } from "../async/rowCache.ts";
import type { CallCount } from "../counts/callQuery.ts";
import { countCalls } from "../operations.ts";
import type { Thread } from "./thread.ts";

/** Data about each thread that the user expanded. It is requested once per version of the thread. */
export class ThreadCache<T> extends RowCache<Thread, T> {
  constructor(options: RowCacheOptions, fetch: (asked: Asked<Thread, T>, signal: AbortSignal) => Promise<T>) {
    super(options, versionOf, fetch);
  }
}

/** A turn is counted as soon as it starts, but moves the thread's end only when it ends. */
export function versionOf({ lastUpdated, turnCount }: Thread): string {
  return `${lastUpdated} ${turnCount}`;
}

/** The number of calls in each expanded thread, and the bytes stored by the traces that start in it. */
export class ThreadDetails extends ThreadCache<CallCount> {
  constructor(options: RowCacheOptions) {
    super(options, ({ target: { service, project }, subject, semaphore }, signal) => {
      const query = { project, filter: { threadIds: [subject.id] }, includeStorageSize: true };
      return semaphore.run(() => service.ask(countCalls, query, signal), signal);
    });
  }
}
