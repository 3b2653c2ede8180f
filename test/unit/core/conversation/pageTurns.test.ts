import assert from "node:assert/strict";
import { test } from "node:test";
import { beginning, foremost, SentTurns, TargetTurn, turnsAhead } from "../../../../src/core/conversation/pageTurns.ts";
import type { PageState } from "../../../../src/core/conversation/protocol.ts";
import type { Call } from "../../../../src/core/query/call.ts";
import { turn } from "./turns.ts";

const listed = (count: number) => Array.from({ length: count }, (_, at) => turn(`t${at + 1}`));
const ids = (turns: readonly Call[]) => turns.map(({ id }) => id);

const aheads: readonly (readonly [
  what: string,
  count: number,
  progress: PageState["progress"],
  wanted: string | null,
  ahead: readonly string[],
])[] = [
  ["the start of a long list that is loading", 100, "loading", null, ids(listed(8))],
  ["all of a short complete list", 3, "complete", null, ["t1", "t2", "t3"]],
  ["all of a short stopped list", 2, "stopped", null, ["t1", "t2"]],
  ["none of a short list that is loading", 3, "loading", null, []],
  ["those from a requested turn on", 100, "complete", "t96", ["t96", "t97", "t98", "t99", "t100"]],
  ["none while a requested turn is not listed", 100, "loading", "t200", []],
  ["none of an empty list", 0, "complete", null, []],
];

for (const [what, count, progress, wanted, ahead] of aheads) {
  test(`turns to request before the page is ready: ${what}`, () => {
    assert.deepEqual(turnsAhead({ turns: listed(count), progress }, wanted), ahead);
  });
}

test("a new page first receives the start of a long list, marked as loading", () => {
  const turns = listed(2000);
  const begun = beginning({ turns, progress: "complete" });
  assert.deepEqual([begun?.turns, begun?.progress], [turns.slice(0, 40), "loading"]);
});

test("a new page receives a short list at once", () => {
  for (const count of [0, 1, 40]) assert.equal(beginning({ turns: listed(count), progress: "complete" }), null);
});

const three = () => [turn("t1"), turn("t2"), turn("t3")];
const usage = (cost: number) => [{ model: "m", promptTokens: 1, completionTokens: 1, totalTokens: 2, cost }];

const sends: readonly (readonly [name: string, before: readonly Call[], after: readonly Call[], kept: number])[] = [
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

for (const [name, before, after, kept] of sends) {
  test(name, () => {
    const notified = new SentTurns();
    notified.notify(before);
    assert.equal(notified.notify(after), kept);
    assert.deepEqual(
      ["t1", "t2", "t3", "t4", "t9"].filter((id) => notified.has(id)),
      after.map(({ id }) => id).toSorted(),
    );
  });
}

test("each of ten thousand streamed turns is sent once", () => {
  const notified = new SentTurns();
  const all = Array.from({ length: 10_000 }, (_, place) => turn(`t${place}`));
  let sent = 0;
  for (let count = 100; count <= all.length; count += 100) sent += count - notified.notify(all.slice(0, count));
  assert.equal(sent, all.length);
});

test("a page keeps large documents until they change, but not small ones", () => {
  const notified = new SentTurns();
  const [small, large] = [turn("t1"), turn("t2", { storedBytes: 20_000_000 })];
  const part = () => ({ kind: "shown", value: { inputs: null, output: "much" } }) as const;
  const first = part();
  assert.equal(notified.keeps(large, first), false);
  notified.postDocuments(large, first);
  notified.postDocuments(small, first);
  assert.deepEqual(
    [notified.keeps(large, first), notified.keeps(large, part()), notified.keeps(small, first)],
    [true, false, false],
  );
  notified.postDocuments(large, { kind: "failed", fault: null });
  assert.equal(notified.keeps(large, first), false);
});

const seen = (shown: readonly string[], listed: readonly string[], loading: boolean) => ({
  isShown: (id: string) => shown.includes(id),
  isListed: (id: string) => listed.includes(id),
  loading,
});

const steps = [
  ["a turn on the page is revealed, even while others are loading", seen(["a"], ["a"], true), "reveal"],
  ["a listed turn is awaited until it is on the page", seen([], ["a"], false), undefined],
  ["an unlisted turn is awaited while the list is loading", seen([], [], true), undefined],
  ["a turn that is not in the complete list is missing", seen(["b"], ["b"], false), "missing"],
] as const;

for (const [name, state, kind] of steps) {
  test(name, () => {
    const wanted = new TargetTurn();
    wanted.seek("a");
    assert.equal(wanted.next(state)?.kind, kind);
  });
}

test("a turn is revealed once, and not after it was reported as missing", () => {
  const wanted = new TargetTurn();
  assert.equal(wanted.next(seen(["a"], ["a"], false)), null);
  wanted.seek("a");
  assert.deepEqual(wanted.next(seen(["a"], ["a"], false)), { kind: "reveal", turnId: "a" });
  assert.equal(wanted.next(seen(["a"], ["a"], false)), null);
  wanted.seek("a");
  assert.deepEqual(wanted.next(seen([], [], false)), { kind: "missing", turnId: "a" });
  assert.equal(wanted.next(seen(["a"], ["a"], false)), null);
});

test("the foremost tab is the active one, then a visible one, then the last", () => {
  const [hidden, last] = [
    { active: false, visible: false },
    { active: false, visible: false },
  ];
  const visible = { active: false, visible: true };
  const active = { active: true, visible: true };
  assert.equal(foremost([visible, active, last]), active);
  assert.equal(foremost([hidden, visible, last]), visible);
  assert.equal(foremost([hidden, last]), last);
  assert.equal(foremost([]), undefined);
});
