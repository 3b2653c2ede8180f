/** The forms that rows are exported in, under the ending of their files. */
export const exportFormats = ["csv", "json", "jsonl"] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** How the names of their files end, the usual one first. JSON Lines goes by two (https://jsonlines.org). */
export const endings: Readonly<Record<ExportFormat, readonly string[]>> = {
  csv: ["csv"],
  json: ["json"],
  jsonl: ["jsonl", "ndjson"],
};

/** The format that a file's name asks for; undefined where it names none of them. */
export function formatOf(fileName: string): ExportFormat | undefined {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  return exportFormats.find((format) => endings[format].includes(ending));
}
