import { MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { RowIcon, TreeRow } from "../../core/treeRow.ts";

export function treeItem(row: TreeRow): TreeItem {
  const { id, label, description, icon, spoken, isButton, tooltip, contextValue, command, isOpen } = row;
  const item = new TreeItem(label, foldOf(isOpen));
  item.id = id;
  item.accessibilityInformation = isButton === true ? { label: spoken, role: "button" } : { label: spoken };
  if (description !== undefined) item.description = description;
  if (icon !== undefined) item.iconPath = themeIcon(icon);
  if (tooltip !== undefined) item.tooltip = tooltip;
  if (contextValue !== undefined) item.contextValue = contextValue;
  if (command !== undefined) item.command = command;
  return item;
}

/** A tooltip of lines. They are untrusted text and are appended as text. */
export function linesTooltip(lines: readonly string[]): MarkdownString {
  const tooltip = new MarkdownString();
  for (const line of lines) tooltip.appendText(line).appendMarkdown("  \n");
  return tooltip;
}

function foldOf(isOpen: boolean | undefined): TreeItemCollapsibleState {
  if (isOpen === undefined) return TreeItemCollapsibleState.None;
  return isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
}

function themeIcon({ id, color }: RowIcon): ThemeIcon {
  return color === undefined ? new ThemeIcon(id) : new ThemeIcon(id, new ThemeColor(color));
}
