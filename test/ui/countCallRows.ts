import type { Workbench } from "../editor/workbench/workbench.ts";

// The rows of the Counts view as the extension gives them to VS Code, with those that are not on screen.

/** A row of the view, and the rows in it. */
export interface CountsRow {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly kind: string;
  readonly rows: readonly CountsRow[];
}

/** Keeps the tree of the Counts view that the extension creates when it starts, such as at `signIn`. */
export async function keepCountsTree(window: Workbench): Promise<void> {
  const host = await window.host();
  await host.run(({ vscode }) => {
    const { createTreeView } = vscode.window;
    const keeping = (id: string, options: import("vscode").TreeViewOptions<unknown>) => {
      if (id === "weaveThreads.counts") {
        Reflect.set(globalThis, "countsTree", options.treeDataProvider);
        Reflect.set(vscode.window, "createTreeView", createTreeView);
      }
      return createTreeView(id, options);
    };
    Reflect.set(vscode.window, "createTreeView", keeping);
  });
}

/** The rows of the counts, the first of them with its calls. */
export async function countsRows(window: Workbench): Promise<readonly CountsRow[]> {
  const host = await window.host();
  return await host.run(async () => {
    const tree: import("vscode").TreeDataProvider<unknown> = Reflect.get(globalThis, "countsTree");
    const rowOf = async (element: unknown): Promise<CountsRow> => {
      const { id = "", label = "", description = "", contextValue = "" } = await tree.getTreeItem(element);
      return { id, label: String(label), description: String(description), kind: contextValue, rows: [] };
    };
    const rowsIn = async (parent?: unknown): Promise<readonly CountsRow[]> =>
      await Promise.all(((await tree.getChildren(parent)) ?? []).map(rowOf));
    const [first] = (await tree.getChildren()) ?? [];
    const rows = await rowsIn();
    const calls = first === undefined ? [] : await rowsIn(first);
    return rows.map((row, index) => (index === 0 ? { ...row, rows: calls } : row));
  });
}

/** The IDs of the calls in the row of a count. */
export function callIdsIn({ id, rows }: CountsRow): readonly string[] {
  const start = `call/${id.slice("count/".length)}/`.length;
  return rows.flatMap((row) => (row.kind.startsWith("call") ? row.id.slice(start) : []));
}
