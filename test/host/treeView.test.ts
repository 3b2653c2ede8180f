import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { EventEmitter, TreeItem, window } from "vscode";
import { createFormats } from "../../src/core/text/format.ts";
import { SavedCountTree } from "../../src/features/savedCounts/savedCountTree.ts";
import { LiveTreeView, linesTooltip } from "../../src/vscode/ui/treeView.ts";
import { openWindow } from "../unit/core/counts/savedCountStore.ts";
import { opened } from "../unit/core/openedProject.ts";

const hostile = "[x](command:weaveThreads.signOut) <command:weaveThreads.signOut> **b**";

test("a tooltip runs only the commands of its links, and its lines are text", () => {
  const { value, isTrusted } = linesTooltip([hostile], [{ title: "Refresh", command: "weaveThreads.refresh" }]);
  assert.deepEqual(isTrusted, { enabledCommands: ["weaveThreads.refresh"] });
  assert.deepEqual(value.match(/(?<!\\)\[[^\]]*\]\([^)]*\)/g), ["[Refresh](command:weaveThreads.refresh)"]);
  assert.doesNotMatch(value, /<command/);
  assert.equal(linesTooltip([hostile]).isTrusted, undefined);
});

/** A live view above a tree view that reveals rows in this way. */
function liveView(
  t: TestContext,
  selection: readonly object[],
  reveal: (row: object, options: object) => Promise<void>,
): LiveTreeView<object> {
  const { createTreeView } = window;
  t.after(() => void Reflect.set(window, "createTreeView", createTreeView));
  const onDidChangeVisibility = new EventEmitter<never>().event;
  const view = { visible: false, selection, onDidChangeVisibility, reveal, dispose: () => undefined };
  Reflect.set(window, "createTreeView", () => view);
  const treeDataProvider = { getChildren: () => [], getTreeItem: () => new TreeItem("") };
  const live = new LiveTreeView<object>("weaveThreads.test", { treeDataProvider }, () => undefined);
  t.after(() => live.dispose());
  return live;
}

for (const [what, isSelected] of [
  ["another row selected", true],
  ["no selection during a redraw", false],
] as const) {
  test(`a row is revealed until that is done, without focus and selection once it is selected: ${what}`, async (t) => {
    const [row, earlier] = [{}, {}];
    const revealed: object[] = [];
    let isDone = false;
    const selection: object[] = isSelected ? [earlier] : [];
    // As a busy VS Code does while it redraws the row: nothing for two seconds, at first without a selection, then
    // only the selection.
    const live = liveView(t, selection, async (element, options) => {
      revealed.push(options);
      selection.length = 0;
      if (revealed.length >= 3) selection[0] = revealed.length < 7 ? earlier : element;
      isDone = revealed.length === 8;
    });
    const options = { focus: true, select: true, expand: true };
    await live.reveal(
      () => row,
      options,
      () => isDone,
    );
    const again = { focus: false, select: false, expand: true };
    assert.deepEqual(revealed, [...Array.from({ length: 7 }, () => options), again]);
    await live.reveal(() => row, options);
    assert.deepEqual(revealed.slice(8), [options]);
  });
}

test("a row that leaves the tree while it is revealed is not looked for again", async (t) => {
  const rows = [{}, {}];
  let attempts = 0;
  const live = liveView(t, [], async () => {
    attempts += 1;
    rows.pop();
    throw new Error("Failed to resolve tree node");
  });
  await live.reveal(() => rows[0], { focus: true, select: false });
  assert.equal(attempts, 2);
});

test("a count that was removed has no row to reveal, and looks the same until the redraw", async () => {
  const { saved, id } = await openWindow({ names: ["a"] });
  const tree = new SavedCountTree({ saved, calls: opened().open.calls, formats: createFormats("en") }, () => "");
  const countId = id("a");
  const row = tree.shownRow(countId);
  assert.ok(row);
  const item = tree.getTreeItem(row);
  assert.equal(item.label, "–  a");
  await saved.remove(countId);
  assert.equal(tree.shownRow(countId), undefined);
  assert.deepEqual(tree.getTreeItem(row), item);
});
