import { commands, TabInputText, type Uri, window } from "vscode";
import { openTexts } from "../../vscode/page/openTexts.ts";
import { documentScheme } from "../../vscode/page/tabs.ts";

/** The call documents that are open in tabs, without duplicates. */
export function openDocuments(): readonly Uri[] {
  return openTexts().filter(({ scheme }) => scheme === documentScheme);
}

/** Reopens a document in the tabs that show it: an editor that could not open it does not retry. */
export async function reopen(uri: Uri): Promise<void> {
  for (const { activeTab, viewColumn } of window.tabGroups.all) {
    if (!(activeTab?.input instanceof TabInputText) || String(activeTab.input.uri) !== String(uri)) continue;
    const options = { viewColumn, preview: activeTab.isPreview, preserveFocus: !activeTab.group.isActive };
    await commands.executeCommand("vscode.open", uri, options);
  }
}
