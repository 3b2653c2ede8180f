import {
  commands,
  type Disposable,
  type Tab,
  TabInputCustom,
  TabInputText,
  TabInputTextDiff,
  TabInputWebview,
  type Uri,
  ViewColumn,
  window,
} from "vscode";
import { type ConversationAddress, readAddress } from "../../core/conversation/conversationAddress.ts";

/** The manifest's view type of conversations. */
export const conversationViewType = "weaveThreads.conversation";

/** The manifest's view type of the overview. */
export const overviewViewType = "weaveThreads.overview";

/** The scheme of conversations. */
export const conversationScheme = "weave-conversation";

/** The scheme of read-only documents about calls. */
export const documentScheme = "weave-call";

/** The scheme of attempts at a call, and of what they are compared with. */
export const attemptScheme = "weave-try";

/** The scheme of diagnostic reports. */
export const reportScheme = "weave-threads-diagnostics";

/** The conversation whose tab has, or last had, the focus; null if the active tab shows none. */
export function shownConversation(): ConversationAddress | null {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  const isConversation = input instanceof TabInputCustom && input.viewType === conversationViewType;
  return isConversation ? readAddress(input.uri.query) : null;
}

/** Where to open documents from a conversation: beside it if it has the focus, so that both are visible. */
export function besideConversation(): ViewColumn {
  return shownConversation() === null ? ViewColumn.Active : ViewColumn.Beside;
}

/** Where to open a conversation: beside the overview if that is visible, so that it stays visible. */
export function besideOverview(): ViewColumn {
  const tab = window.tabGroups.activeTabGroup.activeTab;
  const isOverview = tab !== undefined && isOverviewTab(tab);
  return isOverview ? ViewColumn.Beside : ViewColumn.Active;
}

/** The URIs of an editor's tab, also in an editor of others; none of other tabs. */
export function tabUris({ input }: Tab): readonly Uri[] {
  if (input instanceof TabInputCustom || input instanceof TabInputText) return [input.uri];
  return input instanceof TabInputTextDiff ? [input.original, input.modified] : [];
}

/** Whether a tab shows a conversation or a document of this extension: all schemes above begin alike. */
export function isOwnTab(tab: Tab): boolean {
  return tabUris(tab).some(({ scheme }) => scheme.startsWith("weave-"));
}

/** VS Code prefixes the view type. */
export function isOverviewTab({ input }: Tab): boolean {
  return input instanceof TabInputWebview && input.viewType.endsWith(overviewViewType);
}

export function allTabs(): readonly Tab[] {
  return window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

/** The documents that are open in tabs, without duplicates. */
export function openUris(): readonly Uri[] {
  return [
    ...new Map(
      allTabs()
        .flatMap(tabUris)
        .map((uri) => [String(uri), uri]),
    ).values(),
  ];
}

/** Reopens a document in the tabs that show it: an editor that could not open it does not retry. */
export async function reopen(uri: Uri): Promise<void> {
  for (const { activeTab, viewColumn } of window.tabGroups.all) {
    if (!(activeTab?.input instanceof TabInputText) || String(activeTab.input.uri) !== String(uri)) continue;
    const options = { viewColumn, preview: activeTab.isPreview, preserveFocus: !activeTab.group.isActive };
    await commands.executeCommand("vscode.open", uri, options);
  }
}

/** Called for each document that is no longer in any tab. VS Code closes that of a text minutes later. */
export function onUriClose(listener: (uri: Uri) => void): Disposable {
  return window.tabGroups.onDidChangeTabs(({ closed }) => {
    const open = new Set(openUris().map(String));
    for (const uri of closed.flatMap(tabUris)) if (!open.has(String(uri))) listener(uri);
  });
}
