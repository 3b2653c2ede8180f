import * as l10n from "@vscode/l10n";
import type { QuickPickItem } from "vscode";
import { type ExportFormat, endings, exportFormats } from "../core/export/exportFormat.ts";
import { askPick } from "./quickInput.ts";

/** Lets the person choose a format; undefined when they do not. */
export async function askFormat(title: string, last: ExportFormat | undefined): Promise<ExportFormat | undefined> {
  const items = exportFormats.map((format): QuickPickItem & { format: ExportFormat } => ({
    format,
    label: formatName(format),
    description: `.${format}`,
    detail: formatDetail(format),
  }));
  const active = items.find(({ format }) => format === last);
  const result = await askPick({ title, placeholder: l10n.t("In which format?"), items, active });
  return result.kind === "accepted" ? result.value.format : undefined;
}

/** What a save dialog calls the formats, the chosen one first. */
export function formatFilters(chosen: ExportFormat): Record<string, string[]> {
  const ordered = [chosen, ...exportFormats.filter((format) => format !== chosen)];
  return Object.fromEntries(ordered.map((format) => [formatName(format), [...endings[format]]]));
}

function formatName(format: ExportFormat): string {
  switch (format) {
    case "csv":
      return l10n.t("CSV");
    case "json":
      return l10n.t("JSON");
    case "jsonl":
      return l10n.t("JSON Lines");
  }
}

function formatDetail(format: ExportFormat): string {
  switch (format) {
    case "csv":
      return l10n.t("For spreadsheets. An apostrophe stands before what one would run as a formula.");
    case "json":
      return l10n.t("One array, for other programs. Texts stay as they are.");
    case "jsonl":
      return l10n.t("One object in each line, for other programs. Texts stay as they are.");
  }
}
