import assert from "node:assert/strict";
import { test } from "node:test";
import { foremost, SoughtTurn } from "../../../../src/core/conversation/soughtTurn.ts";

const seen = (shown: readonly string[], listed: readonly string[], loading: boolean) => ({
  isShown: (id: string) => shown.includes(id),
  isListed: (id: string) => listed.includes(id),
  loading,
});

const cases = [
  ["a turn that the page has is revealed, also while others are listed", seen(["a"], ["a"], true), "reveal"],
  ["a turn that is listed comes to the page", seen([], ["a"], false), undefined],
  ["a turn that is not listed may come while the list grows", seen([], [], true), undefined],
  ["a turn that is not in the whole list is missing", seen(["b"], ["b"], false), "missing"],
] as const;

for (const [name, state, kind] of cases) {
  test(name, () => {
    const sought = new SoughtTurn();
    sought.seek("a");
    assert.equal(sought.next(state)?.kind, kind);
  });
}

test("a turn is revealed once, and one that was missing is not revealed when it comes later", () => {
  const sought = new SoughtTurn();
  assert.equal(sought.next(seen(["a"], ["a"], false)), null);
  sought.seek("a");
  assert.deepEqual(sought.next(seen(["a"], ["a"], false)), { kind: "reveal", turnId: "a" });
  assert.equal(sought.next(seen(["a"], ["a"], false)), null);
  sought.seek("a");
  assert.deepEqual(sought.next(seen([], [], false)), { kind: "missing", turnId: "a" });
  assert.equal(sought.next(seen(["a"], ["a"], false)), null);
});

test("of several tabs the active one is foremost, then one that is on screen, then the last", () => {
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
