import { TabInputWebview, ViewColumn, window } from "vscode";
import { overviewViewType } from "../ui/viewTypes.ts";

/** Where to open a conversation: beside the overview if that is visible, so that it stays visible. */
export function besideOverview(): ViewColumn {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  // VS Code prefixes the view type.
  const isOverview = input instanceof TabInputWebview && input.viewType.endsWith(overviewViewType);
  return isOverview ? ViewColumn.Beside : ViewColumn.Active;
}
