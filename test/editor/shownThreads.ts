import assert from "node:assert/strict";
import { eventually } from "./workbench/eventually.ts";
import type { TreeView } from "./workbench/treeView.ts";
import type { Workbench } from "./workbench/workbench.ts";

/** Opens the Threads view and waits for its rows and the count in the status bar. */
export async function shownThreads(window: Workbench): Promise<TreeView> {
  const view = await window.openView("Weave Threads", "Threads");
  await view.waitForRows();
  const count = window.statusItem("weaveThreads.count");
  await eventually(async () => assert.match(await count.text(), /\d/));
  return view;
}
