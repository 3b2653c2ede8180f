import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../../../src/core/calls/call.ts";
import { beginning, turnsAhead } from "../../../../src/core/conversation/firstTurns.ts";
import type { PageState } from "../../../../src/core/conversation/protocol.ts";
import { turn } from "./turns.ts";

const listed = (count: number) => Array.from({ length: count }, (_, at) => turn(`t${at + 1}`));
const ids = (turns: readonly Call[]) => turns.map(({ id }) => id);

const cases: readonly (readonly [
  what: string,
  count: number,
  progress: PageState["progress"],
  sought: string | null,
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

for (const [what, count, progress, sought, ahead] of cases) {
  test(`turns to request before the page is ready: ${what}`, () => {
    assert.deepEqual(turnsAhead({ turns: listed(count), progress }, sought), ahead);
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
