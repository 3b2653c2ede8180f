import { ViewColumn } from "vscode";
import { shownConversation } from "./shownConversation.ts";

/** Where to open what a conversation leads to: beside it, where it has the focus, so that both can be read. */
export function besideConversation(): ViewColumn {
  return shownConversation() === null ? ViewColumn.Active : ViewColumn.Beside;
}
