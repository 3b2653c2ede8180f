import assert from "node:assert/strict";
import { test } from "node:test";
import { type CheckedThread, checkedThread } from "../../../../src/core/conversations/threadTurns.ts";
import type { Call } from "../../../../src/core/query/call.ts";
import type { TimeBounds } from "../../../../src/core/query/startedWithin.ts";
import type { ConversationSummary } from "../../../../src/core/query/thread.ts";
import { thread } from "./threads.ts";
import { turn } from "./turns.ts";

/** Turns a second apart with these durations in milliseconds; null for a running one. */
function turns(...durations: readonly (number | null)[]): readonly Call[] {
  return durations.map((duration, place) => {
    const startedAt = (place + 1) * 1000;
    return turn(`t${place}`, { startedAt, endedAt: duration === null ? null : startedAt + duration });
  });
}

interface Case {
  /** Differences from a thread of four turns with a p50 of 100 and a p99 of 200. */
  readonly listed?: Partial<ConversationSummary>;
  /** Differences when its turns were requested; none by default. */
  readonly requested?: Partial<ConversationSummary>;
  readonly turns: readonly Call[] | null;
  readonly earlier?: boolean;
  readonly bounds?: TimeBounds;
}

const listed: ConversationSummary = { ...thread("t"), turnCount: 4, p50TurnDuration: 100, p99TurnDuration: 200 };

function checked({
  listed: changes = {},
  requested,
  turns: loaded,
  earlier = false,
  bounds = {},
}: Case): CheckedThread {
  const given = { ...listed, ...changes };
  const rest = { words: new Map(), pending: new Set<string>(), failed: [] };
  const list = loaded && { requested: { ...given, ...requested }, turns: loaded, earlier, ...rest };
  return checkedThread(given, list, bounds);
}

const negative = { hasRunning: true, p50TurnDuration: null, p99TurnDuration: null };
const running: readonly (readonly [sentence: string, given: Case, isKnown: boolean])[] = [
  ["negative figures of the service", { listed: negative, turns: null }, true],
  ["one negative figure of the service", { listed: { hasRunning: true, p50TurnDuration: null }, turns: null }, true],
  ["a running turn among those loaded", { turns: turns(1, null, 3, 4) }, true],
  ["a running turn among the latest ones", { turns: turns(1, null, 3, 4), earlier: true }, true],
  ["a running turn before the time range", { turns: turns(null, 2, 3, 4), bounds: { after: 1500 } }, false],
  ["a running turn after the time range", { turns: turns(1, 2, 3, null), bounds: { before: 4000 } }, false],
  ["none", { turns: turns(1, 2, 3, 4) }, false],
  ["none, as no turn is loaded", { turns: null }, false],
  ["a running turn before a new turn", { turns: turns(1, null, 3), requested: { turnCount: 3 } }, false],
  ["a running turn before one ended", { turns: turns(1, null, 3, 4), requested: { lastUpdated: 0 } }, false],
];
for (const [sentence, given, isKnown] of running) {
  test(`a thread with ${sentence} has ${isKnown ? "no durations" : "the durations of the service"}`, () => {
    const { thread: shown, listed: kept } = checked(given);
    assert.deepEqual(kept, { ...listed, ...given.listed });
    assert.deepEqual(shown, isKnown ? { ...kept, ...negative } : kept);
  });
}

const counts: readonly (readonly [sentence: string, given: Case, countsDeleted: boolean])[] = [
  ["as many turns as the service counts", { turns: turns(1, 2, 3, 4) }, false],
  ["more turns, including a new one", { turns: turns(1, 2, 3, 4, null) }, false],
  ["fewer turns", { turns: turns(1, 2, 3) }, true],
  ["fewer turns, including a running one", { turns: turns(1, 2, null) }, true],
  ["no turns", { turns: [] }, true],
  ["fewer turns in the range", { turns: turns(1, 2, 3, 4, 5), bounds: { after: 2500 } }, true],
  ["fewer turns before its end", { turns: turns(1, 2, 3, 4), bounds: { before: 4000 } }, true],
  [
    "as many turns with one in the range's first millisecond",
    { turns: turns(1, 2, 3, 4), bounds: { after: 1000 } },
    false,
  ],
  [
    "fewer turns in the range, and earlier ones that are not loaded",
    { turns: turns(1, 2, 3, 4), earlier: true, bounds: { after: 1001 } },
    true,
  ],
  ["fewer turns, and earlier ones that are not loaded", { turns: turns(1, 2, 3), earlier: true }, false],
  ["as many turns as when they were requested", { turns: turns(1, 2, 3), requested: { turnCount: 3 } }, false],
  ["turns that are not loaded", { turns: null }, false],
];
for (const [sentence, given, countsDeleted] of counts) {
  test(`a thread with ${sentence} ${countsDeleted ? "may count deleted turns" : "counts no deleted turns"}`, () =>
    assert.equal(checked(given).countsDeleted, countsDeleted));
}
