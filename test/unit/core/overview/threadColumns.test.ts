import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { threadFigures } from "../../../../src/core/overview/figureTexts.ts";
import { notDrawn, timeOrder } from "../../../../src/core/overview/threadColumns.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { anyThreads, columnsOf, known, runningOf } from "./anyThreads.ts";

test("without threads all figures are zero or unknown", () => {
  assert.deepEqual(threadFigures(columnsOf([])), {
    threads: 0,
    running: 0,
    turns: 0,
    medianP50: null,
    worstP99: null,
  });
});

test("the figures match counting thread by thread", () => {
  fc.assert(
    fc.property(anyThreads, (threads) => {
      const figures = threadFigures(columnsOf(threads));
      const medians = known(threads.map(({ p50TurnDuration }) => p50TurnDuration)).toSorted((a, b) => a - b);
      const worst = Math.max(-1, ...known(threads.map(({ p99TurnDuration }) => p99TurnDuration)));
      const slowest = threads.find(({ p99TurnDuration }) => p99TurnDuration === worst);
      assert.equal(figures.threads, threads.length);
      assert.equal(figures.running, runningOf(threads).length);
      assert.equal(
        figures.turns,
        threads.reduce((sum, { turnCount }) => sum + turnCount, 0),
      );
      assert.equal(figures.medianP50, medians[Math.ceil(medians.length / 2) - 1] ?? null);
      assert.deepEqual(
        figures.worstP99,
        slowest ? { conversation: threadKey(slowest.id), value: slowest.p99TurnDuration } : null,
      );
    }),
  );
});

test("threads that cannot be drawn are counted by unknown and zero duration", () => {
  fc.assert(
    fc.property(anyThreads, (threads) => {
      const lacking = threads.filter(
        ({ p50TurnDuration, p99TurnDuration }) => !((p50TurnDuration ?? 0) >= 1e-6 || (p99TurnDuration ?? 0) >= 1e-6),
      );
      const unknown = lacking.filter(
        ({ p50TurnDuration, p99TurnDuration }) => p50TurnDuration === null && p99TurnDuration === null,
      );
      assert.deepEqual(notDrawn(columnsOf(threads)), {
        unknown: unknown.length,
        zero: lacking.length - unknown.length,
      });
    }),
  );
});

test("threads are sorted by start, and those of the same time by arrival", () => {
  fc.assert(
    fc.property(anyThreads, (threads) => {
      const expected = threads.map((_, place) => place);
      expected.sort((a, b) => (threads[a]?.startTime ?? 0) - (threads[b]?.startTime ?? 0));
      assert.deepEqual([...timeOrder(columnsOf(threads))], expected);
    }),
  );
});
