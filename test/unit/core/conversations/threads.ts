import type { Thread } from "../../../../src/core/conversations/thread.ts";
import { type ThreadListing, ThreadPages } from "../../../../src/core/conversations/threadPages.ts";

/** A thread with nothing special about it but its id. */
export function thread(id: string): Thread {
  return {
    id,
    turnCount: 1,
    startTime: 0,
    startMicroseconds: 0,
    lastUpdated: 1,
    updatedMicroseconds: 0,
    firstTurnId: null,
    lastTurnId: null,
    p50TurnDuration: null,
    p99TurnDuration: null,
    hasRunning: false,
  };
}

/** A thread without a finished turn, as the service's newer table lists it. */
export function runningThread(id: string): Thread {
  return { ...thread(id), lastUpdated: null, hasRunning: true };
}

/** Pages that hold these threads and may not be all; `ended` ones are. */
export function pagesOf(ids: readonly string[], { ended = false }: { ended?: boolean } = {}): ThreadPages {
  const pages = new ThreadPages({});
  pages.add(ids.map(thread));
  pages.endPage(ended ? null : ids.length);
  return pages;
}

/** All of these pages' threads are on screen; by default there are none. */
export function everyOne(pages = new ThreadPages({})): ThreadListing {
  return pages;
}
