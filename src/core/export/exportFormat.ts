import * as l10n from "@vscode/l10n";

/** Export formats. */
export const exportFormats = ["csv", "json", "jsonl"] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** File extensions, the default first. JSON Lines has two (https://jsonlines.org). */
export const endings: Readonly<Record<ExportFormat, readonly string[]>> = {
  csv: ["csv"],
  json: ["json"],
  jsonl: ["jsonl", "ndjson"],
};

/** The format for a file name; undefined for an unknown extension. */
export function formatOf(fileName: string): ExportFormat | undefined {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  return exportFormats.find((format) => endings[format].includes(ending));
}

export function formatName(format: ExportFormat): string {
  return { csv: l10n.t("CSV"), json: l10n.t("JSON"), jsonl: l10n.t("JSON Lines") }[format];
}

export function formatDetail(format: ExportFormat): string {
  return {
    csv: l10n.t("For spreadsheets. Cells that look like formulas are escaped."),
    json: l10n.t("One array. Values are exported unchanged."),
    jsonl: l10n.t("One object per line. Values are exported unchanged."),
  }[format];
}

/** File filters for a save dialog, the chosen format first. */
export function formatFilters(chosen: ExportFormat): Record<string, string[]> {
  const ordered = [chosen, ...exportFormats.filter((format) => format !== chosen)];
  return Object.fromEntries(ordered.map((format) => [formatName(format), [...endings[format]]]));
}

/** What is exported, which begins the name of the file. */
export type ExportSubject = "threads" | "calls" | "counts" | "conversation";

/** In characters: file systems allow names of 255 bytes. */
const longestName = 50;

/** `threads-team-app-2026-11-21`: a name that is valid in every file system, with the local date. */
export function exportName(subject: ExportSubject, named: string, now: Date): string {
  const words = [...named.replace(/[^\p{L}\p{N}._-]+/gu, "-")].slice(0, longestName).join("");
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  return [subject, words.replace(/^[.-]+|[.-]+$/g, ""), ...day].filter((part) => part !== "").join("-");
}
