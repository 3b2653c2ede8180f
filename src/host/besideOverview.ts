import { TabInputWebview, ViewColumn, window } from "vscode";
import { overviewViewType } from "./viewTypes.ts";

/** Where to open a conversation: beside the overview, where that is before the user, so that it is not covered. */
export function besideOverview(): ViewColumn {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  // The editor puts a word of its own before the type.
  const isOverview = input instanceof TabInputWebview && input.viewType.endsWith(overviewViewType);
  return isOverview ? ViewColumn.Beside : ViewColumn.Active;
}
