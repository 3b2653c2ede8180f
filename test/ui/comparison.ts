import assert from "node:assert/strict";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";

/** The title of the active tab and the texts of both sides, of all turns of threads; null if it is not a comparison. */
export async function comparison(window: Workbench): Promise<{ title: string; left: string; right: string } | null> {
  const host = await window.host();
  return await host.run(async ({ vscode }) => {
    const { label, input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    // The multi-diff editor is not in VS Code's stable types.
    const inside: unknown = typeof input === "object" && input !== null ? Reflect.get(input, "textDiffs") : null;
    const pairs = (Array.isArray(inside) ? inside : [input]).filter((each) => each instanceof vscode.TabInputTextDiff);
    if (label === undefined || pairs.length === 0) return null;
    const textOf = async (uris: readonly import("vscode").Uri[]) =>
      (await Promise.all(uris.map(async (uri) => (await vscode.workspace.openTextDocument(uri)).getText()))).join("\n");
    const left = await textOf(pairs.map(({ original }) => original));
    return { title: label, left, right: await textOf(pairs.map(({ modified }) => modified)) };
  });
}

/** Waits for the comparison of this title, to which VS Code adds the number of documents. */
export async function waitForComparison(window: Workbench, title: string): Promise<{ left: string; right: string }> {
  return await eventually(async () => {
    const shown = await comparison(window);
    assert.ok(shown !== null);
    assert.ok(shown.title.startsWith(title), shown.title);
    return shown;
  });
}

/** Closes the comparison of this title, also if another editor has the focus again. */
export async function closeComparison(window: Workbench, title: string): Promise<void> {
  const host = await window.host();
  await host.run(async ({ vscode }, start: string) => {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await vscode.window.tabGroups.close(tabs.filter(({ label }) => label.startsWith(start)));
  }, title);
}
