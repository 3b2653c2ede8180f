import type { Uri } from "vscode";
import type { ExportFormat } from "../../core/export/exportFormat.ts";
import { brokenOffText, exportLeftText, notOpenText } from "../../core/export/exportNotices.ts";
import type { FaultSubject } from "../../core/failures/action.ts";
import { ServiceError } from "../../core/failures/fault.ts";
import type { Mask } from "../../core/privacy/mask.ts";
import { listed } from "../../core/text/sentences.ts";
import { askExportFile, type ExportFile, type FileQuestion } from "../../vscode/files/exportFile.ts";
import { fileText, showRetry, showSwitched, showUnwritten, showWritten } from "../../vscode/files/exportNotice.ts";
import { askPlace, saveFile } from "../../vscode/files/savedFile.ts";
import { inBackground } from "../../vscode/ui/commands.ts";
import { showFault } from "../../vscode/ui/faultNotice.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import { Throttle } from "../../vscode/ui/throttle.ts";
import { type ExportedProject, giveUpWhenLeft, isReachable, ProjectLeft } from "./exportedProject.ts";
import type { ExportParts } from "./register.ts";

/** Interval of progress reports, in milliseconds. */
const reportInterval = 250;

/** There were no rows, and no file was written. */
class NothingToExport extends Error {
  override readonly name = "NothingToExport";
}

interface RunParts extends Pick<ExportParts, "formats" | "ending"> {
  readonly sessions: Pick<ExportParts["sessions"], "session" | "onChange">;
}

export interface ExportRows<Row> {
  /** Called once the file is writable. */
  readonly rows: (signal: AbortSignal) => AsyncIterable<readonly Row[]>;
  /** Text for a number of rows. */
  readonly rowsText: (count: number) => string;
  /** The file, in chunks. */
  readonly texts: (rows: AsyncIterable<readonly Row[]>, format: ExportFormat) => AsyncIterable<string>;
}

export interface Exported<Row> extends ExportedProject, ExportRows<Row> {
  readonly title: string;
  readonly subject: FileQuestion["subject"];
  /** What its name says besides; by default the project. */
  readonly named?: string;
  /** Whether the rows can be requested now. */
  readonly isOpen: () => boolean;
  /** What is requested, for the actions after a failure. */
  readonly requested: FaultSubject;
  readonly changeCount?: () => PromiseLike<unknown>;
  readonly progressText: (name: string) => string;
  readonly writtenText: (name: string, count: number, bytes: number) => string;
  readonly showNone: (name: string) => Promise<void>;
}

/** Asks for a file, exports to it, and reports the result. */
export async function exportTo<Row>(exported: Exported<Row>, parts: ExportParts): Promise<void> {
  const { title, subject, project, named = project } = exported;
  const { value: mask } = parts.privacy;
  const requested = await askExportFile({ title, subject, named, preferences: parts.preferences });
  if (requested !== undefined) await write(exported, requested, mask, parts);
}

/** `mask` is that of the beginning: what is exported again later may be hidden by then, and so may the names in messages. */
async function write<Row>(
  exported: Exported<Row>,
  requested: ExportFile,
  mask: Mask | null,
  parts: ExportParts,
): Promise<void> {
  const { sessions, privacy, log } = parts;
  const name = fileText(requested.file);
  const again = () => write(exported, requested, mask, parts);
  const elsewhere = () => exportTo(exported, parts);
  let came = 0;
  const showFailed = async (error: unknown) => {
    if (privacy.value !== mask) return showSwitched();
    if (error instanceof NothingToExport) return exported.showNone(name);
    if (error instanceof ProjectLeft) return showRetry(exportLeftText(name), again);
    if (!(error instanceof ServiceError)) return showUnwritten(error, name, { again, elsewhere });
    const lead = brokenOffText(came === 0 ? "" : exported.rowsText(came), name);
    const { requested: subject, changeCount } = exported;
    await showFault(error.fault, { requested: subject, lead, retry: again, ...(changeCount && { changeCount }) });
  };
  if (privacy.value !== mask) return showSwitched();
  if (!(exported.isOpen() && isReachable(exported, sessions))) {
    return inBackground(showRetry(notOpenText(name, exported.project), again), log);
  }
  try {
    const title = exported.progressText(name);
    const onRows = (count: number) => {
      came = count;
    };
    const bytes = await runExport({ ...exported, ...requested, title, onRows }, parts);
    inBackground(showWritten(exported.writtenText(name, came, bytes), requested.file, bytes), log);
  } catch (error) {
    inBackground(showFailed(error), log);
  }
}

export interface ExportRun<Row> extends ExportRows<Row> {
  readonly title: string;
  readonly format: ExportFormat;
  readonly file: Uri;
  /** Called with the number of rows so far. */
  readonly onRows: (count: number) => void;
}

/**
 * Writes rows to a file with delayed progress. Resolves to the number of bytes written. Rejects like `askPlace` and
 * `saveFile`, with a `NothingToExport`, with a `CanceledByUser`, or with a `ProjectLeft`.
 */
export async function runExport<Row>(
  { title, texts, format, file, rows, rowsText, onRows }: ExportRun<Row>,
  { sessions, formats, ending }: RunParts,
): Promise<number> {
  const giving = new AbortController();
  // Watches before asking: a dialog may stay open for long.
  const watch = giveUpWhenLeft(sessions, (reason) => giving.abort(reason));
  const encoder = new TextEncoder();
  let count = 0;
  let bytes = 0;
  try {
    const place = await askPlace(file);
    const save = async (signal: AbortSignal, notify: (message: string) => void) => {
      const report = new Throttle(() => notify(listed([rowsText(count), formats.size(bytes)])), reportInterval);
      const counted = async function* () {
        for await (const batch of rows(signal)) {
          count += batch.length;
          onRows(count);
          yield batch;
        }
        if (count === 0) throw new NothingToExport("no row came");
      };
      const pieces = async function* () {
        for await (const text of texts(counted(), format)) {
          const piece = encoder.encode(text);
          bytes += piece.length;
          if (count > 0) report.call();
          yield piece;
        }
      };
      try {
        return await saveFile(place, pieces(), signal);
      } finally {
        report.dispose();
      }
    };
    return await withLateProgress(title, save, AbortSignal.any([ending, giving.signal]));
  } finally {
    watch.dispose();
  }
}
