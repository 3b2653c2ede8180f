import assert from "node:assert/strict";
import { test } from "node:test";
import { readSeenCounts, readStoredCounts } from "../../../../src/core/counts/countSchemas.ts";
import { formatStoredCounts, isReadable } from "../../../../src/core/counts/savedCount.ts";
import type { SavedCounts } from "../../../../src/core/counts/savedCounts.ts";
import { MemoryStore, ofOp, openWindow, project, unusedTarget } from "./savedCountStore.ts";

test("a saved count is appended with a trimmed name, also for the next window", async () => {
  const { saved, store } = await openWindow({ names: ["a"] });
  await saved.add("  b b ", ofOp("x"));
  assert.deepEqual(
    saved.list().map(({ name, conditions }) => [name, conditions]),
    [
      ["a", ofOp("a")],
      ["b b", ofOp("x")],
    ],
  );
  assert.deepEqual((await openWindow({ store })).saved.list(), saved.list());
});

test("two counts with the same name stay distinct", async () => {
  const { saved } = await openWindow({ names: ["a", "a"] });
  const [first, second] = saved.list();
  assert.ok(first && second && first.id !== second.id);
  await saved.remove(first.id);
  assert.deepEqual(saved.list(), [second]);
});

test("saving resolves to the ID of the count, whatever other counts have its name", async () => {
  const { saved } = await openWindow({ names: ["a", "a"] });
  const id = await saved.add("a", ofOp("x"));
  assert.deepEqual(
    saved.list().map((count) => count.id === id),
    [false, false, true],
  );
  assert.ok(await saved.edit(id, { conditions: ofOp("y") }));
});

test("a blank name is rejected", async () => {
  const { saved, id } = await openWindow({ names: ["a"] });
  await assert.rejects(saved.add(" \t", ofOp("x")), TypeError);
  await assert.rejects(saved.edit(id("a"), { name: "" }), TypeError);
  assert.equal(saved.list().length, 1);
});

test("counts are stored per project", async () => {
  const { saved, store, names } = await openWindow({ names: ["a"] });
  saved.reset({ ...unusedTarget, project: "northwind/code-review" });
  assert.deepEqual(names(), []);
  await saved.add("other", ofOp("x"));
  saved.reset(unusedTarget);
  assert.deepEqual(names(), ["a"]);
  assert.deepEqual(store.names("northwind/code-review"), ["other"]);
});

test("without a project there are no counts and saving fails", async () => {
  const { saved } = await openWindow({ names: ["a"] });
  saved.reset(null);
  assert.deepEqual(saved.shown, []);
  assert.deepEqual(await saved.refresh(), []);
  await assert.rejects(saved.add("b", ofOp("b")));
});

test("a renamed or edited count keeps its position", async () => {
  const { saved, store, id } = await openWindow({ names: ["a", "b", "c"] });
  const changed = id("b");
  assert.equal(await saved.edit(changed, { name: " B " }), true);
  assert.equal(await saved.edit(changed, { conditions: ofOp("y") }), true);
  assert.deepEqual(saved.list()[1], { id: changed, name: "B", conditions: ofOp("y") });
  assert.deepEqual(store.names(), ["a", "B", "c"]);
});

test("a removed count is restored at its position", async () => {
  for (const name of ["a", "b", "c"]) {
    const { saved, id, names } = await openWindow({ names: ["a", "b", "c"] });
    const before = saved.list();
    const removed = await saved.remove(id(name));
    assert.ok(removed !== null && !names().includes(name));
    await saved.restore(removed);
    await saved.restore(removed);
    assert.deepEqual(saved.list(), before);
  }
});

test("a removed count is restored at the end if its successor was removed too", async () => {
  const { saved, id, names } = await openWindow({ names: ["a", "b", "c"] });
  const removed = await saved.remove(id("a"));
  await saved.remove(id("b"));
  assert.ok(removed !== null);
  await saved.restore(removed);
  assert.deepEqual(names(), ["c", "a"]);
});

test("a removed count is restored in its project, whatever project is open", async () => {
  const { saved, store, id, names } = await openWindow({ names: ["a", "b"] });
  const removed = await saved.remove(id("a"));
  saved.reset({ ...unusedTarget, project: "northwind/code-review" });
  assert.ok(removed !== null);
  await saved.restore(removed);
  assert.deepEqual(names(), []);
  assert.deepEqual(store.names(), ["a", "b"]);
});

const moves: readonly [id: string, place: string | null, order: string][] = [
  ["a", "c", "bcad"],
  ["d", "b", "adbc"],
  ["a", "d", "bcda"],
  ["d", "a", "dabc"],
  ["b", "b", "abcd"],
  ["b", null, "acdb"],
  ["d", null, "abcd"],
];
for (const [name, place, order] of moves) {
  test(`moving ${name} of abcd to ${place ?? "the end"} gives ${order}`, async () => {
    const { saved, store, id } = await openWindow({ names: ["a", "b", "c", "d"] });
    await saved.move(id(name), place && id(place));
    assert.equal(store.names().join(""), order);
  });
}

