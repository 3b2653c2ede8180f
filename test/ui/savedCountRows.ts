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
    assert.match(row?.description ?? "no such row", description);
  });
}
