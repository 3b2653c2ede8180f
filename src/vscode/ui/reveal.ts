import { setTimeout as delay } from "node:timers/promises";
import type { TreeView } from "vscode";

const mostAttempts = 5;
const pause = 300;

/** Reveals a row. VS Code fails to find a row while it redraws the tree; then it is retried. */
export async function reveal<T>(
  view: TreeView<T>,
  row: () => T,
  options: { readonly focus: boolean; readonly select: boolean },
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await view.reveal(row(), options);
      return;
    } catch (error) {
      if (attempt === mostAttempts) throw error;
    }
    await delay(pause);
  }
}
