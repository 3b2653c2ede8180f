import assert from "node:assert/strict";
import { test } from "node:test";
import { type FollowFacts, followInterval, followText } from "../../../../src/core/project/follow.ts";

const off: FollowFacts = {
  chosen: null,
  configured: 0,
  isOfWorkspace: false,
  isKnown: false,
  isLoopback: false,
  isLocal: false,
};

const intervals: readonly [what: string, facts: Partial<FollowFacts>, seconds: number][] = [
  ["nothing selected and no setting", {}, 0],
  ["selected, without a setting", { chosen: true }, 15],
  ["selected, without a setting, on this machine", { chosen: true, isLoopback: true }, 5],
  ["selected, with a setting", { chosen: true, configured: 60 }, 60],
  ["a setting of the user", { configured: 60 }, 60],
  ["a setting of the user below the least interval", { configured: 1 }, 15],
  ["a setting of the user below the least interval on this machine", { configured: 1, isLoopback: true }, 5],
  ["a setting of the user, turned off in this window", { configured: 60, chosen: false }, 0],
  ["a setting of a workspace whose threads were never opened", { configured: 60, isOfWorkspace: true }, 0],
  ["a setting of a workspace whose threads were opened", { configured: 60, isOfWorkspace: true, isKnown: true }, 60],
  ["the local collector, without a setting", { isLoopback: true, isLocal: true }, 5],
  ["the local collector, turned off in this window", { isLoopback: true, isLocal: true, chosen: false }, 0],
  ["a setting of a workspace, turned on in this window", { configured: 60, isOfWorkspace: true, chosen: true }, 60],
];
for (const [what, facts, seconds] of intervals) {
  test(`${what}: every ${seconds} seconds`, () => assert.equal(followInterval({ ...off, ...facts }), seconds));
}

test("the state of Follow is named unless it is off", () => {
  assert.deepEqual((["off", "on", "paused"] as const).map(followText), ["", "following", "follow paused"]);
});
