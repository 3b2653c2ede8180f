/** What a row holds under a name; an object is written as its JSON. */
export type ExportValue = string | number | boolean | null | object;

/** A byte order mark: without it Excel takes the file for one in an old code page. */
export const byteOrderMark = "\ufeff";

/** RFC 4180. */
export const lineEnd = "\r\n";

/**
 * Where a spreadsheet could begin a formula: at the start of a cell and, for one that takes another separator, after what
 * may be one. Blanks and controls before it do not protect; of apostrophes there is one more than there was, so that no
 * two texts become the same.
 */
const formula = /^(?='*[\t\r\n])|(?<=^|[;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{C}'])*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu;

/** What a reader could take for an end, or leave out at an edge. */
const odd = /["',;\s\p{C}]/u;

/** The common case, told quickly: no formula begins with a letter or digit. */
const plain = /^[A-Za-z0-9][\w.:/-]*$/;

/**
 * A value as the cell of a CSV file (RFC 4180). Nothing is an empty cell, and an empty text `""`. In a text that a
 * spreadsheet would run as a formula, an apostrophe stands before it. A lone surrogate, which no text in UTF-8 holds, is
 * written as U+FFFD.
 */
export function csvCell(value: ExportValue): string {
  if (value === null) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (plain.test(text)) return text;
  const safe = text.toWellFormed().replace(formula, "'");
  return safe === "" || odd.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvLine(values: readonly ExportValue[]): string {
  return values.map(csvCell).join(",") + lineEnd;
}
