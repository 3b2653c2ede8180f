import { EventEmitter, l10n, ThemeColor, ThemeIcon, type TreeDataProvider, TreeItem } from "vscode";
import type { Formats } from "../../core/format.ts";
import type { ThreadList } from "../../core/threadList.ts";
import { type ThreadRow, threadRows } from "../../core/threadRow.ts";
import { faultText } from "../../host/faultText.ts";
import { threadItem, threadTooltip } from "./threadItem.ts";

/** Draws the thread list. It holds no rows of its own and asks for none. */
export class ThreadTree implements TreeDataProvider<ThreadRow> {
  readonly #threads: ThreadList;
  readonly #formats: Formats;
  readonly #changed = new EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(threads: ThreadList, formats: Formats) {
    this.#threads = threads;
    this.#formats = formats;
  }

  redraw(): void {
    this.#changed.fire(undefined);
  }

  getChildren(row?: ThreadRow): ThreadRow[] {
    return row === undefined ? [...threadRows(this.#threads.load)] : [];
  }

  getTreeItem(row: ThreadRow): TreeItem {
    switch (row.kind) {
      case "thread":
        return threadItem(row.thread, this.#threads.sort.field, this.#formats, Date.now());
      case "loading": {
        const title = l10n.t("Loading…");
        const item = new TreeItem(title);
        item.id = "loading";
        item.accessibilityInformation = { label: title };
        item.iconPath = new ThemeIcon("loading~spin");
        return item;
      }
      case "more":
        return actionItem("more", l10n.t("Load more"), "ellipsis");
      case "incomplete": {
        const item = actionItem("incomplete", l10n.t("Incomplete. Retry"), "warning");
        item.iconPath = new ThemeIcon("warning", new ThemeColor("list.warningForeground"));
        item.description = faultText(row.fault);
        item.tooltip = faultText(row.fault);
        item.accessibilityInformation = { label: l10n.t("Incomplete: {0} Retry", faultText(row.fault)) };
        return item;
      }
    }
  }

  /** Every row is a root; VS Code asks before it reveals one. */
  getParent(): undefined {
    return undefined;
  }

  resolveTreeItem(item: TreeItem, row: ThreadRow): TreeItem {
    if (row.kind === "thread") item.tooltip = threadTooltip(row.thread, this.#formats);
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function actionItem(id: string, title: string, icon: string): TreeItem {
  const item = new TreeItem(title);
  item.id = id;
  item.iconPath = new ThemeIcon(icon);
  item.command = { command: "weaveThreads.loadMore", title };
  item.accessibilityInformation = { label: title, role: "button" };
  return item;
}
