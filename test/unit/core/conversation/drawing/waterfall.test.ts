import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type WaterfallRow, waterfall } from "../../../../../src/core/conversation/drawing/waterfall.ts";
import type { Call } from "../../../../../src/core/query/call.ts";
import { call } from "../calls.ts";

type Span = readonly [id: string, parent: string | null, start: number, end: number | null];

const spans = (...list: readonly Span[]): readonly Call[] =>
  list.map(([id, parentId, startedAt, endedAt]) => call(id, { parentId, startedAt, endedAt }));

const line = ({ call: { id, endedAt }, depth, from, to, below, strayed }: WaterfallRow) =>
  `${"  ".repeat(depth)}${id} ${from}-${to} ${below}${endedAt === null ? " open" : ""}${strayed ? " strayed" : ""}`;

const cases: readonly [name: string, calls: readonly Call[], now: number, lines: readonly string[]][] = [
  ["no calls", [], 10, []],
  ["a turn without calls", spans(["turn", null, 0, 100]), 1000, ["turn 0-1 0"]],
  ["a turn without duration", spans(["turn", null, 5, 5]), 1000, ["turn 0-1 0"]],
  [
    "calls are sorted by start, regardless of arrival",
    spans(["b", "turn", 50, 100], ["aa", "a", 25, 50], ["turn", "outside", 0, 100], ["a", "turn", 0, 50]),
    1000,
    ["turn 0-1 3", "  a 0-0.5 1", "    aa 0.25-0.5 0", "  b 0.5-1 0"],
  ],
  [
    "a running turn and its running call last until now",
    spans(["turn", null, 0, null], ["a", "turn", 50, null], ["b", "turn", 60, 80]),
    200,
    ["turn 0-1 2 open", "  a 0.25-1 0 open", "  b 0.3-0.4 0"],
  ],
  [
    "a call without an end in a finished turn lasts until the last end",
    spans(["turn", null, 0, 100], ["a", "turn", 50, null]),
    1_000_000,
    ["turn 0-1 1", "  a 0.5-1 0 open"],
  ],
  [
    "a call that outlives its turn is drawn completely",
    spans(["turn", null, 0, 50], ["a", "turn", 25, 100]),
    1000,
    ["turn 0-0.5 1", "  a 0.25-1 0"],
  ],
  [
    "a call before its turn is drawn completely",
    spans(["turn", null, 50, 100], ["a", "turn", 0, 75]),
    1000,
    ["turn 0.5-1 1", "  a 0-0.75 0"],
  ],
  [
    "a call that ends before its start has no duration",
    spans(["turn", null, 0, 100], ["a", "turn", 50, 20]),
    1000,
    ["turn 0-1 1", "  a 0.5-0.5 0"],
  ],
  [
    "a call without its parent is placed below the turn, sorted by start",
    spans(
      ["turn", null, 0, 100],
      ["lost", "gone", 25, 50],
      ["child", "lost", 25, 50],
      ["a", "turn", 0, 50],
      ["z", "turn", 50, 100],
    ),
    1000,
    ["turn 0-1 4", "  a 0-0.5 0", "  lost 0.25-0.5 1 strayed", "    child 0.25-0.5 0", "  z 0.5-1 0"],
  ],
  [
    "without the turn's own call, its calls are at the top level",
    spans(["b", "turn", 50, 100], ["a", "turn", 0, 50], ["aa", "a", 0, 50]),
    1000,
    ["a 0-0.5 1 strayed", "  aa 0-0.5 0", "b 0.5-1 0 strayed"],
  ],
  [
    "a cycle is broken at the call that starts first",
    spans(["turn", null, 0, 100], ["b", "a", 50, 100], ["a", "b", 25, 100], ["self", "self", 0, 100]),
    1000,
    ["turn 0-1 3", "  self 0-1 0 strayed", "  a 0.25-1 1 strayed", "    b 0.5-1 0"],
  ],
  [
    "a turn whose parent is one of its calls stays on top",
    spans(["turn", "a", 0, 100], ["a", "turn", 0, 100]),
    1000,
    ["turn 0-1 1", "  a 0-1 0"],
  ],
  [
    "of two records of a call, the later one is used",
    spans(["turn", null, 0, null], ["turn", null, 0, 100]),
    1000,
    ["turn 0-1 0"],
  ],
];
for (const [name, calls, now, lines] of cases) {
  test(`waterfall: ${name}`, () => assert.deepEqual(waterfall(calls, "turn", now).map(line), lines));
}

const anyCalls = fc.array(
  fc.record({
    id: fc.constantFrom("turn", "a", "b", "c", "d", "e", "f"),
    parentId: fc.constantFrom(null, "turn", "a", "b", "c", "d", "e", "f", "gone"),
    startedAt: fc.integer({ min: 0, max: 100 }),
    endedAt: fc.option(fc.integer({ min: 0, max: 100 })),
  }),
);

test("every call has one row below its parent, with a bar within the drawn time", () => {
  fc.assert(
    fc.property(anyCalls, fc.integer({ min: 0, max: 200 }), (list, now) => {
      const calls = list.map(({ id, ...more }) => call(id, more));
      const rows = waterfall(calls, "turn", now);
      assert.deepEqual(rows.map((row) => row.call.id).sort(), [...new Set(list.map(({ id }) => id))].sort());
      for (const [index, row] of rows.entries()) {
        assert.ok(0 <= row.from && row.from <= row.to && row.to <= 1);
        const above = rows.slice(0, index).findLast(({ depth }) => depth < row.depth);
        assert.equal(row.depth, above === undefined ? 0 : above.depth + 1);
        if (!row.strayed && above !== undefined) assert.equal(above.call.id, row.call.parentId);
        const after = rows.slice(index + 1);
        const next = after.findIndex(({ depth }) => depth <= row.depth);
        assert.equal(row.below, next === -1 ? after.length : next);
      }
    }),
  );
});

test("many calls are placed, parallel or nested", () => {
  const wide = Array.from({ length: 200_000 }, (_, index) => call(`c${index}`, { parentId: "turn", startedAt: index }));
  assert.equal(waterfall([call("turn"), ...wide], "turn", 0).length, 200_001);
  const deep = Array.from({ length: 20_000 }, (_, index) => call(`c${index}`, { parentId: `c${index - 1}` }));
  assert.equal(waterfall([call("turn"), ...deep], "turn", 0).at(-1)?.depth, 20_000);
});
