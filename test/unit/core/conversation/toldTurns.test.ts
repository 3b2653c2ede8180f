import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../../../src/core/calls/call.ts";
import { ToldTurns } from "../../../../src/core/conversation/toldTurns.ts";
import { turn } from "./turns.ts";

const three = () => [turn("t1"), turn("t2"), turn("t3")];
const usage = (cost: number) => [
  { model: "m", requests: 1, promptTokens: 1, completionTokens: 1, totalTokens: 2, cost },
];

const cases: readonly (readonly [name: string, before: readonly Call[], after: readonly Call[], kept: number])[] = [
  ["all first turns are sent", [], three(), 0],
  ["unchanged turns are not sent again", three(), three(), 3],
  ["a turn added at the end is sent alone", three(), [...three(), turn("t4")], 3],
  ["an inserted turn is sent with those after it", three(), three().toSpliced(1, 0, turn("t9")), 1],
  ["a changed turn is sent with those after it", three(), three().with(1, turn("t2", { status: "error" })), 1],
  ["a turn with another cost is sent again", [turn("t1", { usage: usage(1) })], [turn("t1", { usage: usage(2) })], 0],
  [
    "a turn with unchanged usage is not sent again",
    [turn("t1", { usage: usage(1) })],
    [turn("t1", { usage: usage(1) })],
    1,
  ],
  ["removing turns sends no turn", three(), three().slice(0, 2), 2],
];

for (const [name, before, after, kept] of cases) {
  test(name, () => {
    const told = new ToldTurns();
    told.tell(before);
    assert.equal(told.tell(after), kept);
    assert.deepEqual(
      ["t1", "t2", "t3", "t4", "t9"].filter((id) => told.has(id)),
      after.map(({ id }) => id).toSorted(),
    );
  });
}

test("each of ten thousand streamed turns is sent once", () => {
  const told = new ToldTurns();
  const all = Array.from({ length: 10_000 }, (_, place) => turn(`t${place}`));
  let sent = 0;
  for (let count = 100; count <= all.length; count += 100) sent += count - told.tell(all.slice(0, count));
  assert.equal(sent, all.length);
});

test("a page keeps large documents until they change, but not small ones", () => {
  const told = new ToldTurns();
  const [small, large] = [turn("t1"), turn("t2", { storedBytes: 20_000_000 })];
  const part = () => ({ kind: "shown", value: { inputs: null, output: "much" } }) as const;
  const first = part();
  assert.equal(told.keeps(large, first), false);
  told.tellDocuments(large, first);
  told.tellDocuments(small, first);
  assert.deepEqual(
    [told.keeps(large, first), told.keeps(large, part()), told.keeps(small, first)],
    [true, false, false],
  );
  told.tellDocuments(large, { kind: "failed", fault: null });
  assert.equal(told.keeps(large, first), false);
});
