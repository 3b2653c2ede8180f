import { TabInputCustom, ViewColumn, window } from "vscode";

/** Where to open what a conversation leads to: beside it, where it has the focus, so that both can be read. */
export function besideConversation(): ViewColumn {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  const isConversation = input instanceof TabInputCustom && input.viewType === "weaveThreads.conversation";
  return isConversation ? ViewColumn.Beside : ViewColumn.Active;
}
