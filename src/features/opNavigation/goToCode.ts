import * as l10n from "@vscode/l10n";
import { commands, type QuickPickItem, Range, type Uri, window, workspace } from "vscode";
import { bestMatches, opDefinitions, opLanguage } from "../../core/opNavigation/opDefinition.ts";
import { noneText } from "../../core/opNavigation/opText.ts";
import { opName } from "../../core/query/call.ts";
import type { Formats } from "../../core/text/format.ts";
import { labelText, plainText, visibleText } from "../../core/text/visibleText.ts";
import { besideConversation } from "../../vscode/page/tabs.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";
import type { OpCode } from "../app.ts";
import { mostFiles, readSources, sourceFiles } from "./workspaceOps.ts";

/** Opens the definition of an op: at once if there is one, with a pick if there are several. */
export async function goToCode(op: string, formats: Formats): Promise<void> {
  const name = opName(op);
  const shown = plainText(name);
  const group = besideConversation();
  const found = await findDefinitions(name, formats);
  const [only, ...others] = found.places;
  if (only === undefined) return showNone(name, found.files, formats);
  const place = others.length === 0 ? only : await choose(shown, found.places);
  if (place === undefined) return;
  const { line, column } = place;
  const selection = new Range(line, column, line, column);
  await window.showTextDocument(place.uri, { selection, viewColumn: group, preview: true });
}

/** The code of an op in the workspace, at most a few equally good matches. */
export async function opCode(op: string, formats: Formats): Promise<readonly OpCode[]> {
  const { places } = await findDefinitions(opName(op), formats);
  return places.slice(0, mostCodes).map(({ uri, range, code }) => ({ uri, range, code }));
}

const mostCodes = 3;

function findDefinitions(name: string, formats: Formats) {
  const title = l10n.t("Searching for the definition of {0}", plainText(name));
  return withLateProgress(title, async (signal, report) => {
    const files = await sourceFiles(signal);
    let read = 0;
    const take = (uri: Uri, text: string) => {
      read += 1;
      if (read % 100 === 0) report(l10n.t("{0} of {1} files", formats.exact(read), formats.exact(files.length)));
      return placesIn(uri, text, name);
    };
    const places = await readSources(files, take, signal);
    return { places: bestMatches(places.flat(), name), files: files.length };
  });
}

type OpPlace = ReturnType<typeof placesIn>[number];

/** The best matches in a source file; line and column, in UTF-16 code units, count from 0. */
function placesIn(uri: Uri, text: string, name: string) {
  const place = (at: number) => {
    const before = text.slice(0, at).split(/\r\n|\r|\n/);
    const [last = ""] = before.slice(-1);
    return { line: before.length - 1, last };
  };
  return bestMatches(opDefinitions(text, opLanguage(uri.path)), name).map(({ names, at, start, end }) => {
    const { line, last } = place(at);
    const [rest = ""] = text.slice(at, at + 500).split(/[\r\n]/, 1);
    const [first, final] = [place(start), place(end)];
    const range = new Range(first.line, first.last.length, final.line, final.last.length);
    const column = last.length;
    return { uri, names, line, column, text: `${last}${rest}`.trim(), range, code: text.slice(start, end) };
  });
}

async function choose(shown: string, places: readonly OpPlace[]): Promise<OpPlace | undefined> {
  const items = places.map((found): QuickPickItem & { readonly found: OpPlace } => ({
    label: `$(symbol-method) ${labelText(visibleText(found.names[0]))}`,
    description: labelText(visibleText(`${workspace.asRelativePath(found.uri)}:${found.line + 1}`)),
    detail: labelText(visibleText(found.text)),
    found,
  }));
  const title = l10n.t("Definitions of Op {0}", labelText(shown));
  const chosen = await askPick({ title, placeholder: l10n.t("Select a definition to open"), items });
  return chosen.kind === "accepted" ? chosen.value.found : undefined;
}

async function showNone(name: string, files: number, formats: Formats): Promise<void> {
  const searchInFiles = l10n.t("Search in Files");
  const open = (workspace.workspaceFolders ?? []).length > 0;
  const text = noneText(plainText(name), { open, files, cut: files === mostFiles }, formats);
  const chosen = await window.showInformationMessage(text, ...(open ? [searchInFiles] : []));
  if (chosen !== searchInFiles) return;
  const query = name.split(".").at(-1) ?? name;
  await commands.executeCommand("workbench.action.findInFiles", { query, triggerSearch: true, isRegex: false });
}
