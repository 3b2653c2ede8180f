import type { Uri } from "vscode";
import type { ExportFormat } from "../../core/export/exportFormat.ts";
import { type ExportTable, exportText } from "../../core/export/exportText.ts";
import type { Formats } from "../../core/text/format.ts";
import { askPlace, saveFile } from "../../vscode/files/savedFile.ts";
import type { SessionStore } from "../../vscode/session/sessionStore.ts";
import { withEndingProgress } from "../../vscode/ui/endingProgress.ts";
import { Throttle } from "../../vscode/ui/throttle.ts";
import { giveUpWhenLeft } from "./exportedProject.ts";

/** Interval of progress reports, in milliseconds. */
const reportInterval = 250;

/** There were no rows, and no file was written. */
export class NothingToExport extends Error {
  override readonly name = "NothingToExport";
}

export interface ExportRun<Row, Field extends string> {
  readonly title: string;
  readonly table: ExportTable<Row, Field>;
  readonly format: ExportFormat;
  readonly file: Uri;
  /** Called once the file is writable. */
  readonly rows: (signal: AbortSignal) => AsyncIterable<readonly Row[]>;
  /** Text for a number of rows. */
  readonly rowsText: (count: number) => string;
  /** Called with the number of rows so far. */
  readonly onRows: (count: number) => void;
  /** Aborts when the extension is deactivated. */
  readonly ending: AbortSignal;
  readonly sessions: Pick<SessionStore, "session" | "onChange">;
  readonly formats: Formats;
}

/**
 * Writes rows to a file with delayed progress. Resolves to the number of bytes written. Rejects like `askPlace` and
 * `saveFile`, with a `NothingToExport`, with a `CanceledByUser`, or with a `ProjectLeft`.
 */
export async function runExport<Row, Field extends string>(run: ExportRun<Row, Field>): Promise<number> {
  const { title, table, format, file, rowsText, formats } = run;
  const giving = new AbortController();
  // Watches before asking: a dialog may stay open for long.
  const watch = giveUpWhenLeft(run.sessions, (reason) => giving.abort(reason));
  try {
    const place = await askPlace(file);
    return await withEndingProgress(title, run.ending, async (ended, tell) => {
      const signal = AbortSignal.any([ended, giving.signal]);
      let rows = 0;
      let bytes = 0;
      const report = new Throttle(() => tell(`${rowsText(rows)}, ${formats.size(bytes)}`), reportInterval);
      const counted = async function* () {
        for await (const batch of run.rows(signal)) {
          rows += batch.length;
          run.onRows(rows);
          yield batch;
        }
        if (rows === 0) throw new NothingToExport("no row came");
      };
      const encoder = new TextEncoder();
      const pieces = async function* () {
        for await (const text of exportText(counted(), table, format)) {
          const piece = encoder.encode(text);
          bytes += piece.length;
          if (rows > 0) report.call();
          yield piece;
        }
      };
      try {
        return await saveFile(place, pieces(), signal);
      } finally {
        report.dispose();
      }
    });
  } finally {
    watch.dispose();
  }
}
