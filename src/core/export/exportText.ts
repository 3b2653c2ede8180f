import type { ExportFormat } from "./exportFormat.ts";

/** The values of a row by field name. */
export type ExportRecord<Field extends string> = Readonly<Record<Field, ExportValue>>;

export interface ExportTable<Row, Field extends string> {
  /** In output order. */
  readonly fields: readonly Field[];
  readonly recordOf: (row: Row) => ExportRecord<Field>;
}

/** Rows per chunk: about 32 kB. V8 is slower with texts of more than 128 kB, 64,000 characters beyond Latin-1. */
const rowsAtOnce = 100;

/**
 * Rows as the text of a file, in chunks as they arrive; rejects if the rows do. CSV begins with a byte order mark and a
 * header line, and escapes formulas: see `csvCell`. JSON is one array with a line per row; JSON and JSON Lines keep
 * every value unchanged, and escape lone surrogates, which UTF-8 cannot represent.
 */
export async function* exportText<Row, Field extends string>(
  batches: AsyncIterable<readonly Row[]>,
  { fields, recordOf }: ExportTable<Row, Field>,
  format: ExportFormat,
): AsyncGenerator<string, void> {
  const between = format === "json" ? "," : "";
  const lineOf = (record: ExportRecord<Field>) => {
    if (format === "csv") return csvLine(fields.map((field) => record[field]));
    return format === "json" ? `\n${JSON.stringify(record)}` : `${JSON.stringify(record)}\n`;
  };
  yield { csv: byteOrderMark + csvLine(fields), json: "[", jsonl: "" }[format];
  let isFirst = true;
  for await (const batch of batches) {
    for (let start = 0; start < batch.length; start += rowsAtOnce) {
      const lines = batch.slice(start, start + rowsAtOnce).map((row) => lineOf(recordOf(row)));
      yield (isFirst ? "" : between) + lines.join(between);
      isFirst = false;
    }
  }
  if (format === "json") yield isFirst ? "]\n" : "\n]\n";
}

/** The value of a field; an object is written as JSON. */
export type ExportValue = string | number | boolean | null | object;

/** Without it, Excel assumes a legacy code page. */
const byteOrderMark = "\ufeff";

/**
 * Where a spreadsheet could start a formula: at the start of a cell, and after possible separators for spreadsheets
 * with another separator. Leading spaces and control characters do not prevent it. Existing apostrophes get one more,
 * so that different texts stay different.
 */
const formula = /^(?='*[\t\r\n])|(?<=^|[;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{C}'])*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu;

/** Characters that could end a cell, or that a reader could trim. */
const odd = /["',;\s\p{C}]/u;

/** Fast path for the common case: no formula begins with a letter or digit. */
const plain = /^[A-Za-z0-9][\w.:/-]*$/;

/**
 * A value as a cell of a CSV file (RFC 4180). null is an empty cell, and an empty string is `""`. Text that a
 * spreadsheet would run as a formula is prefixed with an apostrophe. A lone surrogate, which UTF-8 cannot represent, is
 * written as U+FFFD.
 */
function csvCell(value: ExportValue): string {
  if (value === null) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (plain.test(text)) return text;
  const safe = text.toWellFormed().replace(formula, "'");
  return safe === "" || odd.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csvLine(values: readonly ExportValue[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}
