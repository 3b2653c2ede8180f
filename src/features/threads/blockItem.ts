import * as l10n from "@vscode/l10n";
import { ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { Thread } from "../../core/threads/thread.ts";
import type { SortField } from "../../core/threads/threadQuery.ts";
import type { ThreadBlock } from "../../core/threads/threadRow.ts";
import { visibleCut } from "../../core/visibleText.ts";
import { type FactContext, factOfField, factText } from "./threadFact.ts";

const longestId = 14;

/** The row of a block: what its threads are sorted by, from the first to the last. */
export function blockItem(block: ThreadBlock, sortedBy: SortField, isOpen: boolean, context: FactContext): TreeItem {
  const fact = factOfField[sortedBy];
  const value = (thread: Thread) =>
    fact === null ? visibleCut(thread.id, longestId) : factText(fact, thread, { ...context, window: null });
  const label = `${value(block.first)} → ${value(block.last)}`;
  const { formats } = context;
  const item = new TreeItem(label, isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed);
  item.id = `block/${block.index}`;
  item.contextValue = "block";
  item.iconPath = new ThemeIcon("list-ordered");
  item.description = l10n.t("{0} to {1}", formats.exact(block.start + 1), formats.exact(block.end));
  item.accessibilityInformation = { label: l10n.t("Threads {0}, {1}", item.description, label) };
  return item;
}
