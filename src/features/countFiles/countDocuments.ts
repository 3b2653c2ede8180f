import * as l10n from "@vscode/l10n";
import { Position, Selection, type TextDocument, Uri, ViewColumn, WorkspaceEdit, window, workspace } from "vscode";
import { UserError } from "../../core/failures/fault.ts";
import { countFileEnding } from "../../core/query/callQuery.ts";
import { rangeAt } from "./countDiagnostics.ts";
import type { TextRange } from "./jsonPlaces.ts";

/** The count file of a command: its argument, or the file in the active editor. */
export async function requestedFile(argument: unknown): Promise<TextDocument> {
  const uri = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
  if (!uri?.path.endsWith(countFileEnding)) {
    throw new UserError(l10n.t("Open a count file (*{0}) first.", countFileEnding));
  }
  return await workspace.openTextDocument(uri);
}

/** Opens an unsaved count file, to the side if an editor is open. */
export async function openCountFile(body: object): Promise<void> {
  const uri = freeUri();
  const document = await workspace.openTextDocument(uri);
  const edit = new WorkspaceEdit();
  edit.insert(uri, new Position(0, 0), `${JSON.stringify(body, undefined, 2)}\n`);
  await workspace.applyEdit(edit);
  await window.showTextDocument(document, {
    viewColumn: window.tabGroups.activeTabGroup.activeTab === undefined ? ViewColumn.Active : ViewColumn.Beside,
  });
}

/** Selects a place in a document and reveals it. */
export async function pointAt(document: TextDocument, place: TextRange): Promise<void> {
  const range = rangeAt(document, place);
  const editor = await window.showTextDocument(document);
  editor.selection = new Selection(range.start, range.end);
  editor.revealRange(range);
}

function freeUri(): Uri {
  const taken = new Set(workspace.textDocuments.map(({ uri }) => String(uri)));
  for (let number = 1; ; number += 1) {
    const name = `count${number === 1 ? "" : `-${number}`}${countFileEnding}`;
    const uri = Uri.from({ scheme: "untitled", path: name });
    if (!taken.has(String(uri))) return uri;
  }
}
