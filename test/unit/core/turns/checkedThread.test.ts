import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../../../src/core/calls/call.ts";
import type { TimeBounds } from "../../../../src/core/input/timeRange.ts";
import type { Thread } from "../../../../src/core/threads/thread.ts";
import { type CheckedThread, checkedThread } from "../../../../src/core/turns/threadTurns.ts";
import { runningThread, thread } from "../threads/threads.ts";
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
  readonly listed?: Partial<Thread>;
  /** Differences when its turns were requested; none by default. */
  readonly asked?: Partial<Thread>;
  readonly turns: readonly Call[] | null;
  readonly earlier?: boolean;
  readonly bounds?: TimeBounds;
}

const listed: Thread = { ...thread("t"), turnCount: 4, p50TurnDuration: 100, p99TurnDuration: 200 };

function checked({ listed: changes = {}, asked, turns: loaded, earlier = false, bounds = {} }: Case): CheckedThread {
  const given = { ...listed, ...changes };
  const rest = { words: new Map(), pending: new Set<string>(), failed: [] };
  const list = loaded && { asked: { ...given, ...asked }, turns: loaded, earlier, ...rest };
  return checkedThread(given, list, bounds);
}

const computed: readonly (readonly [sentence: string, given: Case, p50: number | null, p99: number | null])[] = [
  ["of one finished turn are its duration", { turns: turns(null, 454, null, null) }, 454, 454],
  ["are interpolated between two ranks", { turns: turns(100, null, 200, 500) }, 200, 494],
  ["do not depend on the order of durations", { turns: turns(500, 200, null, 100) }, 200, 494],
  ["of two finished turns are between their durations", { turns: turns(157, 454, null, null) }, 305.5, 451.03],
  ["are unknown if no turn has finished", { turns: turns(null, null, null, null) }, null, null],
  [
    "replace negative values from the service",
    { listed: { hasRunning: true, p50TurnDuration: null, p99TurnDuration: null }, turns: turns(100, 100, 200, null) },
    100,
    198,
  ],
  [
    "include turns that finished after the request",
    { listed: { hasRunning: true, p50TurnDuration: null, p99TurnDuration: null }, turns: turns(100, 100, 200, 200) },
    150,
    200,
  ],
  [
    "cover only turns in the time range",
    { turns: turns(9000, 100, null, 300), bounds: { after: 2000, before: 4001 } },
    200,
    298,
  ],
  [
    "exclude a turn that started at the end of the range",
    { turns: turns(100, null, 100, 9000), bounds: { before: 4000 } },
    100,
    100,
  ],
  [
    "are known if only turns before the range are not loaded",
    { turns: turns(9000, 100, null, 300), earlier: true, bounds: { after: 1500 } },
    200,
    298,
  ],
];
for (const [sentence, given, p50, p99] of computed) {
  test(`p50 and p99 beside a running turn ${sentence}`, () => {
    const { thread: shown, listed: kept, isRecomputed } = checked(given);
    assert.deepEqual(
      [shown.p50TurnDuration, shown.p99TurnDuration, isRecomputed],
      [p50, p99 === null ? null : Math.round(p99 * 1e6) / 1e6, true],
    );
    assert.deepEqual(kept, { ...listed, ...given.listed });
    assert.deepEqual(
      { ...shown, p50TurnDuration: null, p99TurnDuration: null },
      {
        ...kept,
        p50TurnDuration: null,
        p99TurnDuration: null,
      },
    );
  });
}

const kept: readonly (readonly [sentence: string, given: Case])[] = [
  ["without its turns", { turns: null }],
  ["without a running turn", { turns: turns(1, 2, 3, 4) }],
  ["whose figures match its finished turns", { turns: turns(100, null, 100, 100), listed: { p99TurnDuration: 100 } }],
  [
    "whose figures differ by less than a millisecond",
    { turns: turns(100, null, 100, 100), listed: { p50TurnDuration: 100.9, p99TurnDuration: 99.1 } },
  ],
  ["without a finished turn", { turns: turns(null), listed: { ...runningThread("t"), turnCount: 1 } }],
  ["with more turns than are loaded", { turns: turns(1, null, 3, 4), earlier: true }],
  [
    "with turns in the range that are not loaded",
    { turns: turns(1, null, 3, 4), earlier: true, bounds: { after: 1000 } },
  ],
  ["with a new turn since its turns were requested", { turns: turns(1, null, 3), asked: { turnCount: 3 } }],
  ["with a turn that ended since its turns were requested", { turns: turns(1, null, 3, 4), asked: { lastUpdated: 0 } }],
];
for (const [sentence, given] of kept) {
  test(`a thread ${sentence} keeps the service's figures`, () => {
    const { thread: shown, listed: kept, isRecomputed } = checked(given);
    assert.equal(shown, kept);
    assert.equal(isRecomputed, false);
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
  ["as many turns as when they were requested", { turns: turns(1, 2, 3), asked: { turnCount: 3 } }, false],
  ["turns that are not loaded", { turns: null }, false],
];
for (const [sentence, given, countsDeleted] of counts) {
  test(`a thread with ${sentence} ${countsDeleted ? "may count deleted turns" : "counts no deleted turns"}`, () =>
    assert.equal(checked(given).countsDeleted, countsDeleted));
}
