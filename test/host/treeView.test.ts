import assert from "node:assert/strict";
import { test } from "node:test";
import { EventEmitter, TreeItem, window } from "vscode";
import { LiveTreeView, linesTooltip } from "../../src/vscode/ui/treeView.ts";

const hostile = "[x](command:weaveThreads.signOut) <command:weaveThreads.signOut> **b**";

test("a tooltip runs only the commands of its links, and its lines are text", () => {
  const { value, isTrusted } = linesTooltip([hostile], [{ title: "Refresh", command: "weaveThreads.refresh" }]);
  assert.deepEqual(isTrusted, { enabledCommands: ["weaveThreads.refresh"] });
  assert.deepEqual(value.match(/(?<!\\)\[[^\]]*\]\([^)]*\)/g), ["[Refresh](command:weaveThreads.refresh)"]);
  assert.doesNotMatch(value, /<command/);
  assert.equal(linesTooltip([hostile]).isTrusted, undefined);
});

test("a row that VS Code has not expanded is expanded again, without focus and selection once it is selected", async (t) => {
  const row = {};
  const expanded = new EventEmitter<{ readonly element: object }>();
  const never = new EventEmitter<never>();
  const revealed: object[] = [];
  const selection: object[] = [];
  const { createTreeView } = window;
  t.after(() => void Reflect.set(window, "createTreeView", createTreeView));
  Reflect.set(window, "createTreeView", () => ({
    ...{ visible: false, selection, dispose: () => undefined },
    ...{ onDidExpandElement: expanded.event, onDidCollapseElement: never.event, onDidChangeVisibility: never.event },
    // As a busy VS Code does while the row is redrawn: nothing for two seconds, then without expanding it.
    reveal: async (element: object, options: object) => {
      revealed.push(options);
      if (revealed.length === 7) selection[0] = element;
      if (revealed.length === 8) expanded.fire({ element });
    },
  }));
  const treeDataProvider = { getChildren: () => [], getTreeItem: () => new TreeItem("") };
  const live = new LiveTreeView<object>("weaveThreads.test", { treeDataProvider }, () => undefined);
  const options = { focus: true, select: true };
  await live.reveal(() => row, { ...options, expand: true });
  assert.deepEqual(revealed, [
    ...Array.from({ length: 7 }, () => ({ ...options, expand: true })),
    { focus: false, select: false, expand: true },
  ]);
  await live.reveal(() => row, options);
  assert.deepEqual(revealed.slice(8), [options]);
  live.dispose();
});
