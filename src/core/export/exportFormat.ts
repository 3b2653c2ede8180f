/** The forms that rows are exported in, under the ending of their files. */
export const exportFormats = ["csv", "json", "jsonl"] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** The format that a file's name asks for; undefined where it names none of them. */
export function formatOf(fileName: string): ExportFormat | undefined {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  // JSON Lines goes by both names (https://jsonlines.org).
  return ending === "ndjson" ? "jsonl" : exportFormats.find((format) => format === ending);
}
