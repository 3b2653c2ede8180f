import { byteOrderMark, csvLine, type ExportValue } from "./csvCell.ts";
import type { ExportFormat } from "./exportFormat.ts";

/** The values of a row by field name. */
export type ExportRecord<Field extends string> = Readonly<Record<Field, ExportValue>>;

export interface ExportTable<Row, Field extends string> {
  /** In output order. */
  readonly fields: readonly Field[];
  readonly recordOf: (row: Row) => ExportRecord<Field>;
}

/** Rows per chunk: about 64 kB. */
const rowsAtOnce = 200;

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
  const { head, line, between, tail } = writers[format];
  yield head(fields);
  let isFirst = true;
  for await (const batch of batches) {
    for (let start = 0; start < batch.length; start += rowsAtOnce) {
      const lines = batch.slice(start, start + rowsAtOnce).map((row) => line(recordOf(row), fields));
      yield (isFirst ? "" : between) + lines.join(between);
      isFirst = false;
    }
  }
  yield tail(isFirst);
}

interface Writer {
  readonly head: (fields: readonly string[]) => string;
  readonly line: <Field extends string>(record: ExportRecord<Field>, fields: readonly Field[]) => string;
  readonly between: string;
  readonly tail: (isEmpty: boolean) => string;
}

const writers: Readonly<Record<ExportFormat, Writer>> = {
  csv: {
    head: (fields) => byteOrderMark + csvLine(fields),
    line: (record, fields) => csvLine(fields.map((field) => record[field])),
    between: "",
    tail: () => "",
  },
  json: {
    head: () => "[",
    line: (record) => `\n${JSON.stringify(record)}`,
    between: ",",
    tail: (isEmpty) => (isEmpty ? "]\n" : "\n]\n"),
  },
  jsonl: {
    head: () => "",
    line: (record) => `${JSON.stringify(record)}\n`,
    between: "",
    tail: () => "",
  },
};
