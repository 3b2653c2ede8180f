import { commands, type Disposable, type Tab, TabInputText, TabInputTextDiff, type Uri, window } from "vscode";
import { documentScheme } from "../../vscode/page/tabs.ts";

/** The call documents that are open in tabs, without duplicates. */
export function openDocuments(): readonly Uri[] {
  const uris = window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(documentsIn));
  return [...new Map(uris.map((uri) => [String(uri), uri])).values()];
}

/** Called for each document that is no longer in any tab. */
export function onDocumentsClose(listener: (uri: Uri) => void): Disposable {
  return window.tabGroups.onDidChangeTabs(({ closed }) => {
    const open = new Set(openDocuments().map(String));
    for (const uri of closed.flatMap(documentsIn)) if (!open.has(String(uri))) listener(uri);
  });
}

/** Reopens a document in the tabs that show it: an editor that could not open it does not retry. */
export async function reopen(uri: Uri): Promise<void> {
  for (const { activeTab, viewColumn } of window.tabGroups.all) {
    if (!(activeTab?.input instanceof TabInputText) || String(activeTab.input.uri) !== String(uri)) continue;
    const options = { viewColumn, preview: activeTab.isPreview, preserveFocus: !activeTab.group.isActive };
    await commands.executeCommand("vscode.open", uri, options);
  }
}

function documentsIn({ input }: Tab): readonly Uri[] {
  const uris =
    input instanceof TabInputText
      ? [input.uri]
      : input instanceof TabInputTextDiff
        ? [input.original, input.modified]
        : [];
  return uris.filter(({ scheme }) => scheme === documentScheme);
}
