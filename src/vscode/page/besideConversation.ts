import { ViewColumn } from "vscode";
import { shownConversation } from "./tabs.ts";

/** Where to open documents from a conversation: beside it if it has the focus, so that both are visible. */
export function besideConversation(): ViewColumn {
  return shownConversation() === null ? ViewColumn.Active : ViewColumn.Beside;
}
