import { TabInputCustom, window } from "vscode";
import { type ConversationAddress, readAddress } from "../../core/conversation/conversationAddress.ts";
import { conversationViewType } from "../ui/viewTypes.ts";

/** The conversation whose tab has, or last had, the focus; null if the active tab shows none. */
export function shownConversation(): ConversationAddress | null {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  const isConversation = input instanceof TabInputCustom && input.viewType === conversationViewType;
  return isConversation ? readAddress(input.uri.query) : null;
}
