import { sourceOf } from "../port/conversationSource.ts";
import { type CacheRequest, RowCache, type RowCacheOptions } from "../port/rowCache.ts";
import type { CallCount } from "../query/callQuery.ts";
import { keyText } from "../query/conversationKey.ts";
import type { ConversationSummary } from "../query/thread.ts";

/** Data about each thread that the user expanded. It is requested once per version of the thread. */
export class ThreadCache<T> extends RowCache<ConversationSummary, T> {
  constructor(
    options: RowCacheOptions,
    fetch: (requested: CacheRequest<ConversationSummary, T>, signal: AbortSignal) => Promise<T>,
  ) {
    super(options, versionOf, fetch, keyText);
  }
}

/** A turn is counted as soon as it starts, but moves the thread's end only when it ends. */
export function versionOf({ lastUpdated, turnCount }: ConversationSummary): string {
  return `${lastUpdated} ${turnCount}`;
}

/** The calls of each expanded conversation; null if its source does not count them. */
export class ThreadDetailsCache extends ThreadCache<CallCount | null> {
  constructor(options: RowCacheOptions) {
    super(options, async ({ target, subject, semaphore }, signal) => {
      const count = sourceOf(subject, target)?.count;
      return count === undefined ? null : semaphore.run(() => count(subject.id, target, signal), signal);
    });
  }
}
