import * as l10n from "@vscode/l10n";
import { commands, type QuickPickItem, Range, window, workspace } from "vscode";
import { opName } from "../../core/calls/opName.ts";
import { noneText } from "../../core/opNavigation/opText.ts";
import type { Formats } from "../../core/text/format.ts";
import { labelText, plainText, visibleText } from "../../core/text/visibleText.ts";
import { besideConversation } from "../../vscode/page/besideConversation.ts";
import { withLateProgress } from "../../vscode/ui/lateProgress.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";
import { type OpPlace, type OpSearch, searchOp } from "./opSearch.ts";

/** Opens the definition of an op: at once if there is one, with a pick if there are several. */
export async function goToCode(op: string, formats: Formats): Promise<void> {
  const name = opName(op);
  const shown = plainText(name);
  const group = besideConversation();
  const search = await withLateProgress(l10n.t("Searching for the definition of {0}", shown), (signal, report) =>
    searchOp(name, formats, signal, report),
  );
  const [only, ...others] = search.places;
  if (only === undefined) return tellNone(name, search, formats);
  const place = others.length === 0 ? only : await choose(shown, search.places);
  if (place === undefined) return;
  const { line, column } = place.place;
  await window.showTextDocument(place.uri, {
    selection: new Range(line, column, line, column),
    viewColumn: group,
    preview: true,
  });
}

async function choose(shown: string, places: readonly OpPlace[]): Promise<OpPlace | undefined> {
  const items = places.map((found): QuickPickItem & { readonly found: OpPlace } => ({
    label: `$(symbol-method) ${labelText(visibleText(found.names[0]))}`,
    description: labelText(visibleText(`${workspace.asRelativePath(found.uri)}:${found.place.line + 1}`)),
    detail: labelText(visibleText(found.place.text)),
    found,
  }));
  const title = l10n.t("Definitions of Op {0}", labelText(shown));
  const chosen = await askPick({ title, placeholder: l10n.t("Select a definition to open"), items });
  return chosen.kind === "accepted" ? chosen.value.found : undefined;
}

async function tellNone(name: string, { files, cut }: OpSearch, formats: Formats): Promise<void> {
  const searchInFiles = l10n.t("Search in Files");
  const open = (workspace.workspaceFolders ?? []).length > 0;
  const chosen = await window.showInformationMessage(
    noneText(plainText(name), { open, files, cut }, formats),
    ...(open ? [searchInFiles] : []),
  );
  if (chosen !== searchInFiles) return;
  const query = name.split(".").at(-1) ?? name;
  await commands.executeCommand("workbench.action.findInFiles", { query, triggerSearch: true, isRegex: false });
}
