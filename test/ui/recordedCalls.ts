import type { Workbench } from "../editor/workbench/workbench.ts";

/** An API function, the arguments of a call of it, and its result. */
type ApiCall = readonly [name: string, given: readonly unknown[], result: unknown];

/**
 * Starts the extension again and records its messages, status bar items and views: on the screen, a message may be hidden and
 * a tooltip takes a second. Resolves with what ends the recording.
 */
export async function recordCalls(window: Workbench): Promise<AsyncDisposable> {
  const host = await window.host();
  await host.run(async ({ vscode, stop, start }) => {
    await stop();
    const calls: ApiCall[] = [];
    const originals: Record<string, unknown> = {};
    for (const name of [
      "createStatusBarItem",
      "createTreeView",
      "showErrorMessage",
      "showWarningMessage",
      "showInformationMessage",
    ]) {
      const original: (...given: readonly unknown[]) => unknown = Reflect.get(vscode.window, name);
      originals[name] = original;
      Reflect.set(vscode.window, name, (...given: readonly unknown[]) => {
        const result = original(...given);
        calls.push([name, given, result]);
        return result;
      });
    }
    Object.assign(globalThis, { recordedCalls: calls, recordedOriginals: originals });
    await start();
  });
  // A reload of the window has ended it.
  const end = async () =>
    (await window.host()).run(
      ({ vscode }) => void Object.assign(vscode.window, Reflect.get(globalThis, "recordedOriginals")),
    );
  return { [Symbol.asyncDispose]: end };
}

/**
 * The recorded messages, and as they are now: the tooltips and spoken labels of the status bar items, and all texts of the
 * first rows of each view and of those below.
 */
export async function recorded(window: Workbench): Promise<Record<"messages" | "tooltips" | "rows", string>> {
  const host = await window.host();
  return await host.run(async ({ vscode }) => {
    const calls: readonly ApiCall[] = Reflect.get(globalThis, "recordedCalls");
    type Texts = Pick<import("vscode").StatusBarItem, "tooltip" | "accessibilityInformation">;
    const textOf = ({ tooltip, accessibilityInformation }: Partial<Texts>, ...shown: readonly unknown[]) => {
      const markdown = typeof tooltip === "object" ? tooltip.value : tooltip;
      const plain = markdown?.replaceAll("&nbsp;", " ").replace(/\\(.)/g, "$1");
      return [...shown, plain, accessibilityInformation?.label].join("\n");
    };
    const isItem = (value: unknown): value is import("vscode").StatusBarItem =>
      typeof value === "object" && value !== null && "tooltip" in value;
    // By ID: those of an earlier start are disposed of.
    const latest = new Map(calls.flatMap((call) => (call[0].startsWith("create") ? [[call[1][0], call]] : [])));
    const items = [...latest.values()].flatMap(([, , result]) => (isItem(result) ? [result] : []));
    const messages = calls.flatMap(([name, given]) => (name.startsWith("show") ? [given] : []));
    const rows: string[] = [];
    const visit = async (tree: import("vscode").TreeDataProvider<unknown>, above?: unknown): Promise<void> => {
      for (const row of ((await tree.getChildren(above)) ?? []).slice(0, 5)) {
        const item = await tree.getTreeItem(row);
        const token = new vscode.CancellationTokenSource().token;
        const made = (await tree.resolveTreeItem?.(item, row, token)) ?? item;
        rows.push(textOf(made, JSON.stringify(made.label), made.description));
        if (above === undefined) await visit(tree, row);
      }
    };
    for (const [name, [, options]] of latest.values())
      if (name === "createTreeView") await visit(Object(options).treeDataProvider);
    const tooltips = items.map((item) => textOf(item, item.text));
    return { messages: JSON.stringify(messages), tooltips: tooltips.join("\n"), rows: rows.join("\n") };
  });
}
