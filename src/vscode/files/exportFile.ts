import * as l10n from "@vscode/l10n";
import { type Uri, window } from "vscode";
import { type ExportFormat, formatOf } from "../../core/export/exportFormat.ts";
import { exportName } from "../../core/export/exportName.ts";
import { formatFilters } from "../../core/export/formatText.ts";
import { actionTitle } from "../../core/failures/actionTitle.ts";
import { FileFailure } from "../../core/failures/fileFailure.ts";
import type { UserError } from "../../core/failures/userError.ts";
import type { ProjectId } from "../../core/session/projectId.ts";
import type { Preferences } from "../storage/preferences.ts";
import { askFormat } from "../ui/formatPick.ts";
import { askSaveTarget } from "./saveDialog.ts";

/** Where to write, and how. */
export interface ExportFile {
  readonly file: Uri;
  readonly format: ExportFormat;
}

export interface FileQuestion {
  readonly title: string;
  readonly subject: "threads" | "counts" | "overview";
  readonly project: ProjectId;
  readonly preferences: Preferences;
}

/** Asks for the format and the file, whose extension overrides the format. Undefined if canceled. */
export async function askExportFile(question: FileQuestion): Promise<ExportFile | undefined> {
  const { title, subject, project, preferences } = question;
  const chosen = await askFormat(title, preferences.exportFormat());
  if (chosen === undefined) return undefined;
  const file = await askSaveTarget({
    title,
    saveLabel: l10n.t("Export"),
    name: `${exportName(subject, project, new Date())}.${chosen}`,
    filters: formatFilters(chosen),
    preferences,
  });
  if (file === undefined) return undefined;
  const format = formatOf(file.path) ?? chosen;
  await preferences.setExportFormat(format);
  return { file, format };
}

export interface NextTry {
  /** Writes to the same file. */
  readonly again: () => Promise<void>;
  /** Asks for another file. */
  readonly elsewhere: () => Promise<void>;
}

/** Reports a file system error and offers to save elsewhere and, if the error can go away, to retry. */
export async function tellUnwritable(failure: UserError, { again, elsewhere }: NextTry): Promise<void> {
  const retry = actionTitle("retry");
  const other = l10n.t("Save As…");
  const canPass = failure.cause instanceof FileFailure && failure.cause.canPass;
  const chosen = await window.showErrorMessage(failure.message, ...(canPass ? [retry] : []), other);
  if (chosen === retry) await again();
  else if (chosen === other) await elsewhere();
}
