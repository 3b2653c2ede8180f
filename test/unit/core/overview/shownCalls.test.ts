import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type ThreadFilter, unfiltered } from "../../../../src/core/conversations/threadSelection.ts";
import { type CallConditions, isTurnCall } from "../../../../src/core/counts/callCondition.ts";
import { FailureGroups } from "../../../../src/core/errors/failureGroups.ts";
import type { FoundErrors } from "../../../../src/core/errors/foundErrors.ts";
import { resolveRange } from "../../../../src/core/input/timeRange.ts";
import type { Overview } from "../../../../src/core/overview/overview.ts";
import type { ShownCalls } from "../../../../src/core/overview/overviewProtocol.ts";
import { OverviewThreads } from "../../../../src/core/overview/overviewThreads.ts";
import { shownCalls } from "../../../../src/core/overview/shownCalls.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { thread } from "../conversations/threads.ts";

const now = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;
const day: ThreadFilter = { ...unfiltered, time: { kind: "preset", preset: "24h" } };
const of = { ...day, threadIds: ["a", "b", "c"] };

/** Threads `a` with 1 turn, `b` with 2 and `c` with 2; p50 is 1, 2 and 4 s, unknown for `d`, which has 9 turns. */
function overview(filter: ThreadFilter, more: readonly string[] = []): Pick<Overview, "filter" | "load" | "errors"> {
  const value = new OverviewThreads(filter, now);
  value.add([
    { ...thread("a"), turnCount: 1, p50TurnDuration: 1000 },
    { ...thread("b"), turnCount: 2, p50TurnDuration: 2000 },
    { ...thread("c"), turnCount: 2, p50TurnDuration: 4000 },
    { ...thread("d"), turnCount: 9, p50TurnDuration: null },
    ...more.map((id) => ({ ...thread(id), turnCount: 5 })),
  ]);
  const failures = new FailureGroups();
  failures.add({
    id: "x",
    op: "refund",
    conversation: threadKey("a"),
    turnId: "a/1",
    startedAt: now,
    exception: "KeyError: 'a'",
  });
  const errors: FoundErrors = {
    ...{ groups: failures.sorted(), read: 1, reach: "all", total: 1, ops: new Map() },
    ...{ counting: false, countFault: null },
  };
  return {
    filter,
    load: { kind: "shown", value, at: now },
    errors: { kind: "shown", value: errors, at: now },
  };
}

const started = { kind: "started", range: day.time };
const threads = (...values: readonly string[]) => ({ kind: "list", field: "threadIds", values });
const failed = { kind: "status", anyOf: ["error"] };
const bar = { name: "a bar" };

describe("the calls of", () => {
  const cases: readonly (readonly [
    what: string,
    calls: ShownCalls,
    filter: ThreadFilter,
    conditions: readonly object[] | null,
    name?: string,
  ])[] = [
    ["the number of calls", { kind: "all" }, of, [started, threads("a", "b", "c")]],
    ["the number of calls at any time", { kind: "all" }, unfiltered, []],
    ["the failed calls", { kind: "failed" }, day, [started, failed]],
    [
      "a row of the errors",
      { kind: "error", op: "refund", type: "KeyError" },
      day,
      [{ kind: "list", field: "callIds", values: ["x"] }],
      "refund: KeyError",
    ],
    ["a row that is gone", { kind: "error", op: "refund", type: "ValueError" }, day, null],
    [
      "a bar of the turns",
      { kind: "turnCount", from: 2, before: 3, ...bar },
      day,
      [started, threads("b", "c")],
      bar.name,
    ],
    ["a bar of durations", { kind: "p50", from: 1000, before: 2000, ...bar }, day, [started, threads("a")], bar.name],
    ["a bar without threads", { kind: "p99", from: 1e6, before: 1e7, ...bar }, day, null],
    [
      "a bar of the activity before the time range",
      { kind: "started", from: now - 48 * hour, before: now - 24 * hour, ...bar },
      day,
      null,
    ],
    [
      "a bar of the failed turns before the time range",
      { kind: "failedTurns", from: now - 48 * hour, before: now - 24 * hour, ...bar },
      day,
      null,
    ],
  ];
  for (const [what, calls, filter, conditions, name] of cases) {
    test(what, () => {
      const shown = shownCalls(calls, overview(filter));
      assert.deepEqual([shown?.conditions.conditions ?? null, shown?.name], [conditions, name]);
    });
  }

  test("a bar of more threads than the service accepts IDs", () => {
    const many = Array.from({ length: 1001 }, (_, at) => `m${at}`);
    const calls = { kind: "turnCount", from: 5, before: 6, ...bar } as const;
    assert.equal(shownCalls(calls, overview(day, many)), null);
    assert.notEqual(shownCalls(calls, overview(day, many.slice(1))), null);
  });

  const boundsOf = (shown: { readonly conditions: CallConditions } | null) => {
    const [first, ...others] = shown?.conditions.conditions ?? [];
    assert.ok(first?.kind === "started");
    return { ...resolveRange(first.range, 0), others };
  };

  test("a bar of the activity, within the time range and of the threads of the filter", () => {
    const within = { kind: "started", from: now - 3 * hour, before: now - 2 * hour, ...bar } as const;
    const { after, before, others } = boundsOf(shownCalls(within, overview(of)));
    assert.deepEqual([after, before], [within.from, within.before]);
    assert.deepEqual(others, [threads("a", "b", "c")]);
    const across = { kind: "started", from: now - 25 * hour, before: now - 22 * hour, ...bar } as const;
    assert.equal(boundsOf(shownCalls(across, overview(day))).after, now - 24 * hour);
    const turns = boundsOf(shownCalls({ ...within, kind: "failedTurns" }, overview(of)));
    assert.deepEqual([turns.after, turns.before], [within.from, within.before]);
    assert.deepEqual(turns.others, [threads("a", "b", "c"), isTurnCall, failed]);
  });
});
