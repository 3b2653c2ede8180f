import assert from "node:assert/strict";
import { type ConversationListing, ConversationPages } from "../../../../src/core/conversations/conversationPages.ts";
import type { SourceCursor } from "../../../../src/core/conversations/sourceCursor.ts";
import { threadSource } from "../../../../src/core/conversations/threadSource.ts";
import type { ConversationSummary } from "../../../../src/core/query/thread.ts";

/** A thread with nothing special about it but its id. */
export function thread(id: string): ConversationSummary {
  return {
    kind: "thread",
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
export function runningThread(id: string): ConversationSummary {
  return { ...thread(id), lastUpdated: null, hasRunning: true };
}

/** Pages that hold these threads and may not be all; `ended` ones are. */
export function pagesOf(ids: readonly string[], { ended = false }: { ended?: boolean } = {}): ConversationPages {
  const pages = new ConversationPages([threadSource]);
  cursorOf(pages).add(ids.map(thread));
  cursorOf(pages).endPage(ended ? null : ids.length);
  return pages;
}

export function cursorOf({ cursors: [cursor] }: ConversationPages): SourceCursor {
  assert.ok(cursor);
  return cursor;
}

/** All of these pages' threads are on screen; by default there are none. */
export function everyOne(pages = new ConversationPages([])): ConversationListing {
  return pages;
}