const shifts: readonly [name: string, by: -1 | 1, order: string][] = [
  ["a", -1, "abc"],
  ["b", -1, "bac"],
  ["b", 1, "acb"],
  ["c", 1, "abc"],
];
for (const [name, by, order] of shifts) {
  test(`moving ${name} of abc ${by === 1 ? "down" : "up"} gives ${order}`, async () => {
    const { saved, store, id } = await openWindow({ names: ["a", "b", "c"] });
    await saved.shift(id(name), by);
    assert.equal(store.names().join(""), order);
  });
}

function nameInStatusBar({ inStatusBar }: SavedCounts): string | undefined {
  return inStatusBar?.saved.name;
}

test("one count can be shown in the status bar, also in the next window", async () => {
  const { saved, store, id } = await openWindow({ names: ["a", "b"] });
  assert.equal(nameInStatusBar(saved), undefined);
  await saved.showInStatusBar(id("b"));
  assert.equal(nameInStatusBar(saved), "b");
  assert.equal(nameInStatusBar((await openWindow({ store })).saved), "b");
  await saved.showInStatusBar(null);
  assert.equal(nameInStatusBar(saved), undefined);
});

test("removing the count in the status bar shows the project count, and restoring it restores both", async () => {
  const { saved, id } = await openWindow({ names: ["a", "b"] });
  await saved.showInStatusBar(id("a"));
  const removed = await saved.remove(id("a"));
  assert.equal(nameInStatusBar(saved), undefined);
  assert.ok(removed !== null);
  await saved.restore(removed);
  assert.equal(nameInStatusBar(saved), "a");
});

test("a restored count does not replace the count in the status bar", async () => {
  const { saved, id } = await openWindow({ names: ["a", "b"] });
  await saved.showInStatusBar(id("a"));
  const removed = await saved.remove(id("a"));
  await saved.showInStatusBar(id("b"));
  assert.ok(removed !== null);
  await saved.restore(removed);
  assert.equal(nameInStatusBar(saved), "b");
});

test("two windows keep each other's changes", async () => {
  const store = new MemoryStore();
  const one = await openWindow({ store, names: ["a", "b"] });
  const other = await openWindow({ store });
  await one.saved.add("c", ofOp("c"));
  await other.saved.edit(one.id("a"), { name: "A" });
  await one.saved.shift(one.id("b"), -1);
  await other.saved.add("d", ofOp("d"));
  assert.deepEqual(store.names(), ["b", "A", "c", "d"]);
  assert.deepEqual(other.names(), ["b", "A", "c", "d"]);
  await one.saved.refresh().catch(() => undefined);
  assert.deepEqual(one.names(), ["b", "A", "c", "d"]);
});

test("changing a count that another window removed changes nothing and resolves to false", async () => {
  const store = new MemoryStore();
  const one = await openWindow({ store, names: ["a", "b"] });
  const other = await openWindow({ store });
  const gone = one.id("a");
  await other.saved.remove(gone);
  assert.equal(await one.saved.edit(gone, { name: "A" }), false);
  assert.deepEqual(one.names(), ["b"]);
  assert.equal(await one.saved.edit(gone, { conditions: ofOp("y") }), false);
  assert.equal(await one.saved.remove(gone), null);
  await one.saved.move(gone, null);
  await one.saved.shift(gone, 1);
  assert.deepEqual(store.names(), ["b"]);
});

test("concurrent changes are all stored", async () => {
  const { saved, store, id } = await openWindow({ names: ["a", "b"] });
  await Promise.all([saved.add("c", ofOp("c")), saved.edit(id("a"), { name: "A" }), saved.remove(id("b"))]);
  assert.deepEqual(store.names(), ["A", "c"]);
});

test("a failing store rejects the change, and the next change is stored", async () => {
  const { saved, store, names } = await openWindow({ names: ["a"] });
  const { change } = MemoryStore.prototype;
  store.change = async () => {
    throw new Error("disk full");
  };
  await assert.rejects(saved.add("b", ofOp("b")), /disk full/);
  assert.deepEqual(names(), ["a"]);
  store.change = change;
  await saved.add("c", ofOp("c"));
  assert.deepEqual(names(), ["a", "c"]);
});

