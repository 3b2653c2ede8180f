import { homedir } from "node:os";
import * as l10n from "@vscode/l10n";
import { Uri, window, workspace } from "vscode";
import {
  type ExportFormat,
  type ExportSubject,
  exportFormats,
  exportName,
  formatDetail,
  formatFilters,
  formatName,
  formatOf,
} from "../../core/export/exportFormat.ts";
import type { Preferences } from "../storage/preferences.ts";
import { askPick } from "../ui/quickInput.ts";
import { showSwitched } from "./exportNotice.ts";

/** Where to write, and how. */
export interface ExportFile {
  readonly file: Uri;
  readonly format: ExportFormat;
}

export interface FileQuestion {
  readonly title: string;
  readonly subject: ExportSubject;
  readonly named: string;
  readonly preferences: Preferences;
}

/** Asks for the format, which is JSON for a conversation, and the file, whose extension overrides it. Undefined if canceled. */
export async function askExportFile(question: FileQuestion): Promise<ExportFile | undefined> {
  const { title, subject, named, preferences } = question;
  const isJson = subject === "conversation";
  const chosen = isJson ? "json" : await askFormat(title, preferences.exportFormat.value);
  if (chosen === undefined) return undefined;
  const name = `${exportName(subject, named, new Date())}.${chosen}`;
  const filters = isJson ? { [formatName(chosen)]: [chosen] } : formatFilters(chosen);
  const file = await askSaveTarget({ title, name, filters, preferences });
  if (file === undefined) return undefined;
  if (isJson) return { file, format: chosen };
  const format = formatOf(file.path) ?? chosen;
  await preferences.exportFormat.set(format);
  return { file, format };
}

async function askFormat(title: string, last: ExportFormat | undefined): Promise<ExportFormat | undefined> {
  const items = exportFormats.map((format) => ({
    format,
    label: formatName(format),
    description: `.${format}`,
    detail: formatDetail(format),
  }));
  const active = items.find(({ format }) => format === last);
  const result = await askPick({ title, placeholder: l10n.t("Select a format"), items, active });
  return result.kind === "accepted" ? result.value.format : undefined;
}

export interface SaveQuestion {
  readonly title: string;
  /** The default name, with its extension. */
  readonly name: string;
  /** File extensions without the dot, by label; the first is that of the default name. */
  readonly filters: Record<string, string[]>;
  readonly preferences: Preferences;
}

/**
 * Asks where to save a file, starting in the last folder, else in the first workspace folder, else at home.
 * Undefined if canceled, or after a message if privacy mode was switched meanwhile: what is to be written is from before.
 * VS Code has asked before replacing an existing file.
 */
export async function askSaveTarget({ title, name, filters, preferences }: SaveQuestion): Promise<Uri | undefined> {
  const last = preferences.saveFolder.value;
  const candidates = [last === undefined ? undefined : Uri.parse(last), workspace.workspaceFolders?.[0]?.uri];
  const defaultUri = Uri.joinPath(await firstThere(candidates), name);
  const { value: mask } = preferences.privacy;
  const shownTitle = mask !== null ? l10n.t("{0} with pseudonyms", title) : title;
  const target = await window.showSaveDialog({ title: shownTitle, saveLabel: l10n.t("Export"), defaultUri, filters });
  if (preferences.privacy.value !== mask) return void showSwitched();
  if (target !== undefined) await preferences.saveFolder.set(Uri.joinPath(target, "..").toString());
  return target;
}

/** The first folder that is neither deleted nor on a file system that is not available. */
async function firstThere(candidates: readonly (Uri | undefined)[]): Promise<Uri> {
  const isThere = (folder: Uri) =>
    workspace.fs.stat(folder).then(
      () => true,
      () => false,
    );
  for (const folder of candidates) if (folder !== undefined && (await isThere(folder))) return folder;
  return Uri.file(homedir());
}
