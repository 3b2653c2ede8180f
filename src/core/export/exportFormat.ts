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
