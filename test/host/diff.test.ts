import assert from "node:assert/strict";
import { test } from "node:test";
import { commands, TabInputTextDiff, window, workspace } from "vscode";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { eventually } from "../editor/workbench/eventually.ts";

const run = (command: string, id: string) =>
  commands.executeCommand(`weaveThreads.${command}`, { weaveKind: "thread", weaveThread: id });

/** The tabs with their labels, and the documents of a comparison. */
const tabs = () =>
  window.tabGroups.all.flatMap((group) =>
    group.tabs.map(({ label, input }) => {
      // The multi-diff editor is not in VS Code's stable types.
      const [first]: unknown[] = Object(input).textDiffs ?? [];
      return { label, documents: first instanceof TabInputTextDiff ? [first.original, first.modified] : [] };
    }),
  );

test("the selected thread is compared on the left, until another session begins", async (t) => {
  t.after(async () => {
    await commands.executeCommand("workbench.action.closeAllEditors");
    await commands.executeCommand("weaveThreads.signOut");
  });
  const { refund, review } = showcaseThreads;
  await commands.executeCommand("weaveThreads.openSample");
  await run("selectForCompare", refund);
  await run("compareWithSelected", review);
  const [left, right] = await eventually(() => {
    const [tab] = tabs();
    assert.ok(tab !== undefined);
    assert.match(tab.label, new RegExp(`^${refund} ↔ ${review} \\(\\d+ files\\)$`));
    return tab.documents;
  });
  assert.ok(left !== undefined && right !== undefined);
  assert.match((await workspace.openTextDocument(left)).getText(), /INV-2093/);
  assert.doesNotMatch((await workspace.openTextDocument(right)).getText(), /INV-2093/);

  await commands.executeCommand("workbench.action.closeAllEditors");
  await eventually(() => assert.deepEqual(tabs(), []));
  await commands.executeCommand("weaveThreads.signOut");
  await commands.executeCommand("weaveThreads.openSample");
  // Says that nothing is selected.
  await run("compareWithSelected", review);
  assert.deepEqual(tabs(), []);
});
