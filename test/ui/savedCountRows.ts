import assert from "node:assert/strict";
import { allCalls, type CallConditions } from "../../src/core/counts/callCondition.ts";
import { formatStoredCounts } from "../../src/core/counts/savedCount.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { project } from "./steps.ts";

export const rootsOnly: CallConditions = { ...allCalls, conditions: [{ kind: "rootsOnly" }] };

/** Stores saved counts of the project, by name. The extension reads them when it starts, such as at `signIn`. */
export async function storeCounts(
  window: Workbench,
  counts: Readonly<Record<string, CallConditions>>,
  inStatusBar: string | null = null,
): Promise<void> {
  const entries = Object.entries(counts).map(([name, conditions]) => ({ id: name, name, conditions }));
  const host = await window.host();
  await host.run(
    async ({ context }, [key, value]: readonly [string, unknown]) => {
      await context.globalState.update(key, value);
    },
    [`savedCounts/${project}`, formatStoredCounts({ entries, inStatusBar })],
  );
}

/** Deletes counts with one command each, without waiting for one before the next. */
export async function removeCounts(window: Workbench, ids: readonly string[]): Promise<void> {
  const host = await window.host();
  await host.run(async ({ vscode }, given) => {
    const remove = (id: string) => vscode.commands.executeCommand("weaveThreads.removeCount", { kind: "count", id });
    await Promise.all(given.map(remove));
  }, ids);
}

/** Deletes the first counts from several windows at once, one after the other in turn. All windows then show the others. */
export async function deleteInTurn(
  windows: readonly Workbench[],
  deleted: readonly string[],
  others: readonly string[],
): Promise<readonly TreeView[]> {
  const views = await Promise.all(windows.map((each) => each.openView("Weave Threads", "Counts")));
  for (const view of views) await eventually(async () => assert.equal((await view.rows())[0]?.label, deleted[0]));
  const part = (own: number) => deleted.filter((_, index) => index % windows.length === own);
  await Promise.all(windows.map((each, own) => removeCounts(each, part(own))));
  for (const view of views) await showsRows(view, others);
  return views;
}

export async function showsRows(view: TreeView, labels: readonly string[]): Promise<void> {
  await eventually(async () => {
    assert.deepEqual(
      (await view.rows()).map(({ label }) => label),
      labels,
    );
  });
}

export async function showsRow(view: TreeView, label: string, description: RegExp): Promise<void> {
  await eventually(async () => {
    const row = (await view.rows()).find((candidate) => candidate.label === label);
    assert.ok(row);
    assert.match([row.value, row.description].filter((part) => part !== "").join(" · "), description);
  });
}