const readable = { id: "1", name: "a", conditions: ofOp("a") };
const unreadable: readonly [what: string, entry: unknown][] = [
  ["no object", 7],
  ["null", null],
  ["without an id", { ...readable, id: undefined }],
  ["without a name", { ...readable, name: 5 }],
  [
    "with unknown conditions",
    { ...readable, conditions: { ...ofOp("a"), conditions: [{ kind: "phase of the moon" }] } },
  ],
];
for (const [what, entry] of unreadable) {
  test(`a stored count ${what} is kept unchanged, counted as unreadable, and not shown`, async () => {
    const store = new MemoryStore();
    const kept = JSON.stringify(entry);
    store.texts.set(project, JSON.stringify({ counts: [readable, entry], inStatusBar: "1" }));
    const { saved, id, names } = await openWindow({ store });
    assert.deepEqual(names(), ["a"]);
    assert.equal(saved.unreadable, 1);
    await saved.add("c", ofOp("c"));
    await saved.shift(id("a"), 1);
    assert.deepEqual(names(), ["c", "a"]);
    await saved.remove(id("c"));
    const { counts } = JSON.parse(store.texts.get(project) ?? "");
    assert.deepEqual(
      counts.map((count: unknown) => JSON.stringify(count)).toSorted(),
      [kept, JSON.stringify(readable)].toSorted(),
    );
  });
}

test("stored data in an unknown form is kept", () => {
  for (const value of ["text", { version: 9 }, { counts: "?" }]) {
    const stored = readStoredCounts(value);
    assert.ok(!stored.entries.some(isReadable));
    assert.deepEqual(formatStoredCounts(stored), { counts: [value], inStatusBar: null });
  }
  assert.deepEqual(readStoredCounts(undefined), { entries: [], inStatusBar: null });
});

for (const seen of [undefined, null, 3, { count: 3, at: 4 }, { count: "3", at: 4, conditions: ofOp("a") }]) {
  test(`a stored view of ${JSON.stringify(seen)} is ignored, but not those beside it`, () => {
    const kept = { count: 3, at: 4, conditions: ofOp("b") };
    assert.deepEqual([...readSeenCounts({ a: seen, b: kept })], [["b", kept]]);
    assert.equal(readSeenCounts(seen).size, 0);
  });
}

test("the second of two stored counts with the same ID gets another ID", () => {
  const { entries } = readStoredCounts({ counts: [readable, { ...readable, name: "b" }] });
  assert.deepEqual(
    entries.filter(isReadable).map(({ id, name }) => [id, name]),
    [
      ["1", "a"],
      ["1+", "b"],
    ],
  );
});

/** All counts of the view by name, those that are not saved in brackets. */
function listed({ all }: SavedCounts): readonly string[] {
  return all.map(({ saved: { name }, isTemporary }) => (isTemporary ? `(${name})` : name));
}

test("a count that is not saved is shown above the saved ones until it is removed, and is not stored", async () => {
  const { saved, store, names } = await openWindow({ names: ["a"] });
  const id = saved.show(ofOp("x"), "x");
  assert.deepEqual(listed(saved), ["(x)", "a"]);
  assert.deepEqual([names(), store.names()], [["a"], ["a"]]);
  await saved.edit(id, { name: "y" });
  await saved.shift(id, 1);
  await saved.move(id, null);
  assert.deepEqual(listed(saved), ["(x)", "a"], "it cannot be changed");
  assert.equal(await saved.remove(id), null);
  assert.deepEqual(listed(saved), ["a"]);
});

test("of counts that are not saved, the latest five stay, and the same conditions are shown once", async () => {
  const { saved, id } = await openWindow({ names: ["a"] });
  const [first] = ["1", "2", "3", "4", "5"].map((name) => saved.show(ofOp(name), name));
  assert.equal(saved.show(ofOp("1"), "one"), first);
  assert.deepEqual(listed(saved), ["(one)", "(5)", "(4)", "(3)", "(2)", "a"]);
  saved.show(ofOp("6"), "6");
  assert.deepEqual(listed(saved), ["(6)", "(one)", "(5)", "(4)", "(3)", "a"]);
  assert.equal(saved.show(ofOp("a"), "other"), id("a"));
  assert.equal(listed(saved).length, 6, "a saved count is reused, too");
});

test("saving the conditions of a count that is not saved keeps its row", async () => {
  const { saved, store } = await openWindow({ names: ["a"] });
  const id = saved.show(ofOp("x"), "x");
  saved.show(ofOp("y"), "y");
  assert.equal(await saved.add("X", ofOp("x")), id);
  assert.deepEqual(listed(saved), ["(y)", "a", "X"]);
  assert.deepEqual(store.names(), ["a", "X"]);
});

test("counts that are not saved belong to their project, and are not kept as viewed", async () => {
  const { saved, store } = await openWindow({});
  saved.show(ofOp("x"), "x");
  await saved.startViewing();
  assert.equal(store.texts.get(`seen/${project}`), "{}");
  saved.reset({ ...unusedTarget });
  assert.deepEqual(listed(saved), ["(x)"], "another account of the same project");
  saved.reset({ ...unusedTarget, project: "northwind/code-review" });
  assert.deepEqual(listed(saved), []);
  saved.reset(unusedTarget);
  assert.deepEqual(listed(saved), []);
});
