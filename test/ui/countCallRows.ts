import type { Workbench } from "../editor/workbench/workbench.ts";

// The rows of the Counts view as VS Code last requested them, with those that are not on screen. They are recorded and
// not requested, because the extension takes a count whose calls are requested for expanded.

/** A row of the view, and the rows in it. */
export interface CountsRow {
  readonly id: string;
  readonly label: string;
  /** The value that begins its label. */
  readonly value: string;
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
        const tree = options.treeDataProvider;
        const { getChildren } = tree;
        const requested = new Map<unknown, readonly unknown[]>();
        tree.getChildren = async (parent) => {
          const rows = (await Reflect.apply(getChildren, tree, [parent])) ?? [];
          requested.set(parent, rows);
          return rows;
        };
        Reflect.set(globalThis, "countsTree", { tree, requested });
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
    const {
      tree,
      requested,
    }: {
      readonly tree: import("vscode").TreeDataProvider<unknown>;
      readonly requested: ReadonlyMap<unknown, readonly unknown[]>;
    } = Reflect.get(globalThis, "countsTree");
    const rowOf = async (element: unknown): Promise<CountsRow> => {
      const { id = "", label = "", description = "", contextValue = "" } = await tree.getTreeItem(element);
      const [, value = "", name = ""] = /^(?:(.*?) {2})?(.*)$/s.exec(String(label)) ?? [];
      return { id, label: name, value, description: String(description), kind: contextValue, rows: [] };
    };
    const rowsIn = async (parent: unknown): Promise<readonly CountsRow[]> =>
      await Promise.all((requested.get(parent) ?? []).map(rowOf));
    const [first] = requested.get(undefined) ?? [];
    const rows = await rowsIn(undefined);
    const calls = first === undefined ? [] : await rowsIn(first);
    return rows.map((row, index) => (index === 0 ? { ...row, rows: calls } : row));
  });
}

/** The IDs of the calls in the row of a count. */
export function callIdsIn({ id, rows }: CountsRow): readonly string[] {
  const start = `call/${id.slice("count/".length)}/`.length;
  return rows.flatMap((row) => (row.kind.startsWith("call") ? row.id.slice(start) : []));
}
