import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { GrowingColumns } from "../../../../src/core/overview/growingColumns.ts";
import type { ThreadColumns } from "../../../../src/core/overview/threadColumns.ts";
import type { ConversationSummary } from "../../../../src/core/query/thread.ts";
import { thread } from "../conversations/threads.ts";
import { anyThreads, columnsOf } from "./anyThreads.ts";

function rowsOf({
  ids,
  startTime,
  lastUpdated,
  turnCount,
  p50,
  p99,
}: ThreadColumns): readonly Partial<ConversationSummary>[] {
  const figure = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
  return ids.map((id, place) => ({
    kind: "thread",
    id,
    turnCount: turnCount[place] ?? -1,
    startTime: startTime[place] ?? -1,
    startMicroseconds: 0,
    lastUpdated: figure(lastUpdated[place]),
    updatedMicroseconds: 0,
    firstTurnId: null,
    lastTurnId: null,
    p50TurnDuration: figure(p50[place]),
    p99TurnDuration: figure(p99[place]),
    hasRunning: false,
  }));
}

test("columns contain what was added, in order, in pieces of any size", () => {
  fc.assert(
    fc.property(fc.array(anyThreads, { maxLength: 5 }), (batches) => {
      const columns = new GrowingColumns();
      for (const batch of batches) columns.add(batch);
      assert.deepEqual(rowsOf(columns.view()), batches.flat());
      assert.equal(columns.length, batches.flat().length);
    }),
  );
});

test("columns grow beyond their initial capacity", () => {
  const columns = new GrowingColumns();
  const threads = Array.from({ length: 5000 }, (_, place) => ({ ...thread(`t${place}`), startTime: place }));
  columns.add(threads.slice(0, 900));
  columns.append(columnsOf(threads.slice(900, 3000)));
  columns.add(threads.slice(3000));
  assert.deepEqual(rowsOf(columns.view()), threads);
});

test("sent pieces, some of them dropped, add up to the whole", () => {
  fc.assert(
    fc.property(anyThreads, fc.nat(60), fc.nat(60), (threads, cut, kept) => {
      const sent = new GrowingColumns();
      sent.add(threads);
      const received = new GrowingColumns();
      received.append(sent.copy(0, cut));
      received.keep(kept);
      received.append(sent.copy(received.length, sent.length));
      assert.deepEqual(rowsOf(received.view()), threads);
    }),
  );
});

test("a copy is unchanged when the columns change", () => {
  const columns = new GrowingColumns();
  columns.add([thread("a"), thread("b")]);
  const copy = columns.copy(0, 2);
  columns.keep(0);
  columns.add([{ ...thread("c"), startTime: 9 }]);
  assert.deepEqual(rowsOf(copy), [thread("a"), thread("b")]);
});
