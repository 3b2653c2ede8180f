import assert from "node:assert/strict";
import { test } from "node:test";
import { commands, window } from "vscode";

test("Accessibility Help opens in one tab, with the commands of the palette", async (t) => {
  const close = () => commands.executeCommand("workbench.action.closeAllEditors");
  t.after(close);
  await close();
  await commands.executeCommand("weaveThreads.showAccessibilityHelp");
  await commands.executeCommand("weaveThreads.showAccessibilityHelp");
  assert.deepEqual(
    window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)),
    ["Weave accessibility help.md"],
  );
  const { document } = window.activeTextEditor ?? assert.fail("no text editor is active");
  const lines = document.getText().split("\n");
  assert.ok(lines.includes("- Weave: Show Log") && lines.includes("- Weave: Sign In…"));
  assert.ok(!lines.includes("- Weave: Copy Value"), "it is in no palette");
});
