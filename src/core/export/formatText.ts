import * as l10n from "@vscode/l10n";
import { type ExportFormat, endings, exportFormats } from "./exportFormat.ts";

export function formatName(format: ExportFormat): string {
  switch (format) {
    case "csv":
      return l10n.t("CSV");
    case "json":
      return l10n.t("JSON");
    case "jsonl":
      return l10n.t("JSON Lines");
  }
}

export function formatDetail(format: ExportFormat): string {
  switch (format) {
    case "csv":
      return l10n.t("For spreadsheets. Cells that look like formulas are escaped.");
    case "json":
      return l10n.t("One array. Values are exported unchanged.");
    case "jsonl":
      return l10n.t("One object per line. Values are exported unchanged.");
  }
}

/** File filters for a save dialog, the chosen format first. */
export function formatFilters(chosen: ExportFormat): Record<string, string[]> {
  const ordered = [chosen, ...exportFormats.filter((format) => format !== chosen)];
  return Object.fromEntries(ordered.map((format) => [formatName(format), [...endings[format]]]));
}
