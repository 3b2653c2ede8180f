import { type Disposable, type Tab, TabInputText, TabInputTextDiff, type Uri, window } from "vscode";

/** The texts that are open in tabs, without duplicates. */
export function openTexts(): readonly Uri[] {
  const uris = window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(textsIn));
  return [...new Map(uris.map((uri) => [String(uri), uri])).values()];
}

/** Called for each text that is no longer in any tab. VS Code closes its document minutes later. */
export function onTextsClose(listener: (uri: Uri) => void): Disposable {
  return window.tabGroups.onDidChangeTabs(({ closed }) => {
    const open = new Set(openTexts().map(String));
    for (const uri of closed.flatMap(textsIn)) if (!open.has(String(uri))) listener(uri);
  });
}

function textsIn({ input }: Tab): readonly Uri[] {
  if (input instanceof TabInputText) return [input.uri];
  return input instanceof TabInputTextDiff ? [input.original, input.modified] : [];
}
