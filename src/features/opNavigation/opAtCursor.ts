import * as l10n from "@vscode/l10n";
import { type QuickPickItem, window } from "vscode";
import { opLanguageIds } from "../../core/opNavigation/languages.ts";
import { definitionAt } from "../../core/opNavigation/opDefinition.ts";
import { labelText, visibleText } from "../../core/text/visibleText.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";
import { documentOps } from "./documentOps.ts";

/** The op at the cursor, otherwise one of the file by choice; undefined, with a message, if there is none. */
export async function opAtCursor(): Promise<string | undefined> {
  const editor = window.activeTextEditor;
  const isSource = opLanguageIds.some((id) => id === editor?.document.languageId);
  const definitions = editor === undefined || !isSource ? [] : documentOps(editor.document);
  if (editor === undefined || definitions.length === 0) {
    window.showInformationMessage(
      l10n.t("Open a Python, TypeScript or JavaScript file that defines an op, and place the cursor in its function."),
    );
    return undefined;
  }
  const here = definitionAt(definitions, editor.document.offsetAt(editor.selection.active));
  if (here !== undefined) return here.names[0];
  const items = definitions.map(({ names: [op], start }): QuickPickItem & { readonly op: string } => ({
    label: labelText(visibleText(op)),
    description: l10n.t("line {0}", editor.document.positionAt(start).line + 1),
    op,
  }));
  const chosen = await askPick({
    title: l10n.t("Show Op Calls"),
    placeholder: l10n.t("Select an op"),
    items,
  });
  return chosen.kind === "accepted" ? chosen.value.op : undefined;
}
