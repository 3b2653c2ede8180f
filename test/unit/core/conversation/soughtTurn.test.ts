import assert from "node:assert/strict";
import { test } from "node:test";
import { foremost, SoughtTurn } from "../../../../src/core/conversation/soughtTurn.ts";

const seen = (shown: readonly string[], listed: readonly string[], loading: boolean) => ({
  isShown: (id: string) => shown.includes(id),
  isListed: (id: string) => listed.includes(id),
  loading,
});

const cases = [
  ["a turn on the page is revealed, even while others are loading", seen(["a"], ["a"], true), "reveal"],
  ["a listed turn is awaited until it is on the page", seen([], ["a"], false), undefined],
  ["an unlisted turn is awaited while the list is loading", seen([], [], true), undefined],
  ["a turn that is not in the complete list is missing", seen(["b"], ["b"], false), "missing"],
] as const;

for (const [name, state, kind] of cases) {
  test(name, () => {
    const sought = new SoughtTurn();
    sought.seek("a");
    assert.equal(sought.next(state)?.kind, kind);
  });
}

test("a turn is revealed once, and not after it was reported as missing", () => {
  const sought = new SoughtTurn();
  assert.equal(sought.next(seen(["a"], ["a"], false)), null);
  sought.seek("a");
  assert.deepEqual(sought.next(seen(["a"], ["a"], false)), { kind: "reveal", turnId: "a" });
  assert.equal(sought.next(seen(["a"], ["a"], false)), null);
  sought.seek("a");
  assert.deepEqual(sought.next(seen([], [], false)), { kind: "missing", turnId: "a" });
  assert.equal(sought.next(seen(["a"], ["a"], false)), null);
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
