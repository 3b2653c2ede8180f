import * as l10n from "@vscode/l10n";
import type { Uri } from "vscode";
import { exportName } from "../../core/export/exportFormat.ts";
import { figuresSavedText } from "../../core/export/exportNotices.ts";
import { exportText } from "../../core/export/exportText.ts";
import { UserError } from "../../core/failures/fault.ts";
import { type FigureRow, figureRows, figureTable } from "../../core/overview/figureTable.ts";
import type { OverviewExport, OverviewState } from "../../core/overview/protocol.ts";
import type { ThreadColumns } from "../../core/overview/threadColumns.ts";
import type { ProjectId } from "../../core/session/projectId.ts";
import { askExportFile, askSaveTarget } from "../../vscode/files/exportFile.ts";
import { fileText, tellUnwritten, tellWritten } from "../../vscode/files/exportNotice.ts";
import { askPlace, type SaveContent, saveFile } from "../../vscode/files/savedFile.ts";
import { inBackground } from "../../vscode/ui/commands.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import type { FeatureParts } from "../app.ts";
import { chartFile } from "./chartFile.ts";

/** A snapshot of what is saved. */
export interface SavedOverview {
  readonly project: ProjectId;
  readonly state: OverviewState;
  readonly columns: ThreadColumns;
}

/** Writes the figures, or a chart drawn by the page, to a file that the user selects. */
export async function saveOverview(what: OverviewExport, saved: SavedOverview, parts: FeatureParts): Promise<void> {
  if (what.kind === "figures") {
    // Before the dialog opens: what is on screen is what is saved.
    const rows = figureRows(saved.state, saved.columns);
    return saveFigures(rows, saved, parts);
  }
  const content = chartFile(what.format, what.content);
  if (content === null) throw new UserError(l10n.t("Could not export the chart."));
  return saveChart(what, content, saved.project, parts);
}

async function saveFigures(rows: readonly FigureRow[], saved: SavedOverview, parts: FeatureParts): Promise<void> {
  const { project, state } = saved;
  const title = l10n.t("Export Figures");
  const asked = await askExportFile({ title, subject: "overview", project, preferences: parts.preferences });
  if (asked === undefined) return;
  const content = () => exportText(one(rows), figureTable(state), asked.format);
  const writtenText = (file: string) => figuresSavedText(rows.length, file, state.filter, parts.formats);
  const elsewhere = () => saveFigures(rows, saved, parts);
  await write({ title, file: asked.file, content, writtenText, elsewhere }, parts);
}

async function saveChart(
  what: Extract<OverviewExport, { kind: "chart" }>,
  content: string | Uint8Array,
  project: ProjectId,
  parts: FeatureParts,
): Promise<void> {
  const title = l10n.t("Export Chart");
  const file = await askSaveTarget({
    title,
    name: `${exportName("overview", project, new Date())}-${what.chart}.${what.format}`,
    filters: what.format === "svg" ? { [l10n.t("SVG")]: ["svg"] } : { [l10n.t("PNG")]: ["png"] },
    preferences: parts.preferences,
  });
  if (file === undefined) return;
  const elsewhere = () => saveChart(what, content, project, parts);
  // With another extension, other programs would misread the file.
  if (!file.path.toLowerCase().endsWith(`.${what.format}`)) {
    const text = l10n.t("The file name must end in .{0}.", what.format);
    return tellUnwritten(new UserError(text), fileText(file), { again: elsewhere, elsewhere });
  }
  const writtenText = (name: string) => l10n.t("Exported chart to {0}.", name);
  await write({ title, file, content: () => content, writtenText, elsewhere }, parts);
}

interface Written {
  readonly title: string;
  readonly file: Uri;
  /** Returns the whole content each time. */
  readonly content: () => SaveContent;
  /** The message after writing, with the file name. */
  readonly writtenText: (file: string) => string;
  /** Asks for another location. */
  readonly elsewhere: () => Promise<void>;
}

async function write(written: Written, parts: FeatureParts): Promise<void> {
  const { title, file, content, writtenText, elsewhere } = written;
  const name = fileText(file);
  const place = await askPlace(file);
  try {
    const bytes = await withLateProgress(title, (signal) => saveFile(place, content(), signal), parts.ending);
    inBackground(tellWritten(writtenText(name), file, bytes), parts.log);
  } catch (error) {
    await tellUnwritten(error, name, { again: () => write(written, parts), elsewhere });
  }
}

async function* one<T>(value: T): AsyncGenerator<T, void> {
  yield value;
}
